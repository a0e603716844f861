/** Runs something again and again: at once when there is more or when woken, else after a pause, slower after errors. */
import assert from "node:assert/strict";
import { systemClock, type Clock } from "./clock.ts";
import type { Logger } from "./logger.ts";

/** The time of the next run: at once, when something happens, or at a known time if nothing happens before. */
export type Next = "again" | "idle" | { readonly dueInMs: number };

export type LoopOptions = {
  /** Says in the log what runs. */
  readonly name: string;
  /** One run. It should end soon after the signal aborts, which `stop()` does. */
  readonly runOnce: (signal: AbortSignal) => Promise<Next>;
  /** The longest pause between two runs that succeed. */
  readonly intervalMs: number;
  readonly logger: Logger;
  /** Which part of a pause is left to chance, 0 to 1, so that many processes do not run in step. */
  readonly jitter?: number;
  readonly backoff?: Backoff;
  readonly clock?: Clock;
  /** From 0 up to 1. */
  readonly random?: () => number;
  /** Called each time there is nothing to do, with the length of the pause. */
  readonly onIdle?: (pauseMs: number) => void;
};

/** How long to pause after one error, after each further one in a row, and at most. */
export type Backoff = { readonly firstMs: number; readonly factor: number; readonly maxMs: number };

export type Loop = {
  /** Runs now and then on and on. Does nothing when already started. */
  start(): void;
  /**
   * Something has happened: run at once, or once more if a run is under way. During a pause after an error it shortens
   * the pause to the first step of the back-off, so that many wake-ups do not press a server that is down.
   */
  wake(): void;
  /** One run without the loop, for tests and commands; waits for a run under way. Throws what the run throws. */
  runOnce(): Promise<Next>;
  /** Aborts the run under way and returns when nothing runs any more. Not to be awaited by the run itself. */
  stop(): Promise<void>;
};

const DEFAULT_JITTER = 0.1;
/** Given as the reason, since the usual one is an error with a stack trace, made each time. */
const WOKEN = "woken";
const DEFAULT_BACKOFF: Backoff = { firstMs: 250, factor: 2, maxMs: 30_000 };

export function createLoop(options: LoopOptions): Loop {
  const { clock = systemClock, jitter = DEFAULT_JITTER, random = Math.random } = options;
  const shorten = (ms: number): number => ms * (1 - jitter * random());
  const failures = createFailureStreak(options);
  const stopping = new AbortController();
  let sleep: AbortController | undefined;
  let isWoken = false;
  let running: Promise<unknown> = Promise.resolve();
  let turning: Promise<void> | undefined;

  /** Runs never overlap: each begins when the one before has ended. */
  const run = (onBegin?: () => void): Promise<Next> => {
    const result = running.then(() => {
      onBegin?.();
      return options.runOnce(stopping.signal);
    });
    running = result.catch(() => undefined);
    return result;
  };

  const turn = async (): Promise<void> => {
    // Whatever happened before a run begins is seen by that run, so only later wake-ups ask for another.
    while (!stopping.signal.aborted) await run(() => (isWoken = false)).then(afterSuccess, afterFailure);
  };

  const afterSuccess = async (next: Next): Promise<void> => {
    failures.end();
    if (next === "again") return clock.wait(0, stopping.signal);
    const pauseMs = pauseBefore(next, shorten(options.intervalMs));
    if (!isWoken) options.onIdle?.(pauseMs);
    await sleepUnlessWoken(pauseMs);
  };

  const afterFailure = async (error: unknown): Promise<void> => {
    if (stopping.signal.aborted) return;
    const { firstMs, pauseMs } = failures.add(error);
    const shortMs = shorten(pauseMs);
    await clock.wait(Math.min(firstMs, shortMs), stopping.signal);
    await sleepUnlessWoken(Math.max(0, shortMs - firstMs));
  };

  const sleepUnlessWoken = async (ms: number): Promise<void> => {
    if (stopping.signal.aborted) return;
    sleep = new AbortController();
    await clock.wait(isWoken ? 0 : ms, sleep.signal);
    sleep = undefined;
  };

  return {
    start() {
      assert(!stopping.signal.aborted, `${options.name} was stopped and cannot be started again`);
      turning ??= turn();
    },
    wake() {
      if (isWoken) return; // aborting once more would cost as much as the first time
      isWoken = true;
      sleep?.abort(WOKEN);
    },
    runOnce: () => run(),
    async stop() {
      stopping.abort();
      sleep?.abort();
      await turning;
      await running;
    },
  };
}

type FailureStreak = {
  /** Counts a failure and says how long to pause: always at least the first step of the back-off, then the rest. */
  add(error: unknown): { firstMs: number; pauseMs: number };
  end(): void;
};

/** A server that is down fails every run: the first failure of a row is an error in the log, the others are details. */
function createFailureStreak({ name, logger, backoff = DEFAULT_BACKOFF }: LoopOptions): FailureStreak {
  let count = 0;
  return {
    add(error) {
      count++;
      const pauseMs = backoffMs(backoff, count);
      const fields = { loop: name, error, failures: count, pauseMs };
      if (count === 1) logger.error(fields, `${name} failed and is tried again until it works`);
      else logger.debug(fields, `${name} failed again`);
      return { firstMs: backoff.firstMs, pauseMs };
    },
    end() {
      if (count > 0) logger.info({ loop: name, failures: count }, `${name} works again`);
      count = 0;
    },
  };
}

/** The pause after so many failures in a row. */
export function backoffMs({ firstMs, factor, maxMs }: Backoff, failures: number): number {
  return Math.min(maxMs, firstMs * factor ** (failures - 1));
}

function pauseBefore(next: Exclude<Next, "again">, intervalMs: number): number {
  return next === "idle" ? intervalMs : Math.max(0, Math.min(next.dueInMs, intervalMs));
}
