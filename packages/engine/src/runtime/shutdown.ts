/** Stops a process in order: the last part that started stops first, each once and within its time. */
import { systemClock, type Clock } from "./clock.ts";
import type { Logger } from "./logger.ts";

export type ShutdownOptions = {
  readonly logger: Logger;
  /** How long each part may take. */
  readonly graceMs: number;
  /** Gives the signals and takes the exit code. Default: this process. */
  readonly process?: StoppableProcess;
  readonly clock?: Clock;
};

export type StoppableProcess = {
  on(signal: StopSignal, listener: () => void): unknown;
  off(signal: StopSignal, listener: () => void): unknown;
  exit(code: number): void;
};

export type Shutdown = {
  /** Registers a part that is running. During a shutdown it is stopped as well. */
  onStop(name: string, stop: () => Promise<void> | void): void;
  /** Aborts when the shutdown begins: for waits of a start that is no longer wanted. */
  readonly signal: AbortSignal;
  /** Stops every part. Further calls wait for the first. True when all stopped in time and without error. */
  stop(): Promise<boolean>;
};

type StopSignal = "SIGINT" | "SIGTERM";
type Part = { readonly name: string; readonly stop: () => Promise<void> | void };

/** The exit codes that shells expect of a process that a signal ended: 128 and the number of the signal. */
const SIGNAL_EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;
const CLEAN_EXIT_CODE = 0;
const UNCLEAN_EXIT_CODE = 1;

/** From here on the first SIGINT or SIGTERM stops the parts and exits; the second exits at once. */
export function createShutdown({ logger, graceMs, clock = systemClock, ...options }: ShutdownOptions): Shutdown {
  const host: StoppableProcess = options.process ?? process;
  const parts: Part[] = [];
  const begun = new AbortController();
  let stopped: Promise<boolean> | undefined;

  const stopParts = async (): Promise<boolean> => {
    begun.abort();
    let isClean = true;
    for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
      isClean = (await stopPart(part, { logger, graceMs, clock })) && isClean;
    }
    host.off("SIGINT", onInterrupt);
    host.off("SIGTERM", onTerminate);
    return isClean;
  };
  const stop = (): Promise<boolean> => (stopped ??= stopParts());

  const onSignal = (signal: StopSignal): void => {
    if (begun.signal.aborted) return host.exit(SIGNAL_EXIT_CODES[signal]);
    logger.info({ signal }, "stopping; once more to stop at once");
    void stop().then((isClean) => host.exit(isClean ? CLEAN_EXIT_CODE : UNCLEAN_EXIT_CODE));
  };
  const onInterrupt = () => onSignal("SIGINT");
  const onTerminate = () => onSignal("SIGTERM");
  host.on("SIGINT", onInterrupt);
  host.on("SIGTERM", onTerminate);

  return { onStop: (name, stopIt) => void parts.push({ name, stop: stopIt }), signal: begun.signal, stop };
}

type PartLimits = { readonly logger: Logger; readonly graceMs: number; readonly clock: Clock };

async function stopPart({ name, stop }: Part, { logger, graceMs, clock }: PartLimits): Promise<boolean> {
  const timer = new AbortController();
  const inTime = Promise.resolve()
    .then(stop)
    .then(
      () => true,
      (error: unknown) => {
        logger.error({ part: name, error }, `${name} could not be stopped in order`);
        return false;
      },
    );
  const tooLate = clock.wait(graceMs, timer.signal).then(() => undefined);
  const outcome = await Promise.race([inTime, tooLate]);
  timer.abort();
  if (outcome === undefined) logger.error({ part: name, graceMs }, `${name} did not stop in time and is left behind`);
  return outcome === true;
}
