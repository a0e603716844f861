/** Gives lanes colours that differ for as long as there are no more than eight of them. Pure. */

const COLOURS = 8;

/** By name, so that a lane keeps its colour when others get ahead of it. */
export function laneColours(names: readonly string[]): ReadonlyMap<string, string> {
  const sorted = [...new Set(names)].sort();
  return new Map(sorted.map((name, index) => [name, `var(--lane-${String((index % COLOURS) + 1)})`]));
}
