/** Simulates a queue on the model: resolves the steps of a history, predicts claims and records a trace. */
import { type TurnQuery, FairTree } from "../../src/fairness/fair-tree.ts";
import type { Lane, LaneChange } from "../../src/fairness/lane.ts";
import type { TraceEvent } from "./check-bounds.ts";
import { EligibilityTrace } from "./eligibility.ts";
import type { History, Step, Work } from "./history.ts";
import { type Placement, settingsChange, type SimulatedChunk, World } from "./world.ts";

/** Step with the tasks and chunks that it means; undefined when there are none. */
export type Action =
  | { readonly kind: "submit"; readonly works: readonly Work[] }
  | { readonly kind: "set"; readonly at: LanePlace; readonly settings: Extract<Step, { kind: "set" }>["settings"] }
  | { readonly kind: "complete"; readonly chunks: readonly SimulatedChunk[] }
  | { readonly kind: "retry"; readonly chunk: SimulatedChunk; readonly due: Work["due"] }
  | { readonly kind: "cancel"; readonly chunk: SimulatedChunk }
  | Extract<Step, { kind: "claim" | "clock" }>;

export type LanePlace = { readonly lane: bigint; readonly set: bigint; readonly level: number; readonly name: string };

export type ClaimMoment = {
  readonly limit: number;
  readonly nowUs: bigint;
  readonly isReplyLost: boolean;
  readonly routes: ReadonlySet<bigint> | undefined;
};

/** Chunk as a consumer received it: task, number, and the levels and shared limits that count it as in flight. */
export type GivenChunk = { readonly name: string; readonly slots: number; readonly limits: readonly bigint[] };

const HOUR_US = 3_600_000_000n;
const SECOND_US = 1_000_000n;

export class Simulation {
  readonly world: World;
  readonly tree: FairTree;
  readonly trace: EligibilityTrace;
  readonly #lost = new Set<SimulatedChunk>();
  #jobCount = 0n;

  constructor(queue: string) {
    this.world = new World(queue);
    this.tree = new FairTree(this.world.root);
    this.trace = new EligibilityTrace(this.world);
  }

  resolve(step: Step): Action | undefined {
    switch (step.kind) {
      case "submit":
      case "claim":
      case "clock":
        return step;
      case "set":
        return this.#resolveSet(step);
      case "limit":
        return {
          kind: "set",
          at: { ...this.world.limitAt(step.of, step.number), level: 4 },
          settings: step.settings,
        };
      case "complete":
        return this.#resolveComplete(step);
      case "retry": {
        const chunk = pick(this.#inFlight(), step.chunk);
        return chunk && { kind: "retry", chunk, due: step.due };
      }
      case "cancel": {
        const jobs = this.world.chunks.filter(({ state, task }) => task.work.isJob && state === "PENDING");
        const chunk = pick(jobs, step.task);
        return chunk && { kind: "cancel", chunk };
      }
    }
  }

  submit(work: Work, placement: Placement): void {
    this.world.submit(work, placement);
    this.trace.update();
  }

  set(at: LanePlace, settings: Extract<Step, { kind: "set" }>["settings"]): void {
    this.world.set(settingsChange({ id: at.lane, set: at.set, level: at.level }, settings));
    this.trace.set(at, settings);
  }

  complete(chunk: SimulatedChunk): void {
    this.world.complete(chunk);
    this.trace.update();
  }

  retry(chunk: SimulatedChunk, dueUs: bigint | undefined): void {
    this.#lost.delete(chunk);
    this.world.retry(chunk, dueUs);
    this.trace.update();
  }

  claim(moment: ClaimMoment): PredictedClaim {
    const onAbsorbed = (): void => this.trace.at(moment);
    const predicted = predictClaim(this.world, this.tree, {
      ...moment,
      onAbsorbed,
      onTurn: (chunk) => this.trace.turn(chunk),
    });
    this.#end(predicted.turns, moment);
    return predicted;
  }

  /** Accepts what a consumer received instead of asking the model, and judges it by what is known from outside. */
  follow(received: readonly GivenChunk[], moment: ClaimMoment): void {
    this.world.absorb(moment.nowUs, this.tree);
    this.trace.at(moment);
    const turns = received.map((given) => {
      const chunk = this.#chunkOf(given);
      if (this.world.waitingIn(chunk.task.leaf)[0] !== chunk)
        this.trace.fault ??= `chunk ${given.name} was given while it did not wait, or out of order`;
      this.world.take(chunk, given.slots, given.limits);
      this.trace.turn(chunk);
      return chunk;
    });
    this.#end(turns, moment);
  }

  #end(turns: readonly SimulatedChunk[], { limit, isReplyLost }: ClaimMoment): void {
    if (turns.length < limit) this.trace.rest();
    if (isReplyLost) for (const chunk of turns) this.#lost.add(chunk);
  }

