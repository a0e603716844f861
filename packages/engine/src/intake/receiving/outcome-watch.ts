/** Tells when events have an outcome: one look at the database for all who wait, at once when this process settled something. */
import type { Queryable } from "../../database/database.ts";
import type { Clock } from "../../runtime/clock.ts";
import { readOutcomes, type EventName, type KnownOutcome } from "./read-outcome.ts";

export type OutcomeWatch = {
  /** The outcome as it is known when the event has one or the time is over. Rejects when that cannot be found out. */
  wait(name: EventName, waitMs: number): Promise<KnownOutcome | undefined>;
  /** Something was settled here: look at once. */
  wake(): void;
};

type Waiter = {
  readonly name: EventName;
  readonly untilMs: number;
  readonly resolve: (outcome: KnownOutcome | undefined) => void;
  readonly reject: (error: unknown) => void;
};

/** Of one look; the others have the next. */
const NAMES_MAX = 1_000;
const LOOK_MS_MIN = 3;
const LOOK_MS_MAX = 100;

export function createOutcomeWatch(database: Queryable, clock: Clock): OutcomeWatch {
  const waiters = new Set<Waiter>();
  let pause = new AbortController();
  let isWatching = false;

  const watch = async (): Promise<void> => {
    let pauseMs = LOOK_MS_MIN;
    while (waiters.size > 0) {
      pause = new AbortController();
      await look();
      if (waiters.size === 0) break;
      await clock.wait(LOOK_MS_MIN); // however often it is woken
      const soonestMs = Math.min(...[...waiters].map(({ untilMs }) => untilMs)) - clock.monotonicMs();
      await clock.wait(Math.max(0, Math.min(pauseMs, soonestMs)), pause.signal);
      pauseMs = pause.signal.aborted ? LOOK_MS_MIN : Math.min(LOOK_MS_MAX, pauseMs * 2);
    }
    isWatching = false;
  };

  const look = async (): Promise<void> => {
    const asked = [...waiters].slice(0, NAMES_MAX);
    for (const waiter of asked) waiters.delete(waiter);
    try {
      const outcomes = await readOutcomes(
        database,
        asked.map(({ name }) => name),
      );
      for (const [index, waiter] of asked.entries()) {
        const outcome = outcomes[index];
        if (outcome?.kind !== "waiting" || clock.monotonicMs() >= waiter.untilMs) waiter.resolve(outcome);
        else waiters.add(waiter); // behind those who were not asked for
      }
    } catch (error) {
      for (const waiter of asked) waiter.reject(error);
    }
  };

  return {
    wait: (name, waitMs) =>
      new Promise((resolve, reject) => {
        waiters.add({ name, untilMs: clock.monotonicMs() + waitMs, resolve, reject });
        pause.abort();
        if (isWatching) return;
        isWatching = true;
        void watch();
      }),
    wake: () => pause.abort(),
  };
}
