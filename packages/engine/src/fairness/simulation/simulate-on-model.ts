/** Plays a history on the model alone, on a clock of its own: thousands in a second. */
import type { TraceEvent } from "./bounds/check-bounds.ts";
import type { History } from "./history/history.ts";
import { dueTime, Simulation, type Action } from "./simulation.ts";

export type ModelRun = {
  readonly events: readonly TraceEvent[];
  /** Task and number of each chunk that was given, in order. */
  readonly order: readonly string[];
  readonly fault: string | undefined;
};

const CLAIM_US = 1_000n;
const START_US = 1_700_000_000_000_000n;

export function simulateOnModel(history: History): ModelRun {
  const simulation = new Simulation(`seed-${String(history.seed)}`);
  const order: string[] = [];
  let nowUs = START_US;
  for (const step of history.steps) {
    if (step.kind === "clock") nowUs += BigInt(step.forwardMs) * 1_000n;
    if (step.kind === "claim") nowUs += CLAIM_US;
    const action = simulation.resolve(step);
    if (action !== undefined) order.push(...play(simulation, action, nowUs));
  }
  return { events: simulation.trace.events, order, fault: simulation.trace.fault };
}

function play(simulation: Simulation, action: Action, nowUs: bigint): string[] {
  switch (action.kind) {
    case "submit":
      for (const work of action.works) {
        const taskId = BigInt(simulation.world.tasks.length + 1);
        simulation.submit(work, { taskId, dueUs: dueTime(work.due, nowUs), position: simulation.nextJobPosition() });
      }
      return [];
    case "set":
      simulation.set(action.at, action.settings);
      return [];
    case "complete":
      for (const chunk of action.chunks) simulation.complete(chunk);
      return [];
    case "retry":
      simulation.retry(action.chunk, dueTime(action.due, nowUs));
      return [];
    case "cancel":
      simulation.world.cancel(action.chunk);
      return [];
    case "clock":
      return [];
    case "claim": {
      if (action.fate === "rolled back") return [];
      const { turns } = simulation.claim({ limit: action.limit, nowUs, isReplyLost: action.fate === "reply lost" });
      return turns.map(({ task, number }) => `${String(task.taskId)}/${String(number)}`);
    }
  }
}
