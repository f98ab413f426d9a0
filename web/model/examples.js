/** Positions to start from, taken from play with the English set. */

/**
 * @typedef {{id: 'opening' | 'midgame' | 'blanks' | 'endgame' | 'record' | 'super', cgp: string,
 *   layout: string}} Example
 */

/** @type {readonly Example[]} */
export const EXAMPLES = [
  {
    id: 'midgame',
    cgp: 'BAWD11/2O5C6/2ME4A6/2EL4V6/ZORIL3E6/1FAX1QUARE5/PA1I4N6/AY1ROGERS6/C6A7/T6I7/7N7/7I7/7E7/7S7/7t7 AMOOTY?/ 0/0 0',
    layout: 'standard15',
  },
  {
    id: 'opening',
    cgp: '15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEGINR?/ 0/0 0',
    layout: 'standard15',
  },
  {
    id: 'record',
    cgp: '1PACIFYING5/1IS12/YE13/1REQUALIFIED3/H1L12/EDS12/NO3T9/1RAINWASHING3/UM3O9/T2E1O9/1WAKEnERS6/1OnETIME7/OOT2E1B7/N6U7/1JACULATING4 ABEOPXZ/ 0/0 0',
    layout: 'standard15',
  },
  {
    id: 'endgame',
    cgp: 'JISM3E2DATTO/3AgENTIVE2I1/FLAP3H5D1/O6E1TWO1D1/O3SHERRIES1L1/T3A8Y1/I3F1ADO6/N2TRIGON2QUiZ/G3O6U3/4L6E3/3PENUMBRAE3/3I3E3R3/3R2BLEAK4/AX1O1VEINY5/WING3C7 AS/ 0/0 0',
    layout: 'standard15',
  },
  {
    id: 'blanks',
    cgp: '7TANGELOS/10R4/10A4/10D4/10E4/10R4/6MOTTS4/4KAIF7/5EX8/15/15/15/15/15/15 ORSTY??/ 0/0 0',
    layout: 'standard15',
  },
  {
    id: 'super',
    cgp: '21/21/9F11/9UN10/9MU10/9ET10/10A10/6QUOIT10/10I10/7C1YO10/6WITAN10/7V13/7I13/7L13/21/21/21/21/21/21/21 ADESST?/ 0/0 0',
    layout: 'super21',
  },
];
