/** Finds the offset of a line and column, both counted from 1, as mistakes in rules are told. */

export function offsetOf(text: string, line: number, column: number): number {
  const before = text
    .split("\n")
    .slice(0, line - 1)
    .reduce((length, each) => length + each.length + 1, 0);
  return Math.min(before + column - 1, text.length);
}
