/** Simulates what can happen to processes, their calls and their database, each as one event that is checked at once. */
import type { ComputePool } from "../../src/compute/compute-pool.ts";
import { isRotaError } from "../../src/errors.ts";
import { cancelTask } from "../../src/tasks/change-task.ts";
import type { NewTask } from "../../src/tasks/new-task.ts";
import { planTask } from "../../src/tasks/plan-task.ts";
import { redriveChunks } from "../../src/tasks/redrive-chunks.ts";
import { submitTasks } from "../../src/tasks/submit-tasks.ts";
import { type Random, seededRandom } from "../seeded-random.ts";
import { createHeldClock } from "../support/held-clock.ts";
import type { SimulatedDatabase } from "./crash-histories-database.ts";
import { type Call, type Client, type Fate, Network } from "./crash-histories-network.ts";
import { PRESENCE_GRACE_MS, SimulatedProcess } from "./crash-histories-process.ts";
import { findBrokenState, findBrokenStep } from "./crash-histories-promises.ts";
import { type Deed, type Part, PLACE, type Run, simulatedTasks } from "./crash-histories-tasks.ts";
import * as rows from "./crash-histories.sql.ts";
import type { TaskSeen } from "./crash-histories.sql.ts";

/** A promise was broken. */
export class HistoryFault extends Error {}

export type SimulationOptions = {
  readonly on: SimulatedDatabase;
  readonly compute: ComputePool;
  readonly seed: number;
};

const HOUR_MS = 3_600_000;
const SUBMISSION_TRIES = 4;
/** They write nothing, so there is nothing to check after them. */
const READS: ReadonlySet<string> = new Set(["chunks", "statement"]);
const REFUSALS = ["DATABASE_UNAVAILABLE", "TASK_FINISHED", "TASK_INVALID"] as const;

export class Simulation {
  readonly random;
  readonly features;
  readonly trace: string[] = [];
  readonly #on: SimulatedDatabase;
  readonly #compute: ComputePool;
  readonly #clock = createHeldClock();
  readonly #network: Network;
  readonly #users: Client = { name: "user", hasExited: false, isCutOff: false };
  readonly #runs: Run[] = [];
  readonly #holders = new Map<string, Client>();
  readonly #absent = new Set<string>();
  #processes: SimulatedProcess[] = [];
  #started = 0;
  #keys = 0;
  /** A refusal that was not expected. */
  #surprise: string | undefined;
  /** No fault happens any more, and handlers do their work. */
  isCalm = false;
  seen: rows.Seen = { last: "", chunks: [], tasks: [], leases: [], effects: [], counts: {} };

  constructor({ on, compute, seed }: SimulationOptions) {
    this.#on = on;
    this.#compute = compute;
    this.random = seededRandom(seed);
    this.features = makeFeatures(this.random);
    this.#network = new Network(on.database, () => this.random.below(3));
  }

  get waiting(): readonly Call[] {
    return this.#network.waiting();
  }

  get processes(): readonly SimulatedProcess[] {
    return this.#processes;
  }

