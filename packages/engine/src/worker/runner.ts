/** Runs claimed chunks concurrently, suspects alone, and passes their outcomes to the settler. */
import type { RotaError } from "../errors.ts";
import type { TakenChunk } from "../fairness/take-turns.ts";
import type { Clock } from "../runtime/clock.ts";
import type { CallCounts } from "../runtime/histogram.ts";
import type { TaskDefinition } from "../tasks/define-task.ts";
import { finishTypeId, typeId } from "../tasks/lanes.ts";
import { type AttemptEnd, outcomeFor } from "./attempt-outcome.ts";
import { type AttemptCounts, AttemptTally, createTraceOf, endChunkSpan } from "./observe-attempts.ts";
import { Attempt, type AttemptParts, type RunParts } from "./run-chunk.ts";
import { createSettler, type LeasedChunk, type Settler } from "./settle-chunks.ts";
import { runAlone } from "./worker.sql.ts";

export type RunnerOptions = Omit<RunParts, "traceOf"> & {
  readonly definitions: readonly TaskDefinition[];
  readonly slots: number;
  readonly leases: LeaseHolder;
  readonly graceMs: number;
  readonly clock: Clock;
  /** Counts the statements that settle, if anybody wants to know. */
  readonly settles?: CallCounts | undefined;
  /** A slot is free again. */
  readonly onFree: () => void;
  /** These chunks are settled, or given up: nothing more becomes of them here. */
  readonly onOver?: (chunks: readonly LeasedChunk[]) => void;
};

/** How long a chunk of an unknown type is left to other workers before anybody gets it again. */
const UNKNOWN_TYPE_MS = 5_000;

/** How often it is looked whether the time of an attempt is over. */
const TIME_LIMIT_CHECK_MS = 50;

export class Runner {
  readonly #options: RunnerOptions;
  readonly #types: ReadonlyMap<string, KnownType>;
  readonly #settler: Settler;
  readonly #leases: UnsettledLeases;
  readonly #attemptParts: AttemptParts;
  readonly #running = new Set<Attempt>();
  readonly #suspects: TakenChunk[] = [];
  #isAlone = false;
  #isLooking = false;
  #onDone: (() => void)[] = [];

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#types = knownTypes(options.definitions);
    this.#leases = createUnsettledLeases(options.leases);
    this.#settler = createSettler({
      ...options,
      onSettled: (chunks) => this.#leases.settled(chunks),
      onOver: (chunks) => {
        options.onOver?.(chunks);
        this.#moveOn();
      },
    });
    const traceOf = createTraceOf(options.database);
    this.#attemptParts = { ...options, traceOf, onEnd: (attempt, end) => this.#end(attempt, end) };
  }

  /**
   * How many more chunks may be claimed. What ended but is not settled yet takes no slot, up to as many again: settling
   * goes on beside the next claim.
   */
  free(): number {
    const { slots } = this.#options;
    const mustWait = this.#isAlone || this.#suspects.length > 0 || this.#settler.waiting > slots;
    return mustWait ? 0 : slots - this.#running.size;
  }

  start(chunks: readonly TakenChunk[]): void {
    this.#leases.add(chunks);
    this.#hold(chunks);
    const nowMs = this.#options.clock.monotonicMs();
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

  /** Drops what cannot be settled at once. */
  giveUp(): void {
    this.#settler.giveUp();
  }

  /** What became of the attempts that ended here, by type. */
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

  /** Undefined: nobody here knows how to run it. */
  #run(chunk: TakenChunk, nowMs: number): Attempt | undefined {
    const known = this.#types.get(chunk.typeId);
    if (known === undefined) {
      this.#leaveToOthers(chunk);
      return undefined;
    }
    const attempt = new Attempt(this.#attemptParts, chunk, known, nowMs);
    this.#running.add(attempt);
    if (!this.#isLooking) void this.#lookAtAttempts();
    void attempt.run();
    return attempt;
  }

  #end(attempt: Attempt, end: AttemptEnd): void {
    this.#running.delete(attempt);
    const { owner: worker, clock } = this.#options;
    const outcome = outcomeFor(end, attempt, { worker, clock });
    attempt.known.tally.add(outcome, clock.monotonicMs() - attempt.startedMs);
    if (attempt.span !== undefined) endChunkSpan(attempt.span, outcome);
    this.#settler.add(outcome);
  }

  #leaveToOthers(chunk: TakenChunk): void {
    const message = `no worker here knows the type of chunk ${String(chunk.number)} of task ${String(chunk.taskId)}: it is left to others`;
    const error = { code: "TASK_TYPE_UNKNOWN", message };
    this.#settler.add({ unfinished: { ...chunk, outcome: "SNOOZE", delayMs: UNKNOWN_TYPE_MS, error } });
  }

  #giveBack(chunk: TakenChunk): void {
    this.#settler.add({ unfinished: { ...chunk, outcome: "RETURN" } });
  }

  /** One timer for all that run: most end before it ever looks. */
  async #lookAtAttempts(): Promise<void> {
    const { clock } = this.#options;
    this.#isLooking = true;
    await clock.wait(0);
    while (this.#running.size > 0) {
      await clock.wait(TIME_LIMIT_CHECK_MS);
      for (const attempt of this.#running) attempt.look(clock.monotonicMs());
    }
    this.#isLooking = false;
  }

  /** Renews the leases of these chunks for as long as the one of them with the most time may run from now on. */
  #hold(chunks: readonly TakenChunk[]): void {
    let longestMs = 0;
    for (const { typeId } of chunks)
      longestMs = Math.max(longestMs, this.#types.get(typeId)?.definition.timeoutMs ?? 0);
    this.#leases.hold(chunks, longestMs + 2 * this.#options.graceMs);
  }

  /** It stays among the suspects until it runs, so that an abort before that gives it back. */
  async #runSuspect(chunk: TakenChunk): Promise<void> {
    this.#isAlone = true;
    this.#hold([chunk]); // its time begins now, after that of all before it
    const [row] = await this.#options.database.query(runAlone(chunk)).catch(() => []);
    const place = this.#suspects.indexOf(chunk);
    if (place >= 0) {
      this.#suspects.splice(place, 1);
      // Without an answer it is not known to be alone: it goes back, and is tried by somebody else.
      if (row?.is_alone === true) await this.#run(chunk, this.#options.clock.monotonicMs())?.ended();
      else this.#giveBack(chunk);
    }
    await this.#settler.settled();
    this.#isAlone = false;
  }

  /** Suspects have their turn when nothing else is left to do. */
  #moveOn(): void {
    if (this.#isAlone || this.#running.size > 0 || this.#settler.waiting > 0) return this.#options.onFree();
    const [suspect] = this.#suspects;
    if (suspect !== undefined) {
      void this.#runSuspect(suspect).then(() => this.#moveOn());
      return;
    }
    this.#options.onFree();
    const waiting = this.#onDone;
    this.#onDone = [];
    for (const done of waiting) done();
  }
}

