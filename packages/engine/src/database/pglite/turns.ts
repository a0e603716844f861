/** Lets one at a time through, in the order of asking. */
import { RotaError } from "../../errors.ts";
import { cancelled } from "../drivers/refusals.ts";

export class Turns {
  readonly #waitMs: number;
  #last: Promise<void> = Promise.resolve();

  constructor(waitMs: number) {
    this.#waitMs = waitMs;
  }

  /** Runs the work when everything asked for before has ended, unless that takes too long or the signal aborts. */
  take<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    return new Promise((resolve, reject) => {
      let hasLeft = false;
      const leave = (error: RotaError) => {
        hasLeft = true;
        reject(error);
      };
      const onAbort = () => leave(cancelled(signal?.reason));
      const timer = setTimeout(() => leave(busyError(this.#waitMs)), this.#waitMs);
      signal?.addEventListener("abort", onAbort, { once: true });
      if (signal?.aborted === true) onAbort();
      this.#last = this.#last.then(async () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
        if (!hasLeft) await work().then(resolve, reject);
      });
    });
  }
}

function busyError(waitMs: number): RotaError {
  const message =
    `the one connection of PGlite was busy for ${String(waitMs)} ms: inside a transaction use its own handle, ` +
    `never the database, and keep it short`;
  return new RotaError("DATABASE_UNAVAILABLE", message, { waitMs });
}
