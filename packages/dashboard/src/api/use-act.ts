/** Does something that the reader asked for, once at a time, and keeps what went wrong. */
import { useState } from "preact/hooks";

type UsedAct = { readonly run: () => void; readonly isRunning: boolean; readonly error: unknown };

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