/** Keeps leases alive while their chunks run. */
export type LeaseHolder = {
  readonly isWatched: boolean;
  hold(leaseToken: bigint, options: { readonly untilMs: number }): void;
  drop(leaseToken: bigint): void;
};

type UnsettledLeases = {
  add(chunks: readonly LeasedChunk[]): void;
  /** Renewed for so long from now on. */
  hold(chunks: readonly LeasedChunk[], untilMs: number): void;
  settled(chunks: readonly LeasedChunk[]): void;
};

/** Counts the unsettled chunks of each lease, and drops a lease with the last of them. */
function createUnsettledLeases(holder: LeaseHolder): UnsettledLeases {
  const unsettled = new Map<bigint, number>();
  return {
    add(chunks) {
      for (const { leaseToken, count } of runsOf(chunks))
        unsettled.set(leaseToken, (unsettled.get(leaseToken) ?? 0) + count);
    },
    hold(chunks, untilMs) {
      for (const { leaseToken } of runsOf(chunks)) holder.hold(leaseToken, { untilMs });
    },
    settled(chunks) {
      for (const { leaseToken, count } of runsOf(chunks)) {
        const left = (unsettled.get(leaseToken) ?? count) - count;
        if (left > 0) unsettled.set(leaseToken, left);
        else if (unsettled.delete(leaseToken)) holder.drop(leaseToken);
      }
    },
  };
}

type Run = { readonly leaseToken: bigint; count: number };

/** Chunks of one claim share a lease and mostly come together: they are counted as one run. */
function runsOf(chunks: readonly LeasedChunk[]): readonly Run[] {
  const runs: Run[] = [];
  let run: Run | undefined;
  for (const { leaseToken } of chunks) {
    if (run?.leaseToken !== leaseToken) runs.push((run = { leaseToken, count: 0 }));
    run.count++;
  }
  return runs;
}

/** A chunk of the work itself, or the one that follows when all of it is done. */
export type KnownType = {
  readonly definition: TaskDefinition;
  readonly isFinish: boolean;
  /** The same one for all versions of a type. */
  readonly tally: AttemptTally;
};

/** Whatever is missing here is left to other workers. */
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
