/** Loads a value or a paged list and keeps it fresh with live events and a timer. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { type EventName, useLive } from "./live.ts";
import { useSession } from "./session.tsx";

export type Resource<Value> = {
  /** Loaded value, undefined before the first response. A later failure keeps the last value. */
  readonly value: Value | undefined;
  readonly error: unknown;
  readonly reload: () => void;
};

type Freshness = {
  /** Live events that reload the value, at most once a second. */
  readonly on?: readonly EventName[];
  /** Interval after which the value is reloaded at the latest. */
  readonly everyMs?: number;
};

/** Loads a value, and again whenever the key changes. The key names the value, such as `task 17`. */
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

type ListPage<Item> = { readonly items: readonly Item[]; readonly next: string | null };

export type List<Item> = {
  readonly items: readonly Item[] | undefined;
  readonly error: unknown;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly more: () => void;
  readonly reload: Resource<Item>["reload"];
};

/** Maximum number of loaded pages; a reload fetches all of them. */
const PAGES_MAX = 20;

/** Loads a list page by page and keeps it fresh. */
export function useList<Item>(
  key: string,
  loadPage: (after: string | undefined, signal: AbortSignal) => Promise<ListPage<Item>>,
  freshness: Freshness = {},
): List<Item> {
  const [pages, setPages] = useState(1);
  useEffect(() => setPages(1), [key]);
  const load = (signal: AbortSignal) => loadPages(pages, (after) => loadPage(after, signal));
  const { value, error, reload } = useResource(key, load, freshness);
  const more = useCallback(() => {
    setPages((count) => Math.min(count + 1, PAGES_MAX));
    reload();
  }, [reload]);
  const isLoadingMore = value !== undefined && value.pages < pages && value.next !== null;
  const hasMore = value?.next !== null && value?.next !== undefined && pages < PAGES_MAX;
  return { items: value?.items, error, hasMore, isLoadingMore, more, reload };
}

type Loaded<Item> = { items: Item[]; next: string | null; pages: number };

async function loadPages<Item>(
  pages: number,
  loadPage: (after: string | undefined) => Promise<ListPage<Item>>,
): Promise<Loaded<Item>> {
  const items: Item[] = [];
  let next: string | null = null;
  for (let page = 0; page < pages; page++) {
    const loaded: ListPage<Item> = await loadPage(next ?? undefined);
    items.push(...loaded.items);
    next = loaded.next;
    if (next === null) break;
  }
  return { items, next, pages };
}

const PAUSE_MS = 1_000;

/** Reloads after live events and at an interval, but never while the page is hidden. */
function useRefresh(refresh: () => void, { on, everyMs }: Freshness): void {
  const live = useLive();
  const names = on?.join(" ") ?? "";
  useEffect(() => {
    const soon = createSoon(refresh);
    const stopListening = live.listen(({ name }) => {
      // Any number of events may be missing before a gap.
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

/** Combines all calls within a pause into one at its end. A hidden page does nothing. */
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
