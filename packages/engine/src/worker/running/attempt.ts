/** Runs a handler and lets it be asked to end: because its time is up, or for another reason. */
import { RotaError } from "../../errors.ts";
import type { AttemptEnd } from "../outcome/outcome-of.ts";

export type AttemptLimits = {
  readonly timeoutMs: number;
  /** How long a handler may go on after it was asked to end. */
  readonly graceMs: number;
};

export type Attempt = {
  /** How it ended. Never rejects. */
  readonly ended: Promise<AttemptEnd>;
  /** Asks the handler to end. What it throws after that is taken for the given reason. */
  abort(reason: RotaError): void;
  /** Looks whether its time or its grace is over. One timer looks at all that run: most end before it ever does. */
  look(nowMs: number): void;
};

/** The signal is made when the handler first asks for it: most never do, and it costs more than many a handler. */
export type LazySignal = () => AbortSignal;

export function startAttempt(
  run: (signal: LazySignal) => Promise<unknown>,
  { timeoutMs, graceMs }: AttemptLimits,
  startedMs: number,
): Attempt {
  let controller: AbortController | undefined;
  let reason: RotaError | undefined;
  let abortedMs: number | undefined;
  let end: (how: AttemptEnd) => void = () => undefined;
  const ended = new Promise<AttemptEnd>((resolve) => (end = resolve));

  const signal: LazySignal = () => {
    controller ??= new AbortController();
    if (reason !== undefined) controller.abort(reason);
    return controller.signal;
  };
  const abort = (why: RotaError): void => {
    reason ??= why;
    controller?.abort(reason);
  };

  void runSafely(run, signal).then((how) => end("thrown" in how && reason !== undefined ? { thrown: reason } : how));
  return {
    ended,
    abort,
    look(nowMs) {
      if (reason === undefined && nowMs - startedMs >= timeoutMs) abort(timedOut(timeoutMs));
      if (reason === undefined) return;
      abortedMs ??= nowMs;
      if (nowMs - abortedMs >= graceMs) end({ thrown: reason });
    },
  };
}

/** Also for handlers that throw before they return a promise. */
async function runSafely(run: (signal: LazySignal) => Promise<unknown>, signal: LazySignal): Promise<AttemptEnd> {
  try {
    return { returned: await run(signal) };
  } catch (thrown) {
    return { thrown };
  }
}

function timedOut(timeoutMs: number): RotaError {
  const message = `it did not end within its time limit of ${String(timeoutMs)} ms: raise timeoutMs, or do less in one chunk`;
  return new RotaError("CHUNK_TIMEOUT", message, { timeoutMs });
}
