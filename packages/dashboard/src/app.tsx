/** The whole app: who is signed in decides between the sign-in page and the pages in their frame. */
import { ErrorBoundary, LocationProvider, Route, Router } from "preact-iso";
import { useEffect, useMemo } from "preact/hooks";
import { client } from "./api/client.ts";
import { createLive, LiveContext } from "./api/live.ts";
import { SessionProvider, useSession } from "./session/session.tsx";
import { Failure } from "./components/layout/failure.tsx";
import { NotFoundPage } from "./pages/not-found-page.tsx";
import { SignInPage } from "./pages/sign-in/sign-in-page.tsx";
import { PAGES } from "./pages.ts";
import { Shell } from "./shell/shell.tsx";

export function App() {
  return (
    <LocationProvider>
      <SessionProvider>
        <Entrance />
      </SessionProvider>
    </LocationProvider>
  );
}

function Entrance() {
  const { state, refresh } = useSession();
  switch (state) {
    case "asking":
      return null;
    case "signed-out":
      return <SignInPage />;
    case "unreachable":
      return (
        <main class="entrance">
          <Failure error={undefined} onRetry={refresh} />
        </main>
      );
    case "signed-in":
      return <SignedIn />;
  }
}

function SignedIn() {
  const { live, controller } = useMemo(() => {
    const ending = new AbortController();
    return { controller: ending, live: createLive(client, ending.signal) };
  }, []);
  useEffect(() => () => controller.abort(), [controller]);
  return (
    <LiveContext.Provider value={live}>
      <Shell>
        <ErrorBoundary>
          <Router>
            {PAGES.map(({ path, component }) => (
              <Route key={path} path={path} component={component} />
            ))}
            <Route default component={NotFoundPage} />
          </Router>
        </ErrorBoundary>
      </Shell>
    </LiveContext.Provider>
  );
}
