/** Runs a handler until it ends, its time is up or somebody wants it to end, and never longer than a grace after that. */
import { RotaError } from "../errors.ts";
import type { Clock } from "../runtime/clock.ts";
import type { AttemptEnd } from "./outcome/outcome-of.ts";

export type AttemptOptions = {
  readonly run: (signal: AbortSignal) => Promise<unknown>;
  readonly timeoutMs: number;
  /** How long a handler may go on after it was asked to end. */
  readonly graceMs: number;
  readonly clock: Clock;
};

export type Attempt = {
  /** How it ended. Never rejects. */
  readonly ended: Promise<AttemptEnd>;
  /** Asks the handler to end. What it throws after that is taken for the given reason. */
  abort(reason: RotaError): void;
};

export function startAttempt({ run, timeoutMs, graceMs, clock }: AttemptOptions): Attempt {
  const asked = new AbortController();
  const over = new AbortController();
  let reason: RotaError | undefined;

  const abort = (why: RotaError): void => {
    if (reason !== undefined || over.signal.aborted) return;
    reason = why;
    asked.abort(why);
  };

  const handled = runSafely(run, asked.signal).then((end): AttemptEnd =>
    "thrown" in end && reason !== undefined ? { thrown: reason } : end,
  );
  const givenUp = limit({ timeoutMs, graceMs, clock, abort, asked: asked.signal, over: over.signal }).then(
    (): AttemptEnd => ({ thrown: reason }),
  );
  const ended = Promise.race([handled, givenUp]).finally(() => over.abort());
  return { ended, abort };
}

/** Also for handlers that throw before they return a promise. */
async function runSafely(run: AttemptOptions["run"], signal: AbortSignal): Promise<AttemptEnd> {
  try {
    return { returned: await run(signal) };
  } catch (thrown) {
    return { thrown };
  }
}

type Limits = Omit<AttemptOptions, "run"> & {
  readonly abort: (reason: RotaError) => void;
  readonly asked: AbortSignal;
  readonly over: AbortSignal;
};

/** Returns when a handler that was asked to end has had its grace; never for one that ends before. */
async function limit({ timeoutMs, graceMs, clock, abort, asked, over }: Limits): Promise<void> {
  const message = `it did not end within its time limit of ${String(timeoutMs)} ms: raise timeoutMs, or do less in one chunk`;
  await clock.wait(timeoutMs, AbortSignal.any([asked, over]));
  if (!over.aborted) abort(new RotaError("CHUNK_TIMEOUT", message, { timeoutMs }));
  await clock.wait(graceMs, over);
  if (over.aborted) await new Promise<never>(() => undefined);
}
