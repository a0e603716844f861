/** Decides whose books the ledger pages show, and frames each page with the choice of books. */
import {
  answerOf,
  Card,
  Empty,
  Page,
  type Resource,
  Shown,
  useAddress,
  useFilters,
  useResource,
  useSession,
  type Viewer,
} from "@rota/dashboard";
import { client } from "./ledger-api.ts";
import { type ComponentChildren, createContext, type FunctionComponent } from "preact";
import { useContext, useEffect } from "preact/hooks";
import type { BooksChoice, BooksItem, BooksList } from "./ledger-api.ts";

export type BooksInView = {
  /** Query fields that every request about these books needs. */
  readonly query: { readonly tenant?: string };
  /** Books to choose from; undefined for a viewer of one tenant. */
  readonly choice: BooksChoice | undefined;
  /** Returns the address of another page about the same books. */
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

/** Wraps a page: it is shown once its books are known, and mounted again for another tenant. */
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

/** Maximum number of listed books. Others can be named in the address. */
const LISTED_MAX = 1_000;

/** Last loaded list and tenant, so that the next page need not wait. Navigation links name no books and lead here. */
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

/** Returns the chosen tenant and adds it to the address, so that a copied address shows the same books to others. */
function useChosenTenant(viewer: Viewer | undefined, all: BooksList | undefined): string | undefined {
  const { path } = useAddress();
  const { values, set } = useFilters();
  const named = values["tenant"];
  const tenant = viewer?.tenant ?? named ?? seen?.tenant ?? all?.items[0]?.tenant;
  if (seen !== undefined && tenant !== undefined && !hasNone(seen.all, tenant)) seen.tenant = tenant;
  // While another page loads, the previous ledger page is still mounted.
  const needsTenant = viewer?.tenant === undefined && named === undefined && path.startsWith("/ledger");
  useEffect(() => {
    if (needsTenant && tenant !== undefined) set("tenant", tenant);
  }, [needsTenant, tenant]);
  return tenant;
}

/** Reports whether the tenant certainly has no books. If the list is incomplete, the server decides. */
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

type LedgerPageProps = {
  readonly title: string;
  readonly about?: string | undefined;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
};

const PAGES = [
  ["ledger", "Journal"],
  ["ledger/reports", "Reports"],
  ["ledger/periods", "Periods"],
  ["ledger/rules", "Rules"],
  ["ledger/rejected", "Rejected events"],
] as const;

export function LedgerPage({ title, about, actions, children }: LedgerPageProps) {
  const { choice } = useBooks();
  const shownActions =
    choice === undefined ? (
      actions
    ) : (
      <>
        <BooksPicker {...choice} />
        {actions}
      </>
    );
  return (
    <Page title={title} about={about} trail={<LedgerTrail />} actions={shownActions}>
      {children}
    </Page>
  );
}

function LedgerTrail() {
  const { link } = useBooks();
  return (
    <span class="row">
      {PAGES.map(([path, name]) => (
        <a key={path} href={link(path)}>
          {name}
        </a>
      ))}
    </span>
  );
}

function BooksPicker({ all: { items, next }, chosen }: BooksChoice) {
  const { params, go } = useAddress();
  const { set } = useFilters();
  const isAboutOneThing = Object.keys(params).length > 0;
  const choose = (tenant: string): void => {
    // The entry, account or rule in view does not exist in other books.
    if (isAboutOneThing) go(`ledger?${new URLSearchParams({ tenant }).toString()}`);
    else set("tenant", tenant);
  };
  const isListed = items.some(({ tenant }) => tenant === chosen);
  return (
    <label class="field">
      <span>Books</span>
      <select value={chosen} onChange={(event) => choose(event.currentTarget.value)}>
        {isListed ? null : <option value={chosen}>{chosen}</option>}
        {items.map((books) => (
          <option key={books.tenant} value={books.tenant}>
            {nameOf(books)}
          </option>
        ))}
        {next === null ? null : <option disabled>others: name their tenant in the address</option>}
      </select>
    </label>
  );
}

function nameOf({ tenant, name }: BooksItem): string {
  return name === tenant ? name : `${name} (${tenant})`;
}

type NoBooksProps = { readonly all: BooksList; readonly tenant: string | undefined };

function NoBooks({ all, tenant }: NoBooksProps) {
  const actions =
    tenant === undefined || all.items.length === 0 ? undefined : <BooksPicker all={all} chosen={tenant} />;
  return (
    <Page title="Ledger" about="Double-entry books, fed by events." actions={actions}>
      <Card title="Books">
        <Empty title={tenant === undefined ? "No books yet" : `${tenant} has no books yet`}>
          They begin with a business entity, <code>POST /v1/business-entity</code>, and stand here from then on.
        </Empty>
      </Card>
    </Page>
  );
}
