/** Runs claimed chunks concurrently, suspects alone, and passes their outcomes to the settler. */
import type { RotaError } from "../errors.ts";
import type { TakenChunk } from "../fairness/take-turns.ts";
import type { TaskDefinition } from "../tasks/define-task.ts";
import { finishTypeId, typeId } from "../tasks/lanes.ts";
import type { ChunkOutcome } from "../tasks/outcome.ts";
import { endedChunk } from "./decide-outcome.ts";
import { type AttemptCounts, AttemptTally, endChunkSpan } from "./observe-attempts.ts";
import { Attempt, type AttemptParts } from "./run-chunk.ts";
import { createSettler, type LeasedChunk, type Settler } from "./settle-chunks.ts";
import type { WorkerContext } from "./worker-context.ts";
import { runAlone } from "./worker.sql.ts";

export type RunnerEvents = {
  /** A slot is free again. */
  readonly onFree: () => void;
  /** These chunks are settled or given up: this worker does nothing more with them. */
  readonly onOver?: (chunks: readonly LeasedChunk[]) => void;
};

/** How long a chunk of an unknown type is left to other workers before any worker gets it again. */
const UNKNOWN_TYPE_MS = 5_000;

/** How often the time limits of attempts are checked. */
const TIME_LIMIT_CHECK_MS = 50;

export class Runner {
  readonly #context: WorkerContext;
  readonly #events: RunnerEvents;
  readonly #types: ReadonlyMap<string, KnownType>;
  readonly #settler: Settler;
  readonly #leases: UnsettledLeases;
  readonly #attemptParts: AttemptParts;
  readonly #running = new Set<Attempt>();
  readonly #suspects: TakenChunk[] = [];
  #isAlone = false;
  #isChecking = false;
  #onDone: (() => void)[] = [];

