/** Puts fields in the order of their evaluation: what a field reads comes before it, ties in the order of paths. */
import { RotaError } from "@rota/engine/errors";
import { compareCodePoints } from "../canonical/code-point-order.ts";

/** What each field reads; every field that is read must be among them. Throws RULE_CYCLE_DETECTED. */
export function orderFields(dependencies: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const missing = new Map([...dependencies].map(([path, read]) => [path, read.size]));
  const readers = new Map<string, string[]>([...dependencies.keys()].map((path) => [path, []]));
  for (const [path, read] of dependencies) for (const other of read) readers.get(other)?.push(path);

  const ready = [...missing].filter(([, count]) => count === 0).map(([path]) => path);
  ready.sort(compareCodePoints);
  const order: string[] = [];
  for (let next = ready.shift(); next !== undefined; next = ready.shift()) {
    order.push(next);
    for (const reader of readers.get(next) ?? []) {
      const left = (missing.get(reader) ?? 0) - 1;
      missing.set(reader, left);
      if (left === 0) insertSorted(ready, reader);
    }
  }
  if (order.length < dependencies.size) throw cycleRefusal(dependencies, new Set(order));
  return order;
}

function insertSorted(sorted: string[], path: string): void {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareCodePoints(sorted[middle] ?? "", path) < 0) low = middle + 1;
    else high = middle;
  }
  sorted.splice(low, 0, path);
}

/** Every field that is left reads another that is left, so following them leads around a cycle. */
function cycleRefusal(dependencies: ReadonlyMap<string, ReadonlySet<string>>, ordered: ReadonlySet<string>): RotaError {
  const nextOf = (path: string) => [...(dependencies.get(path) ?? [])].filter((other) => !ordered.has(other)).sort()[0];
  const visited: string[] = [];
  let path = [...dependencies.keys()].filter((candidate) => !ordered.has(candidate)).sort()[0];
  while (path !== undefined && !visited.includes(path)) {
    visited.push(path);
    path = nextOf(path);
  }
  const cycle = visited.slice(visited.indexOf(path ?? ""));
  const way = [...cycle, cycle[0] ?? ""].join(" reads ");
  return new RotaError("RULE_CYCLE_DETECTED", `fields read each other in a circle: ${way}. Take one reading out`, {
    fields: cycle,
  });
}