  /** Lets everything continue that waits for nothing but its turn. */
  async settle(): Promise<void> {
    await this.#clock.advance(0);
    for (const process of this.#processes) if (process.hasEnded) await this.#forget(process);
    for (const process of this.#processes) if (process.hasLostSession) await this.endSession(process);
  }

  async deliver(call: Call, fate: Fate): Promise<void> {
    this.trace.push(`${call.name} of ${call.client.name} is ${fate}`);
    await call.meet(fate);
    if (fate === "not sent" || fate === "dropped" || READS.has(call.name)) return;
    const before = this.seen;
    this.seen = await this.#on.see(before);
    if (this.seen === before) return this.#assert(this.#network.refusal?.message);
    for (const { token, chunks } of this.seen.leases) {
      if (before.leases.some((lease) => lease.token === token)) continue;
      if (chunks.length === 0) continue; // a fence against a claim whose answer was lost
      this.#assert(this.#holders.has(token) ? `lease ${token} was given before` : undefined);
      this.#holders.set(token, call.client);
    }
    const step = { name: call.name, by: call.client, before, after: this.seen, nowMs: this.#on.nowMs() };
    const known = { runs: this.#runs, holders: this.#holders, isAbsent: (owner: string) => this.#isAbsent(owner) };
    this.#assert(findBrokenStep(step, known) ?? findBrokenState(this.seen) ?? this.#network.refusal?.message);
  }

  startProcess(): void {
    const name = this.#nameOfNext();
    const isIgnorant = !this.isCalm && this.random.chance(0.1);
    const process = new SimulatedProcess({
      network: this.#network,
      clock: this.#clock,
      compute: this.#compute,
      owner: name,
      queue: PLACE.queue,
      slots: this.features.slots,
      definitions: (clock, by) => {
        const tasks = simulatedTasks({ clock, begin: (run) => this.#begin(run, by), decide: () => this.#decide() });
        return Object.values(tasks).filter((definition) => !isIgnorant || definition !== tasks.parts);
      },
    });
    this.trace.push(`${name} starts`);
    this.#processes.push(process);
    process.start();
  }

  /** A process that was started again may have the name of the one before. */
  #nameOfNext(): string {
    const earlier = `worker-${String(1 + this.random.below(this.#started))}`;
    const isFree = this.#started > 0 && this.#processes.every(({ owner }) => owner !== earlier);
    return isFree && this.random.chance(0.5) ? earlier : `worker-${String(++this.#started)}`;
  }

  async kill(process: SimulatedProcess): Promise<void> {
    this.trace.push(`${process.owner} is killed`);
    process.kill();
    for (const call of this.#network.waitingOf(process.client))
      await this.deliver(call, this.random.pick(["dropped", "unacknowledged"]));
    await this.#forget(process);
  }

  /** Whether the server notices depends on what hinders it: a broken cable ends the session, a stopped process keeps it. */
  async freeze(process: SimulatedProcess): Promise<void> {
    this.trace.push(`${process.owner} is frozen`);
    process.freeze();
    if (this.random.chance(0.5)) await this.endSession(process);
  }

  thaw(process: SimulatedProcess): void {
    this.trace.push(`${process.owner} is thawed`);
    process.thaw();
  }

  stop(process: SimulatedProcess): void {
    this.trace.push(`${process.owner} is asked to stop`);
    process.stop();
  }

  async renew(process: SimulatedProcess): Promise<void> {
    if (this.features.isWatched && !process.isPresent) {
      await this.#on.database.query(rows.holdPresence(process.owner));
      this.#absent.delete(process.owner);
      process.isPresent = true;
    }
    process.renew();
  }

  async endSession(process: SimulatedProcess): Promise<void> {
    process.hasLostSession = false;
    if (!process.isPresent) return;
    process.isPresent = false;
    this.#absent.add(process.owner);
    await this.#on.database.query(rows.endPresence(process.owner));
  }

  /** Calls under way are broken off before or after their commit, and all sessions end. */
  async restart(): Promise<void> {
    this.trace.push("the database restarts");
    for (const call of this.waiting) await this.deliver(call, this.random.pick(["not sent", "reply lost", "cut off"]));
    for (const process of this.#processes) await this.endSession(process);
    await this.#on.restart();
  }

  /** Moves the time of all processes and the database. */
  async pass(ms: number): Promise<void> {
    this.trace.push(`${String(ms)} ms pass`);
    await this.#on.advance(ms);
    await this.#clock.advance(ms);
  }

  /** Moves the time of the database only, as if all processes had slept. */
  async passHour(): Promise<void> {
    this.trace.push("an hour passes while processes sleep");
    await this.#on.advance(HOUR_MS);
  }

  submit(): void {
    const task = makeTask(this.random, { ...this.features, tasks: this.seen.tasks, key: String(++this.#keys) });
    this.#run(this.#submit(task));
  }

  cancel(): void {
    const task = this.seen.tasks[this.random.below(this.seen.tasks.length)];
    if (task === undefined) return;
    this.trace.push(`task ${String(task.task_id)} is to be cancelled`);
    this.#run(cancelTask(this.#network.connect(this.#users), BigInt(task.task_id)));
  }

  redrive(): void {
    const task = this.seen.tasks[this.random.below(this.seen.tasks.length)];
    if (task === undefined) return;
    const request = this.random.chance(0.5) ? { queue: PLACE.queue } : { taskId: BigInt(task.task_id) };
    this.#run(redriveChunks(this.#network.connect(this.#users), request));
  }

  async #submit(planned: Promise<NewTask>): Promise<void> {
    const task = await planned;
    this.trace.push(`${task.type} of ${String(task.chunks.length)} for ${task.tenant} is to be submitted`);
    for (let tries = 1; ; tries++) {
      try {
        await submitTasks(this.#network.connect(this.#users), [task]);
        return;
      } catch (error) {
        // Without a key it is unknown whether it is there already.
        const isWorthIt = task.unique !== undefined && tries < SUBMISSION_TRIES;
        if (!isWorthIt || !isRotaError(error, "DATABASE_UNAVAILABLE")) throw error;
      }
    }
  }

  /** Requests of users may be refused, but only for known reasons. */
  #run(asked: Promise<unknown>): void {
    asked.catch((error: unknown) => {
      if (!REFUSALS.some((code) => isRotaError(error, code)))
        this.#surprise ??= error instanceof Error ? error.message : "by no error";
    });
  }

  #begin({ taskId, number, attempt }: { taskId: bigint; number: number; attempt: number }, by: Client): number {
    this.trace.push(`${by.name} runs ${String(taskId)}/${String(number)}, attempt ${String(attempt)}`);
    return this.#runs.push({ taskId: Number(taskId), number, attempt, by }) - 1;
  }

  #decide() {
    if (this.isCalm) return { deed: "complete", waitMs: 0 } as const;
    return { deed: this.random.pick(this.features.deeds), waitMs: this.random.pick([0, 0, 0, 20, 400, 2_000]) };
  }

  /** The time of its absence is known only from poll to poll: a process that was back in between may count as absent all along. */
  #isAbsent(owner: string): boolean {
    return this.#absent.has(owner) && this.#on.nowMs() - this.#on.startedMs() >= PRESENCE_GRACE_MS;
  }

  async #forget(process: SimulatedProcess): Promise<void> {
    this.#processes = this.#processes.filter((other) => other !== process);
    process.kill();
    await this.endSession(process);
  }

  #assert(broken: string | undefined): void {
    if (broken !== undefined) throw new HistoryFault(broken);
    if (this.#surprise !== undefined) throw new HistoryFault(`a user was refused: ${this.#surprise}`);
  }
}

export type Features = {
  readonly processes: number;
  readonly slots: number;
  /** How many events before all faults stop. */
  readonly events: number;
  /** The chance that the connection of a call breaks. */
  readonly callFaults: number;
  readonly deeds: readonly [Deed, ...Deed[]];
  readonly isWatched: boolean;
  readonly hasParents: boolean;
  readonly hasCaps: boolean;
  readonly happenings: readonly [Happening, ...Happening[]];
};

/** The events beside calls that arrive. */
export type Happening =
  | "time passes"
  | "renew"
  | "submit"
  | "cancel"
  | "redrive"
  | "leases run out"
  | "kill"
  | "freeze"
  | "thaw"
  | "stop"
  | "restart";

const ALWAYS: readonly Happening[] = ["time passes", "time passes", "time passes", "renew", "submit"];
const SOMETIMES: readonly (readonly Happening[])[] = [
  ["cancel"],
  ["redrive"],
  ["leases run out"],
  ["kill"],
  ["freeze", "thaw", "leases run out"],
  ["stop"],
  ["restart"],
];
const DEEDS: readonly Deed[] = ["throw", "fail", "snooze", "retry", "hang", "linger", "throw within", "throw after"];

export function makeFeatures(random: Random): Features {
  const half = <Item>(items: readonly Item[]): Item[] => items.filter(() => random.chance(0.5));
  return {
    processes: 1 + random.below(3),
    slots: 1 + random.below(4),
    events: 30 + random.below(90),
    callFaults: random.pick([0, 0.05, 0.15, 0.3]),
    deeds: ["complete", "complete", "complete", ...half(DEEDS)],
    isWatched: random.chance(0.5),
    hasParents: random.chance(0.5),
    hasCaps: random.chance(0.5),
    happenings: ["submit", ...ALWAYS, ...half(SOMETIMES).flat()],
  };
}

export type Submission = Pick<Features, "hasCaps" | "hasParents"> & {
  /** Tasks that there are, to be parents. */
  readonly tasks: readonly TaskSeen[];
  /** A name that was not used before. */
  readonly key: string;
};

const PARTS_MAX = 4;

/** Tasks that are only planned: no process runs their handlers. */
const TASKS = simulatedTasks({
  clock: { now: () => new Date(0), monotonicMs: () => 0, wait: () => Promise.resolve() },
  begin: () => 0,
  decide: () => ({ deed: "complete", waitMs: 0 }),
});

export async function makeTask(random: Random, { hasCaps, hasParents, tasks, key }: Submission): Promise<NewTask> {
  const kind = random.pick(["job", "link", "parts", "parts", "chain"] as const);
  const isJob = kind === "job" || kind === "link";
  // A job cannot be a parent.
  const part = (): Part => ({ isCommit: random.chance(0.6), hasChild: !isJob && hasParents && random.chance(0.2) });
  const parts = Array.from({ length: 1 + random.below(PARTS_MAX) }, part);
  const cap = hasCaps && random.chance(0.5) ? { maxInFlight: 1 + random.below(2) } : {};
  const isKeyed = random.chance(0.5);
  const tenant = isKeyed ? `keyed-${key}` : random.pick(["ann", "bob"]);
  const parent = hasParents && random.chance(0.5) ? tasks[random.below(tasks.length)] : undefined;
  const placement = { ...PLACE, ...cap, tenant, ...(isKeyed ? { unique: { key } } : {}) };
  const task = await (isJob ? planTask(TASKS[kind], part(), placement) : planTask(TASKS[kind], parts, placement));
  return parent === undefined ? task : { ...task, parentId: BigInt(parent.task_id) };
}
