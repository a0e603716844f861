/** Whose books the pages show: those of the viewer's tenant, else those that are chosen, which the address names. */
import { answerOf } from "@rota/client";
import { createContext, type ComponentChildren, type FunctionComponent } from "preact";
import { useLocation } from "preact-iso";
import { useContext, useEffect } from "preact/hooks";
import { client } from "../../../api/client.ts";
import { useResource, type Resource } from "../../../api/use-resource.ts";
import { useFilters } from "../../../components/lists/use-filters.ts";
import { Page } from "../../../components/layout/page.tsx";
import { Shown } from "../../../components/layout/shown.tsx";
import { useSession, type Viewer } from "../../../session/session.tsx";
import { NoBooks } from "./no-books.tsx";
import type { BooksChoice, BooksList } from "./wire.ts";

export type BooksInView = {
  /** For every question to the server. */
  readonly query: { readonly tenant?: string };
  /** What the viewer may choose from; undefined for who sees one tenant. */
  readonly choice: BooksChoice | undefined;
  /** The address of another page about the same books. */
  readonly link: (path: string, more?: Readonly<Record<string, string>>) => string;
  /** Whether the viewer may change periods and rules. */
  readonly mayLead: boolean;
};

const BooksContext = createContext<BooksInView | undefined>(undefined);

export function useBooks(): BooksInView {
  const books = useContext(BooksContext);
  if (books === undefined) throw new Error("useBooks needs a page that was made by withBooks");
  return books;
}

/** A page that is shown once it is known whose books it is about, and anew for those of another tenant. */
export function withBooks(Inside: FunctionComponent): FunctionComponent {
  return function PageWithBooks() {
    const { viewer } = useSession();
    const found = useBooksOf(viewer);
    const tenant = useChosenTenant(viewer, found.value);
    return (
      <WhenFound of={found}>
        {(all) =>
          tenant === undefined || hasNone(all, tenant) ? (
            <NoBooks all={all} tenant={tenant} />
          ) : (
            <BooksContext.Provider value={booksInView(all, tenant, viewer)}>
              <Inside key={tenant} />
            </BooksContext.Provider>
          )
        }
      </WhenFound>
    );
  };
}

/** A choice of more would be none: others are named by the address. */
const LISTED_MAX = 1_000;

/** What was seen last, so that the next page need not wait, and where links of the navigation lead, which name no books. */
let seen: { readonly viewer: Viewer | undefined; readonly all: BooksList; tenant?: string } | undefined;

function useBooksOf(viewer: Viewer | undefined): Resource<BooksList> {
  const loaded = useResource(
    "books",
    (signal) => answerOf(client.GET("/v1/books", { params: { query: { limit: LISTED_MAX } }, signal })),
    { everyMs: 10_000 },
  );
  if (seen?.viewer !== viewer) seen = undefined;
  if (loaded.value !== undefined && loaded.value !== seen?.all) seen = { ...seen, viewer, all: loaded.value };
  return { ...loaded, value: seen?.all };
}

/** Puts into the address what it does not say, so that it shows the same to whoever opens it. */
function useChosenTenant(viewer: Viewer | undefined, all: BooksList | undefined): string | undefined {
  const { path } = useLocation();
  const { values, set } = useFilters();
  const named = values["tenant"];
  const tenant = viewer?.tenant ?? named ?? seen?.tenant ?? all?.items[0]?.tenant;
  if (seen !== undefined && tenant !== undefined && !hasNone(seen.all, tenant)) seen.tenant = tenant;
  // The page of the ledger that is left stays in place until the next one is loaded.
  const isToSay = viewer?.tenant === undefined && named === undefined && path.startsWith("/ledger");
  useEffect(() => {
    if (isToSay && tenant !== undefined) set("tenant", tenant);
  }, [isToSay, tenant]);
  return tenant;
}

/** Where the list is not complete, the server says it of the books themselves. */
function hasNone({ items, next }: BooksList, tenant: string): boolean {
  return next === null && !items.some((books) => books.tenant === tenant);
}

function booksInView(all: BooksList, tenant: string, viewer: Viewer | undefined): BooksInView {
  const isBound = viewer?.tenant !== undefined;
  const query = isBound ? {} : { tenant };
  return {
    query,
    choice: isBound ? undefined : { all, chosen: tenant },
    link: (path, more = {}) => {
      const text = new URLSearchParams({ ...query, ...more }).toString();
      return text === "" ? path : `${path}?${text}`;
    },
    mayLead: viewer?.roles.some((role) => role === "admin" || role === "ledger-admin") ?? false,
  };
}

type WhenFoundProps = {
  readonly of: Resource<BooksList>;
  readonly children: (all: BooksList) => ComponentChildren;
};

function WhenFound({ of, children }: WhenFoundProps) {
  if (of.value !== undefined) return <>{children(of.value)}</>;
  return (
    <Page title="Ledger">
      <Shown of={of}>{children}</Shown>
    </Page>
  );
}
