/** Defines pools: the queues whose work the same workers share fairly. Pure. */
import type { TaskDefinition } from "./define-task.ts";
import { DEFAULT_POOL } from "./task-options.ts";

/** The queues of a pool that a process serves. */
export type Pool = { readonly name: string; readonly queues: readonly string[] };

/** Sorts queues into the pools that definitions give them. A queue that none of them names is of the default pool. */
export function poolsOf(definitions: readonly TaskDefinition[], queues: readonly string[]): Pool[] {
  const byName = new Map<string, Set<string>>();
  for (const queue of queues) {
    const named = definitions.filter((definition) => definition.queue === queue).map(({ pool }) => pool);
    for (const pool of named.length === 0 ? [DEFAULT_POOL] : named)
      byName.set(pool, (byName.get(pool) ?? new Set<string>()).add(queue));
  }
  return [...byName].map(([name, served]) => ({ name, queues: [...served] }));
}

/** Returns the pools with only those of their queues that pass, without the pools that have none left. */
export function withQueues(pools: readonly Pool[], isKept: (queue: string) => boolean): Pool[] {
  return pools
    .map(({ name, queues }) => ({ name, queues: queues.filter(isKept) }))
    .filter(({ queues }) => queues.length > 0);
}
