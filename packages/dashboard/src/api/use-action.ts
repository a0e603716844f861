/** Runs an action once at a time, and gives each request a stable idempotency key. */
import { useState } from "preact/hooks";

type UsedAction = { readonly run: () => void; readonly isRunning: boolean; readonly error: unknown };

/** Runs an action once at a time and keeps its error. */
export function useAction(action: () => Promise<unknown>, onDone?: () => void): UsedAction {
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  const run = (): void => {
    if (isRunning) return;
    setRunning(true);
    setError(undefined);
    action().then(
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

export type RequestKeys = {
  /** Returns the idempotency key of a request as a header. Equal requests share a key until `completed` is called. */
  readonly headerOf: (...request: readonly unknown[]) => { readonly "idempotency-key": string };
  /** Forgets all keys: from now on even an equal request gets a new key. */
  readonly completed: () => void;
};

/** Creates idempotency keys, one for each different request. */
export function createRequestKeys(): RequestKeys {
  const keys = new Map<string, string>();
  return {
    headerOf(...request) {
      const text = JSON.stringify(request);
      const key = keys.get(text) ?? crypto.randomUUID();
      keys.set(text, key);
      return { "idempotency-key": key };
    },
    completed: () => keys.clear(),
  };
}

export function useRequestKeys(): RequestKeys {
  return useState(createRequestKeys)[0];
}
