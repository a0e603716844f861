/** Keeps a number of worker processes running: starts another when one ends, more slowly when that goes on and on. */
import { RotaError } from "../../errors.ts";
import { systemClock, type Clock } from "../../runtime/clock.ts";
import type { Logger } from "../../runtime/logger.ts";
import { backoffMs, type Backoff } from "../../runtime/loop.ts";
import type { ProcessEnd, WorkerProcess } from "./worker-process.ts";

export type SupervisorOptions = {
  /** Starts a process in a place, counted from 1. Whoever follows it has the same place. */
  readonly start: (place: number) => WorkerProcess;
  /** How many processes run. */
  readonly count: number;
  readonly logger: Logger;
  /** How long a place is left empty after processes in it ended soon, one after the other. Default RESTART_BACKOFF. */
  readonly backoff?: Backoff;
  readonly clock?: Clock;
};

export type Supervisor = {
  /**
   * Returns when a process works in each place. Rejects with WORKER_START_FAILED, and ends the others, when the first one
   * in a place ended before: that is a mistake in what was given, and would go on for ever.
   */
  start(): Promise<void>;
  /** Asks all processes to end in order, kills those that have not after the grace, and returns when all have ended. */
  stop(graceMs: number): Promise<void>;
  /** Kills all processes. */
  kill(): void;
};

export const RESTART_BACKOFF: Backoff = { firstMs: 100, factor: 2, maxMs: 10_000 };
/** A process that lived so long did not end because of how it was started. */
const STEADY_MS = 10_000;

export function createSupervisor(options: SupervisorOptions): Supervisor {
  const { count, logger, clock = systemClock, backoff = RESTART_BACKOFF } = options;
  const stopping = new AbortController();
  const running = new Set<WorkerProcess>();
  const places: Promise<void>[] = [];

  const keepPlace = async (place: number, onReady: () => void): Promise<void> => {
    let isReady = false;
    for (let failures = 1; !stopping.signal.aborted; failures++) {
      const startedMs = clock.monotonicMs();
      const { code, signal } = await runToEnd(options.start(place), running, () => {
        isReady = true;
        onReady();
      });
      const livedMs = clock.monotonicMs() - startedMs;
      if (stopping.signal.aborted) return;
      if (!isReady) throw startFailed({ code, signal });
      if (livedMs >= STEADY_MS) failures = 1;
      const pauseMs = backoffMs(backoff, failures);
      logger.warn({ place, code, signal, pauseMs }, "a worker process has ended: another is started");
      await clock.wait(pauseMs, stopping.signal);
    }
  };

  /** Returns when a process works in the place, or none is wanted any more. */
  const begin = async (place: number): Promise<void> => {
    if (stopping.signal.aborted) return;
    let onReady: () => void = () => undefined;
    const ready = new Promise<void>((resolve) => (onReady = resolve));
    const kept = keepPlace(place, onReady);
    places.push(kept.catch(() => undefined));
    await Promise.race([ready, kept]);
  };

  const kill = (): void => {
    stopping.abort();
    for (const process of running) process.kill();
  };

  return {
    kill,
    async start() {
      try {
        // What the first one is refused would be said by all of them.
        await begin(1);
        await Promise.all(Array.from({ length: count - 1 }, (_, index) => begin(index + 2)));
      } catch (error) {
        kill();
        await Promise.all(places);
        throw error;
      }
    },
    async stop(graceMs) {
      stopping.abort();
      const inTime = new AbortController();
      for (const process of running) process.stop();
      void clock.wait(graceMs, inTime.signal).then(() => {
        if (!inTime.signal.aborted) kill();
      });
      await Promise.all(places);
      inTime.abort();
    },
  };
}

async function runToEnd(process: WorkerProcess, running: Set<WorkerProcess>, onReady: () => void): Promise<ProcessEnd> {
  running.add(process);
  void process.ready.then(onReady);
  const end = await process.ended;
  running.delete(process);
  return end;
}

function startFailed({ code, signal }: ProcessEnd): RotaError {
  const how = signal === undefined ? `with exit code ${String(code)}` : `by ${signal}`;
  const message = `a worker process ended ${how} before it took any work: what it wrote before says why`;
  return new RotaError("WORKER_START_FAILED", message, { exitCode: code ?? null, signal: signal ?? null });
}
