/** Reads the text of an event stream as it arrives, in pieces cut anywhere. */

/**
 * @typedef {{event: string, id: string | null, data: string}} RawFrame
 */

/**
 * @returns {(piece: string) => RawFrame[]}  takes the next piece, gives the frames it completes;
 *   a comment makes none
 */
export function frameReader() {
  let rest = '';
  let event = '';
  /** @type {string | null} */
  let id = null;
  /** @type {string[]} */
  let data = [];

  /**
   * @param {string} line
   * @returns {RawFrame | null}
   */
  function take(line) {
    if (line === '') {
      const frame = data.length > 0 ? { event: event || 'message', id, data: data.join('\n') } : null;
      event = '';
      id = null;
      data = [];
      return frame;
    }
    const colon = line.indexOf(':');
    if (colon === 0) return null;
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /u, '');
    if (name === 'event') event = value;
    else if (name === 'id') id = value;
    else if (name === 'data') data.push(value);
    return null;
  }

  return (piece) => {
    // A line end cut between its two characters waits for the rest.
    const text = rest + piece;
    const held = text.endsWith('\r') ? 1 : 0;
    const lines = text.slice(0, text.length - held).split(/\r\n|\n|\r/u);
    rest = (lines.pop() ?? '') + text.slice(text.length - held);
    return lines.flatMap((line) => take(line) ?? []);
  };
}
