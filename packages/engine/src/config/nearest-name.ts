/** Finds the known name that is most likely meant. Pure. */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  const wanted = plain(given);
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  let best: { name: string; distance: number } | undefined;
  for (const name of known) {
    const distance = editDistance(wanted, plain(name));
    if (distance <= limit && (best === undefined || distance < best.distance)) best = { name, distance };
  }
  return best?.name;
}

/** Longer names are compared by their beginning only, so that the work stays bounded. */
const COMPARED_LENGTH_MAX = 80;

/** Removes case and separators, which are the most frequent mistakes. */
function plain(name: string): string {
  return name.replace(/[-_]/g, "").toLowerCase().slice(0, COMPARED_LENGTH_MAX);
}

/** Returns how many characters must be added, removed, replaced or swapped with their neighbour to turn one text into another. */
export function editDistance(from: string, to: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + (isSame ? 0 : 1),
        isSwap ? at(beforePrevious, column - 2) + 1 : Infinity,
      );
    }
    beforePrevious = previous;
    previous = current;
  }
  return at(previous, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
