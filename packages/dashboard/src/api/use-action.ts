/** Runs an action of the reader once at a time, and gives each request a stable idempotency key. */
import { useState } from "preact/hooks";

type UsedAct = { readonly run: () => void; readonly isRunning: boolean; readonly error: unknown };

/** Runs an action once at a time and keeps its error. */
export function useAct(act: () => Promise<unknown>, onDone?: () => void): UsedAct {
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  const run = (): void => {
    if (isRunning) return;
    setRunning(true);
    setError(undefined);
    act().then(
      () => {
        setRunning(false);
        onDone?.();
      },
      (failure: unknown) => {
        setRunning(false);
        setError(failure);
      },
    );
  };
  return { run, isRunning, error };
}

export type Wishes = {
  /** The same for the same wish until all were fulfilled, however often it is tried. */
  readonly headerOf: (...wish: readonly unknown[]) => { readonly "idempotency-key": string };
  /** What is wished from now on is wished anew, even if it is the same. */
  readonly fulfilled: () => void;
};

/** Creates idempotency keys, one for each different request. */
export function createWishes(): Wishes {
  const keys = new Map<string, string>();
  return {
    headerOf(...wish) {
      const text = JSON.stringify(wish);
      const key = keys.get(text) ?? crypto.randomUUID();
      keys.set(text, key);
      return { "idempotency-key": key };
    },
    fulfilled: () => keys.clear(),
  };
}

export function useWishes(): Wishes {
  return useState(createWishes)[0];
}