  constructor(context: WorkerContext, events: RunnerEvents) {
    this.#context = context;
    this.#events = events;
    this.#types = knownTypes(context.definitions);
    this.#leases = createUnsettledLeases(context);
    this.#settler = createSettler(context, {
      onSettled: (chunks) => this.#leases.settled(chunks),
      onOver: (chunks) => {
        events.onOver?.(chunks);
        this.#moveOn();
      },
    });
    this.#attemptParts = { context, onEnd: (attempt, outcome) => this.#end(attempt, outcome) };
  }

  /**
   * The number of chunks that may be claimed. Chunks that ended but are not settled yet take no slot, up to as many as there are
   * slots: settling continues beside the next claim.
   */
  free(): number {
    const { slots } = this.#context;
    const mustWait = this.#isAlone || this.#suspects.length > 0 || this.#settler.waiting > slots;
    return mustWait ? 0 : slots - this.#running.size;
  }

  start(chunks: readonly TakenChunk[]): void {
    this.#leases.add(chunks);
    this.#hold(chunks);
    const nowMs = this.#context.clock.monotonicMs();
    for (const chunk of chunks) {
      if (chunk.isSuspect) this.#suspects.push(chunk);
      else this.#run(chunk, nowMs);
    }
    this.#moveOn();
  }

  abort(concerns: (chunk: TakenChunk) => boolean, reason: RotaError): void {
    for (const attempt of this.#running) if (concerns(attempt.chunk)) attempt.abort(reason);
    for (const chunk of this.#suspects.splice(0)) {
      if (concerns(chunk)) this.#giveBack(chunk);
      else this.#suspects.push(chunk);
    }
  }

  /** Drops outcomes that cannot be settled at once. */
  giveUp(): void {
    this.#settler.giveUp();
  }

  /** Counts the attempts that ended here, by type and outcome. */
  counts(): AttemptCounts[] {
    return [...new Set([...this.#types.values()].map(({ tally }) => tally))].map((tally) => tally.read());
  }

  get running(): number {
    return this.#running.size;
  }

  /** Returns when nothing runs and everything is settled. */
  done(): Promise<void> {
    return new Promise((resolve) => {
      this.#onDone.push(resolve);
      this.#moveOn();
    });
  }

  /** Undefined: no definition of this worker can run the chunk. */
  #run(chunk: TakenChunk, nowMs: number): Attempt | undefined {
    const known = this.#types.get(chunk.typeId);
    if (known === undefined) {
      this.#leaveToOthers(chunk);
      return undefined;
    }
    const attempt = new Attempt(this.#attemptParts, chunk, known, nowMs);
    this.#running.add(attempt);
    if (!this.#isChecking) void this.#checkTimes();
    void attempt.run();
    return attempt;
  }

  #end(attempt: Attempt, outcome: ChunkOutcome<unknown>): void {
    this.#running.delete(attempt);
    const ended = endedChunk(outcome, attempt, this.#context);
    attempt.known.tally.add(ended, this.#context.clock.monotonicMs() - attempt.startedMs);
    if (attempt.span !== undefined) endChunkSpan(attempt.span, ended);
    this.#settler.add(ended);
  }

  #leaveToOthers({ taskId, number, leaseToken }: TakenChunk): void {
    const reason = `no worker here knows the type of chunk ${String(number)} of task ${String(taskId)}: it is left to others`;
    const outcome = { kind: "snooze", afterMs: UNKNOWN_TYPE_MS, reason, code: "TASK_TYPE_UNKNOWN" } as const;
    this.#settler.add({ taskId, number, leaseToken, ...outcome });
  }

  #giveBack({ taskId, number, leaseToken }: TakenChunk): void {
    this.#settler.add({ taskId, number, leaseToken, kind: "return" });
  }

  /** Checks the times of all attempts with one timer: most end before it fires. */
  async #checkTimes(): Promise<void> {
    const { clock } = this.#context;
    this.#isChecking = true;
    await clock.wait(0);
    while (this.#running.size > 0) {
      await clock.wait(TIME_LIMIT_CHECK_MS);
      for (const attempt of this.#running) attempt.checkTime(clock.monotonicMs());
    }
    this.#isChecking = false;
  }

  /** Renews the leases of these chunks for as long as the one of them with the most time may run from now on. */
  #hold(chunks: readonly TakenChunk[]): void {
    let longestMs = 0;
    for (const { typeId } of chunks)
      longestMs = Math.max(longestMs, this.#types.get(typeId)?.definition.timeoutMs ?? 0);
    this.#leases.hold(chunks, longestMs + 2 * this.#context.graceMs);
  }

  /** The chunk stays among the suspects until it runs, so that an abort before that gives it back. */
  async #runSuspect(chunk: TakenChunk): Promise<void> {
    this.#isAlone = true;
    this.#hold([chunk]); // its time begins now, after all chunks before it
    const [row] = await this.#context.database.query(runAlone(chunk)).catch(() => []);
    const place = this.#suspects.indexOf(chunk);
    if (place >= 0) {
      this.#suspects.splice(place, 1);
      // Without an answer it is not known to be alone: it goes back, for another worker to try.
      if (row?.is_alone === true) await this.#run(chunk, this.#context.clock.monotonicMs())?.ended();
      else this.#giveBack(chunk);
    }
    await this.#settler.settled();
    this.#isAlone = false;
  }

  /** Starts the next suspect when nothing else runs or waits to be settled. */
  #moveOn(): void {
    if (this.#isAlone || this.#running.size > 0 || this.#settler.waiting > 0) return this.#events.onFree();
    const [suspect] = this.#suspects;
    if (suspect !== undefined) {
      void this.#runSuspect(suspect).then(() => this.#moveOn());
      return;
    }
    this.#events.onFree();
    const waiting = this.#onDone;
    this.#onDone = [];
    for (const done of waiting) done();
  }
}

type UnsettledLeases = {
  add(chunks: readonly LeasedChunk[]): void;
  /** Renews the leases of these chunks for so long from now. */
  hold(chunks: readonly LeasedChunk[], untilMs: number): void;
  settled(chunks: readonly LeasedChunk[]): void;
};

/** Counts the unsettled chunks of each lease, and drops a lease with the last of them. */
function createUnsettledLeases({ leases, onSettled }: WorkerContext): UnsettledLeases {
  const unsettled = new Map<bigint, number>();
  return {
    add(chunks) {
      for (const { leaseToken, count } of runsOf(chunks))
        unsettled.set(leaseToken, (unsettled.get(leaseToken) ?? 0) + count);
    },
    hold(chunks, untilMs) {
      for (const { leaseToken } of runsOf(chunks)) leases.hold(leaseToken, { untilMs });
    },
    settled(chunks) {
      for (const { leaseToken, count } of runsOf(chunks)) {
        const left = (unsettled.get(leaseToken) ?? count) - count;
        if (left > 0) unsettled.set(leaseToken, left);
        else if (unsettled.delete(leaseToken)) {
          leases.drop(leaseToken);
          onSettled?.();
        }
      }
    },
  };
}

type Run = { readonly leaseToken: bigint; count: number };

/** Counts neighbours with one lease together: the chunks of one claim share a lease and mostly come together. */
function runsOf(chunks: readonly LeasedChunk[]): readonly Run[] {
  const runs: Run[] = [];
  let run: Run | undefined;
  for (const { leaseToken } of chunks) {
    if (run?.leaseToken !== leaseToken) runs.push((run = { leaseToken, count: 0 }));
    run.count++;
  }
  return runs;
}

/** The type of a chunk: of the work itself, or of the last chunk, which follows when all others are done. */
export type KnownType = {
  readonly definition: TaskDefinition;
  readonly isFinish: boolean;
  /** The counts of the type, shared by all of its versions. */
  readonly tally: AttemptTally;
};

/** Chunks of other types are left to other workers. */
function knownTypes(definitions: readonly TaskDefinition[]): ReadonlyMap<string, KnownType> {
  const known = new Map<string, KnownType>();
  const tallies = new Map(definitions.map(({ name }) => [name, new AttemptTally(name)]));
  for (const definition of definitions) {
    const tally = tallies.get(definition.name) ?? new AttemptTally(definition.name);
    const type = { type: definition.name, version: definition.version };
    known.set(String(typeId(type)), { definition, isFinish: false, tally });
    known.set(String(finishTypeId(type)), { definition, isFinish: true, tally });
  }
  return known;
}
