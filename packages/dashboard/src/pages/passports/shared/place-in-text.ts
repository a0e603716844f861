/** Places in a source text: line and column, both counted from 1, as mistakes are told. */

export type Place = { readonly line: number; readonly column: number };

export function offsetOf(text: string, { line, column }: Place): number {
  const before = text
    .split("\n")
    .slice(0, line - 1)
    .reduce((length, each) => length + each.length + 1, 0);
  return Math.min(before + column - 1, text.length);
}

/** The place that a refusal names, if it names one. */
export function placeIn(refusal: string): Place | undefined {
  const [, line, column] = /line (\d+), column (\d+)/.exec(refusal) ?? [];
  return line === undefined || column === undefined ? undefined : { line: Number(line), column: Number(column) };
}

export function goTo(area: HTMLTextAreaElement | null, place: Place): void {
  if (area === null) return;
  const at = offsetOf(area.value, place);
  area.focus();
  area.setSelectionRange(at, at + 1);
}
