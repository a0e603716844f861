/** Shows the pages for signed-in users: the sign-in form, the frame with the navigation, and the router. */
import type { ComponentChildren } from "preact";
import { ErrorBoundary, LocationProvider, Route, Router } from "preact-iso";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { basePath, PAGE_LINK, useAddress } from "./api/address.ts";
import { client } from "./api/client.ts";
import { createLive, LiveContext, useConnectionState } from "./api/live.ts";
import { SessionProvider, useSession } from "./api/session.tsx";
import { readToken } from "./api/sign-in-link.ts";
import { useAction } from "./api/use-action.ts";
import { Field } from "./components/field.tsx";
import { NotFoundPage } from "./components/page.tsx";
import { Failure } from "./components/resource-view.tsx";
import { ThemeSwitch } from "./components/theme.tsx";
import { type PageEntry, pagesWith } from "./pages.ts";
import type { ListedWorkload } from "./workload-list.ts";

type AppProps = { readonly workloads: readonly ListedWorkload[] };

export function App({ workloads }: AppProps) {
  const pages = useMemo(() => pagesWith(workloads), [workloads]);
  return (
    <LocationProvider scope={PAGE_LINK}>
      <SessionProvider>
        <Entrance pages={pages} />
      </SessionProvider>
    </LocationProvider>
  );
}

type PagesProps = { readonly pages: readonly PageEntry[] };

function Entrance({ pages }: PagesProps) {
  const { state, refresh } = useSession();
  switch (state) {
    case "asking":
      return null;
    case "signed-out":
      return <SignInPage />;
    case "signed-out-of-host":
      return <HostSignInPage onRetry={refresh} />;
    case "unreachable":
      return (
        <main class="entrance">
          <Failure error={undefined} onRetry={refresh} />
        </main>
      );
    case "signed-in":
      return <SignedIn pages={pages} />;
  }
}

function SignedIn({ pages }: PagesProps) {
  const base = basePath();
  const { live, controller } = useMemo(() => {
    const ending = new AbortController();
    return { controller: ending, live: createLive(client, ending.signal) };
  }, []);
  useEffect(() => () => controller.abort(), [controller]);
  return (
    <LiveContext.Provider value={live}>
      <Shell pages={pages}>
        <ErrorBoundary>
          <Router>
            {pages.map(({ path, component }) => (
              <Route key={path} path={base + path} component={component} />
            ))}
            <Route default component={NotFoundPage} />
          </Router>
        </ErrorBoundary>
      </Shell>
    </LiveContext.Provider>
  );
}

function Shell({ pages, children }: PagesProps & { readonly children: ComponentChildren }) {
  const { path } = useAddress();
  const main = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [path]);
  return (
    <div class="shell">
      <a class="skip-link" href="#main" onClick={(event) => skipTo(event, main.current)}>
        Skip to the content
      </a>
      <div class="side" data-open={isOpen}>
        <div class="side-head">
          <a class="brand" href=".">
            <img src="icon.svg" alt="" width="22" height="22" />
            Rota
          </a>
          <button
            type="button"
            class="menu-button"
            aria-expanded={isOpen}
            aria-controls="menu"
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? "Close" : "Menu"}
          </button>
        </div>
        <div class="side-body" id="menu">
          <Navigation pages={pages} />
          <SideFoot />
        </div>
      </div>
      <main class="main" id="main" ref={main} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

function skipTo(event: Event, target: HTMLElement | null): void {
  event.preventDefault();
  target?.focus();
}

function SideFoot() {
  const { viewer, signOut } = useSession();
  return (
    <div class="side-foot">
      <Connection />
      <ThemeSwitch />
      <div class="who">
        <span class="anywhere" title={viewer?.roles.join(", ")}>
          {viewer?.name}
          {viewer?.tenant === undefined ? null : <span class="faint"> of {viewer.tenant}</span>}
        </span>
        {viewer?.isOfHost === true ? null : (
          <button type="button" data-kind="link" onClick={() => void signOut()}>
            Sign out
          </button>
        )}
      </div>
    </div>
  );
}

function Navigation({ pages }: PagesProps) {
  const { path } = useAddress();
  const shown = pages.filter(({ name }) => name !== undefined);
  const groups = [...new Set(shown.map(({ group }) => group))];
  return (
    <nav class="navigation" aria-label="Pages">
      {groups.map((group) => (
        <div key={group} class="navigation-group">
          {group === "" ? null : <p class="navigation-title">{group}</p>}
          <ul>
            {shown
              .filter((page) => page.group === group)
              .map((page) => (
                <li key={page.path}>
                  <a href={hrefOf(page)} aria-current={isWithin(path, page) ? "page" : undefined}>
                    {page.name}
                  </a>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** Returns the address of a page, relative to the first page. */
function hrefOf({ path }: PageEntry): string {
  return path === "/" ? "." : path.slice(1);
}

/** Reports whether the address belongs to the page: the page of a task belongs to the list of tasks. */
function isWithin(path: string, page: PageEntry): boolean {
  return page.path === "/" ? path === "/" : path === page.path || path.startsWith(`${page.path}/`);
}

const WORDS = { opening: "Connecting …", open: "Live", lost: "Reconnecting …", off: "Not live" } as const;

function Connection() {
  const state = useConnectionState();
  return (
    <span class="connection" data-state={state} role="status">
      {WORDS[state]}
    </span>
  );
}

function HostSignInPage({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <main class="entrance">
      <div class="card entrance-card stack">
        <div class="brand">
          <img src="icon.svg" alt="" width="22" height="22" /> Rota
        </div>
        <h1>Sign in</h1>
        <p class="soft">These pages are part of an application that does not know you yet. Sign in there and return.</p>
        <button type="button" data-kind="primary" onClick={onRetry}>
          I have signed in
        </button>
      </div>
    </main>
  );
}

function SignInPage() {
  const { refresh } = useSession();
  const { go } = useAddress();
  const [token, setToken] = useState(() => readToken(location.href) ?? "");
  const { run, isRunning, error } = useAction(() => signIn(token), refresh);
  useEffect(() => {
    if (token === "") return;
    go(".", true); // keeps the token out of the browser history
    run();
  }, []);
  return (
    <main class="entrance">
      <form
        class="card entrance-card stack"
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        <div class="brand">
          <img src="icon.svg" alt="" width="22" height="22" /> Rota
        </div>
        <h1>{isRunning ? "Signing in …" : "Sign in"}</h1>
        <p class="soft">
          Open the link that <code>rota serve</code> printed when it started, or make a new one with{" "}
          <code>rota sign-in</code>. Each works once.
        </p>
        {error === undefined ? null : <Failure error={error} />}
        <Field
          label="Link or token"
          value={token}
          onInput={(text) => setToken(readToken(text) ?? text.trim())}
          isRequired
        />
        <button type="submit" data-kind="primary" disabled={isRunning}>
          Sign in
        </button>
      </form>
    </main>
  );
}

function signIn(token: string): Promise<unknown> {
  return client.POST("/v1/sign-in", { body: { token } });
}
