/** Calls something again after live events and at a steady pace, never while the page is hidden. */
import { useEffect } from "preact/hooks";
import { useLive } from "./live.ts";
import type { Freshness } from "./use-resource.ts";

const PAUSE_MS = 1_000;

export function useRefresh(refresh: () => void, { on, everyMs }: Freshness): void {
  const live = useLive();
  const names = on?.join(" ") ?? "";
  useEffect(() => {
    const soon = createSoon(refresh);
    const stopListening = live.listen(({ name }) => {
      // After a gap anything may have happened.
      if (name === "gap" || names.split(" ").includes(name)) soon.call();
    });
    const timer = everyMs === undefined ? undefined : setInterval(soon.call, everyMs);
    document.addEventListener("visibilitychange", soon.call);
    return () => {
      stopListening();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", soon.call);
      soon.cancel();
    };
  }, [live, refresh, names, everyMs]);
}

/** Many calls within a pause become one at its end; a hidden page waits until it is seen. */
function createSoon(run: () => void): { call: () => void; cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = (): void => {
    timer = undefined;
    run();
  };
  const call = (): void => {
    if (document.hidden) return;
    timer ??= setTimeout(end, PAUSE_MS);
  };
  return { call, cancel: () => clearTimeout(timer) };
}
