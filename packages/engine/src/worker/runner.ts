/** Runs claimed chunks beside each other, suspects alone, and hands their outcomes to the settler. */
import type { ComputePool } from "../compute/compute-pool.ts";
import type { Database } from "../database/database.ts";
import type { RotaError } from "../errors.ts";
import type { TakenChunk } from "../fairness/take-turns.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Logger } from "../runtime/logger.ts";
import type { TaskDefinition } from "../tasks/definition/define-task.ts";
import { startAttempt, type Attempt } from "./attempt.ts";
import { knownTypes } from "./known-types.ts";
import { outcomeFor } from "./outcome-for.ts";
import { runChunk } from "./run-chunk.ts";
import { createSettler } from "./settler.ts";
import type { LeaseHolder } from "./worker.ts";
import { runAlone } from "./worker.sql.ts";

export type RunnerOptions = {
  readonly database: Database;
  readonly definitions: readonly TaskDefinition[];
  readonly slots: number;
  readonly owner: string;
  readonly leases: LeaseHolder;
  readonly compute: ComputePool;
  readonly graceMs: number;
  readonly logger: Logger;
  readonly clock: Clock;
  /** A slot is free again. */
  readonly onFree: () => void;
};

export type Runner = {
  /** How many more chunks may be claimed. */
  free(): number;
  start(chunks: readonly TakenChunk[]): void;
  abort(concerns: (chunk: TakenChunk) => boolean, reason: RotaError): void;
  /** Returns when nothing runs and everything is settled. */
  done(): Promise<void>;
};

/** How long a chunk of an unknown type is left to other workers before anybody gets it again. */
const UNKNOWN_TYPE_MS = 5_000;

/** How often it is looked whether the time of an attempt is over. */
const LOOK_MS = 50;

export function createRunner(options: RunnerOptions): Runner {
  const { database, slots, owner, leases, compute, graceMs, logger, clock } = options;
  const types = knownTypes(options.definitions);
  const running = new Map<TakenChunk, Attempt>();
  const suspects: TakenChunk[] = [];
  const unsettledOf = new Map<bigint, number>();
  let isAlone = false;
  let looking: Promise<void> | undefined;
  let onDone: (() => void)[] = [];

  const settler = createSettler({
    database,
    owner,
    logger,
    clock,
    onSettled({ leaseToken }) {
      const left = (unsettledOf.get(leaseToken) ?? 1) - 1;
      if (left > 0) unsettledOf.set(leaseToken, left);
      else if (unsettledOf.delete(leaseToken)) leases.drop(leaseToken);
      moveOn();
    },
  });

  const run = async (chunk: TakenChunk): Promise<void> => {
    const known = types.get(chunk.typeId);
    if (known === undefined) {
      const message = `no worker here knows the type of chunk ${String(chunk.number)} of task ${String(chunk.taskId)}: it is left to others`;
      const error = { code: "TASK_TYPE_UNKNOWN", message };
      return settler.add({ unfinished: { ...chunk, outcome: "SNOOZE", delayMs: UNKNOWN_TYPE_MS, error } });
    }
    const { definition } = known;
    const commit = { isCommitted: false };
    const attempt = startAttempt(
      (signal) => runChunk({ database, owner, logger, chunk, known, signal, compute, commit }),
      { timeoutMs: definition.timeoutMs, graceMs },
      clock.monotonicMs(),
    );
    running.set(chunk, attempt);
    looking ??= lookAtAttempts();
    const end = await attempt.ended;
    running.delete(chunk);
    const outcome = outcomeFor(end, {
      chunk,
      definition,
      worker: owner,
      at: clock.now(),
      isCommitted: commit.isCommitted,
    });
    settler.add(outcome);
  };

  const lookAtAttempts = async (): Promise<void> => {
    await clock.wait(0);
    while (running.size > 0) {
      await clock.wait(LOOK_MS);
      for (const attempt of running.values()) attempt.look(clock.monotonicMs());
    }
    looking = undefined;
  };

  /** Renews the leases of these chunks for as long as the one of them with the most time may run from now on. */
  const hold = (chunks: readonly TakenChunk[]): void => {
    const longestMs = Math.max(...chunks.map(({ typeId }) => types.get(typeId)?.definition.timeoutMs ?? 0));
    for (const leaseToken of new Set(chunks.map((chunk) => chunk.leaseToken)))
      leases.hold(leaseToken, { untilMs: longestMs + 2 * graceMs });
  };

  /** It stays among the suspects until it runs, so that an abort before that gives it back. */
  const runSuspect = async (chunk: TakenChunk): Promise<void> => {
    isAlone = true;
    hold([chunk]); // its time begins now, after that of all before it
    const [row] = await database.query(runAlone(chunk)).catch(() => []);
    const place = suspects.indexOf(chunk);
    if (place >= 0) {
      suspects.splice(place, 1);
      // Without an answer it is not known to be alone: it goes back, and is tried by somebody else.
      if (row?.is_alone === true) await run(chunk);
      else settler.add({ unfinished: { ...chunk, outcome: "RETURN" } });
    }
    await settler.settled();
    isAlone = false;
  };

  /** Suspects have their turn when nothing else is left to do. */
  const moveOn = (): void => {
    if (isAlone || running.size > 0 || settler.waiting > 0) return options.onFree();
    const [suspect] = suspects;
    if (suspect !== undefined) void runSuspect(suspect).then(moveOn);
    else {
      options.onFree();
      const waiting = onDone;
      onDone = [];
      for (const done of waiting) done();
    }
  };

  return {
    /** What ended but is not settled yet takes no slot, up to as many again: settling goes on beside the next claim. */
    free: () => (isAlone || suspects.length > 0 || settler.waiting >= slots ? 0 : slots - running.size),
    start(chunks) {
      for (const { leaseToken } of chunks) unsettledOf.set(leaseToken, (unsettledOf.get(leaseToken) ?? 0) + 1);
      hold(chunks);
      for (const chunk of chunks) {
        if (chunk.isSuspect) suspects.push(chunk);
        else void run(chunk);
      }
      moveOn();
    },
    abort(concerns, reason) {
      for (const [chunk, attempt] of running) if (concerns(chunk)) attempt.abort(reason);
      for (const chunk of suspects.splice(0)) {
        if (concerns(chunk)) settler.add({ unfinished: { ...chunk, outcome: "RETURN" } });
        else suspects.push(chunk);
      }
    },
    done: () =>
      new Promise((resolve) => {
        onDone.push(resolve);
        moveOn();
      }),
  };
}
