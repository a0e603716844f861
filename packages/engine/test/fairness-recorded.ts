/** Makes a trace of what consumers of several processes recorded: a task had work from its first turn to its last. */
import type { TraceEvent } from "../src/fairness/simulation/bounds/check-bounds.ts";

export type ReceivedChunk = {
  readonly taskId: string;
  readonly number: number;
  readonly turn: bigint;
  readonly owner: string;
};

export type SubmittedPlace = { readonly tenant: string; readonly group: string; readonly count: number };

/** `order` is by turn. All chunks of a task were submitted at once, so in between it was eligible without a gap. */
export function traceOf(order: readonly ReceivedChunk[], places: ReadonlyMap<string, SubmittedPlace>): TraceEvent[] {
  const lanes = new LaneNumbers();
  const left = new Map([...places].map(([task, { count }]) => [task, count]));
  const working = new Map<bigint, number>();
  const events: TraceEvent[] = [];
  const change = (path: readonly bigint[], by: number): void => {
    for (const [index, lane] of path.entries()) {
      const before = working.get(lane) ?? 0;
      working.set(lane, before + by);
      const set = path[index + 1] ?? 0n;
      if (before === 0 || before + by === 0) events.push({ kind: "lane", lane, set, weight: 1n, isEligible: by > 0 });
    }
  };
  for (const { taskId } of order) {
    const place = places.get(taskId);
    const chunks = left.get(taskId);
    if (place === undefined || chunks === undefined) throw new Error(`task ${taskId} was received and never submitted`);
    const path = lanes.pathOf(taskId, place);
    if (chunks === place.count) change(path, 1);
    events.push({ kind: "turn", path, cost: 1n });
    left.set(taskId, chunks - 1);
    if (chunks === 1) change(path, -1);
  }
  return events;
}

class LaneNumbers {
  readonly #numbers = new Map<string, bigint>();

  pathOf(taskId: string, { tenant, group }: SubmittedPlace): bigint[] {
    return [`task ${taskId}`, `group ${tenant} ${group}`, `tenant ${tenant}`].map((name) => this.#numberOf(name));
  }

  #numberOf(name: string): bigint {
    const number = this.#numbers.get(name) ?? BigInt(this.#numbers.size + 1);
    this.#numbers.set(name, number);
    return number;
  }
}
