/** Gives each name the same one of the lane colours everywhere. Pure. */

const COLOURS = 8;

export function laneColour(name: string): string {
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return `var(--lane-${String((hash % COLOURS) + 1)})`;
}
