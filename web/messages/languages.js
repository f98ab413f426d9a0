/** The languages the page speaks; written by `python -m scripts.page_modules`. */

/** @type {Record<string, {name: string, load: () => Promise<import('../text.js').Catalogue>}>} */
export const LANGUAGES = {
  en: { name: 'English', load: () => import('./en.js') },
  es: { name: 'Español', load: () => import('./es.js') },
  gl: { name: 'Galego', load: () => import('./gl.js') },
  pl: { name: 'Polski', load: () => import('./pl.js') },
};
