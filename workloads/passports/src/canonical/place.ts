/** Where something is in a text, as editors count. */

export type Place = { readonly line: number; readonly column: number; readonly offset: number };

/** Lines and columns from 1, the offset from 0, all in UTF-16 units. */
export function placeOf(text: string, offset: number): Place {
  let line = 1;
  let lineStart = 0;
  for (let index = text.indexOf("\n"); index >= 0 && index < offset; index = text.indexOf("\n", index + 1)) {
    line++;
    lineStart = index + 1;
  }
  return { line, column: offset - lineStart + 1, offset };
}
