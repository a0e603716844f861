/** What of a tree's lanes can ever matter: distances from the clock and who waits longest, not the times themselves. Pure. */
import type { FairTree } from "./fair-tree.ts";
import type { Lane } from "./lane.ts";

/**
 * A text for each lane that is the same in two trees that will decide alike. A lane without siblings is not written with
 * every turn, so a stored tree and a replayed one may differ in virtual times and still stand alike.
 */
export function laneStandings(tree: FairTree): ReadonlyMap<bigint, string> {
  const waiting = placesInLine([...tree.lanes.values()]);
  const standing = (lane: Lane): string => {
    const ahead = lane.start - tree.siblings(lane.set).clock;
    const relative = { ...lane, start: ahead > 0n ? ahead : 0n, since: waiting.get(lane.id) ?? 0n };
    return JSON.stringify(relative, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
  };
  return new Map([...tree.lanes.values()].map((lane) => [lane.id, standing(lane)]));
}

/** Awake lanes of each set by how long they have waited. A sleeping lane gets a new place when it wakes. */
function placesInLine(lanes: readonly Lane[]): ReadonlyMap<bigint, bigint> {
  const places = new Map<bigint, bigint>();
  const counts = new Map<bigint, bigint>();
  const awake = lanes.filter(({ isAwake }) => isAwake).sort((a, b) => (a.since < b.since ? -1 : 1));
  for (const { id, set } of awake) {
    const place = (counts.get(set) ?? 0n) + 1n;
    counts.set(set, place);
    places.set(id, place);
  }
  return places;
}