  #chunkOf({ name }: GivenChunk): SimulatedChunk {
    const chunk = this.world.chunks.find(({ task, number }) => `${String(task.taskId)}/${String(number)}` === name);
    if (chunk === undefined) throw new Error(`chunk ${name} was given and never submitted`);
    return chunk;
  }

  /** Returns the position of the next job. Jobs come in pairs at one position, so that only their ids distinguish them. */
  nextJobPosition(): bigint {
    this.#jobCount += 1n;
    return this.#jobCount / 2n;
  }

  #resolveSet({ level, place, settings }: Extract<Step, { kind: "set" }>): Action | undefined {
    const lane = this.world.laneAt(level, place);
    return lane && { kind: "set", at: { ...lane, level }, settings };
  }

  #resolveComplete({ first, count }: Extract<Step, { kind: "complete" }>): Action | undefined {
    const running = this.#inFlight().filter((chunk) => !this.#lost.has(chunk));
    if (running.length === 0) return undefined;
    const start = first % running.length;
    return { kind: "complete", chunks: running.slice(start, start + count) };
  }

  #inFlight(): SimulatedChunk[] {
    return this.world.chunks.filter(({ state }) => state === "PROCESSING");
  }
}

/** Returns the due time of a delayed chunk: it is due at the next claim, or only after the clock has jumped. */
export function dueTime(due: Work["due"], nowUs: bigint): bigint | undefined {
  switch (due) {
    case "now":
      return undefined;
    case "soon":
      return nowUs - SECOND_US;
    case "later":
      return nowUs + HOUR_US;
  }
}

function pick<Item>(items: readonly Item[], number: number): Item | undefined {
  return items[number % Math.max(items.length, 1)];
}

export type PredictedClaim = {
  readonly changes: readonly LaneChange[];
  readonly turns: readonly SimulatedChunk[];
  readonly emptied: readonly bigint[];
};

export type PredictionMoment = TurnQuery & {
  readonly limit: number;
  /** Is called between the turns, when the chunk has been taken. */
  readonly onTurn?: (chunk: SimulatedChunk) => void;
  readonly onAbsorbed?: () => void;
};

export function predictClaim(world: World, tree: FairTree, moment: PredictionMoment): PredictedClaim {
  const { limit, nowUs } = moment;
  const changes = world.absorb(nowUs, tree);
  tree.apply(changes);
  moment.onAbsorbed?.();
  const turns: SimulatedChunk[] = [];
  const emptied: bigint[] = [];
  while (turns.length < limit) {
    const leaf = tree.next(moment);
    if (leaf === undefined) break;
    const [chunk, following] = world.waitingIn(leaf.id);
    if (following === undefined) emptied.push(leaf.id);
    if (chunk === undefined) {
      tree.empty(leaf);
      continue;
    }
    const limits = tree.limitsOf(chunk.task).filter(({ isCounted }) => isCounted);
    const slots = slotsOf(tree, chunk) | (limits.length > 0 ? LIMITS_SLOT : 0);
    world.take(
      chunk,
      slots,
      limits.map(({ id }) => id),
    );
    tree.take(leaf, { isLast: following === undefined, nowUs });
    turns.push(chunk);
    moment.onTurn?.(chunk);
  }
  return { changes, turns, emptied };
}

/** The slot that says that shared limits count a chunk. */
const LIMITS_SLOT = 16;

/** Returns the levels that count a chunk as in flight: bit 0 pool, 1 tenant, 2 group, 3 leaf. */
function slotsOf(tree: FairTree, { task }: SimulatedChunk): number {
  const ids = [tree.root, task.tenant, task.group, task.leaf];
  const path: (Lane | undefined)[] = ids.map((id) => tree.lanes.get(id));
  return path.reduce((slots, lane, level) => (lane?.isCounted === true ? slots | (1 << level) : slots), 0);
}

export type ModelRun = {
  readonly events: readonly TraceEvent[];
  /** Task and number of each dispatched chunk, in order. */
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
      const routes = simulation.world.routesOf(action.serves);
      const isReplyLost = action.fate === "reply lost";
      const { turns } = simulation.claim({ limit: action.limit, nowUs, isReplyLost, routes });
      return turns.map(({ task, number }) => `${String(task.taskId)}/${String(number)}`);
    }
  }
}
