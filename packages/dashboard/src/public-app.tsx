/** Shows the pages of workloads that need no sign-in, outside the frame of the dashboard. */
import { ErrorBoundary, LocationProvider, Route, Router } from "preact-iso";
import { useMemo } from "preact/hooks";
import { basePath, PAGE_LINK } from "./api/address.ts";
import { AnonymousProvider } from "./api/session.tsx";
import { NotFoundPage } from "./components/page.tsx";
import { ThemeSwitch } from "./components/theme.tsx";
import type { ListedWorkload } from "./workload-list.ts";
import { componentOf } from "./workload-pages.tsx";

export function PublicApp({ workloads }: { readonly workloads: readonly ListedWorkload[] }) {
  const base = basePath();
  const pages = useMemo(
    () =>
      workloads.flatMap((workload) =>
        workload.pages
          .filter(({ isPublic }) => isPublic)
          .map((page) => ({ path: base + page.path, component: componentOf(workload, page) })),
      ),
    [workloads],
  );
  return (
    <LocationProvider scope={PAGE_LINK}>
      <AnonymousProvider>
        <div class="public">
          <main class="public-main" id="main">
            <ErrorBoundary>
              <Router>
                {pages.map(({ path, component }) => (
                  <Route key={path} path={path} component={component} />
                ))}
                <Route default component={NotFoundPage} />
              </Router>
            </ErrorBoundary>
          </main>
          <footer class="public-foot">
            <ThemeSwitch />
          </footer>
        </div>
      </AnonymousProvider>
    </LocationProvider>
  );
}
