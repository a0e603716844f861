/** Lets a request that is under way end when its worker stops: one that is broken off would be sent twice. */
import { isRotaError } from "../../errors.ts";

/** Shorter than a handler has by default after it was asked to end, so that what came of it can be written down. */
export const LINGER_MS = 3_000;

/** Aborts as the given signal does, but later when a worker stops: most answers come before. */
export function lingering(signal: AbortSignal, lingerMs = LINGER_MS): AbortSignal {
  const end = new AbortController();
  const follow = (): void => {
    const reason: unknown = signal.reason;
    if (!isRotaError(reason, "WORKER_STOPPING")) return end.abort(reason);
    setTimeout(() => end.abort(reason), lingerMs).unref();
  };
  if (signal.aborted) end.abort(signal.reason);
  else signal.addEventListener("abort", follow, { once: true });
  return end.signal;
}
