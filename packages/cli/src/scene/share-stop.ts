/** One signal to stop, for many who wait: each gets a signal of its own for as long as it waits, so the shared one keeps a single listener. */

/** Runs what can be stopped. Once the shared signal has aborted nothing is begun any more. */
export type Stoppable = <Result>(run: (signal: AbortSignal) => Promise<Result>) => Promise<Result>;

export function shareStop(signal: AbortSignal): Stoppable {
  const running = new Set<AbortController>();
  signal.addEventListener("abort", () => {
    for (const own of running) own.abort(signal.reason);
  });
  return async (run) => {
    signal.throwIfAborted();
    const own = new AbortController();
    running.add(own);
    try {
      return await run(own.signal);
    } finally {
      running.delete(own);
    }
  };
}
