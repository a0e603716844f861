/** Loads something, keeps it fresh by live events and a steady pace, and says how that goes. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { EventName } from "./live.ts";
import { useSession } from "../session/session.tsx";
import { useRefresh } from "./use-refresh.ts";

export type Resource<Value> = {
  /** Undefined before the first answer. A later failure keeps the last value. */
  readonly value: Value | undefined;
  readonly error: unknown;
  readonly reload: () => void;
};

export type Freshness = {
  /** Live events after which it is loaded again, soon and not more than once a second. */
  readonly on?: readonly EventName[];
  /** Loaded again after this time at the latest. */
  readonly everyMs?: number;
};

/** Loads again when the key changes, which names what is loaded, such as `task 17`. */
export function useResource<Value>(
  key: string,
  load: (signal: AbortSignal) => Promise<Value>,
  freshness: Freshness = {},
): Resource<Value> {
  const { onFailure } = useSession();
  const [loaded, setLoaded] = useState<{ key: string; value?: Value; error?: unknown }>({ key });
  const [round, setRound] = useState(0);
  const latest = useRef(load);
  latest.current = load;

  useEffect(() => {
    const controller = new AbortController();
    latest.current(controller.signal).then(
      (value) => {
        if (!controller.signal.aborted) setLoaded({ key, value });
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        onFailure(error);
        setLoaded((before) => ({ ...(before.key === key ? before : { key }), error }));
      },
    );
    return () => controller.abort();
  }, [key, round, onFailure]);

  const reload = useCallback(() => setRound((count) => count + 1), []);
  useRefresh(reload, freshness);
  const isCurrent = loaded.key === key;
  return { value: isCurrent ? loaded.value : undefined, error: isCurrent ? loaded.error : undefined, reload };
}
