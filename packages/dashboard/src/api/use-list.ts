/** Loads a list page by page and keeps what is shown of it fresh. */
import { useCallback, useEffect, useState } from "preact/hooks";
import { useResource, type Freshness, type Resource } from "./use-resource.ts";

export type ListPage<Item> = { readonly items: readonly Item[]; readonly next: string | null };

export type List<Item> = {
  readonly items: readonly Item[] | undefined;
  readonly error: unknown;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly more: () => void;
  readonly reload: Resource<Item>["reload"];
};

/** Pages beyond the first are kept, and loaded again with it. */
const PAGES_MAX = 20;

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
