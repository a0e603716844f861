/**
 * Shows the pages without sign-in: voting, the work of a guardian, and the public view of an election or a passport.
 */
import { ErrorBoundary, lazy, LocationProvider, Route, Router } from "preact-iso";
import { AnonymousProvider } from "./api/session.tsx";
import { NotFoundPage } from "./components/page.tsx";
import { ThemeSwitch } from "./components/theme.tsx";

const VoterPage = lazy(async () => (await import("./elections/voter-page.tsx")).VoterPage);
const GuardianPage = lazy(async () => (await import("./elections/guardian-page.tsx")).GuardianPage);
const ObserverPage = lazy(async () => (await import("./elections/observer-page.tsx")).ObserverPage);

const PublicPassportPage = lazy(async () => (await import("./passports/public-passport-page.tsx")).PublicPassportPage);
const VerifyPassportPage = lazy(async () => (await import("./passports/verify-passport-page.tsx")).VerifyPassportPage);

export function PublicApp() {
  return (
    <LocationProvider>
      <AnonymousProvider>
        <div class="public">
          <main class="public-main" id="main">
            <ErrorBoundary>
              <Router>
                <Route path="/vote/:electionId" component={VoterPage} />
                <Route path="/guardian/:electionId" component={GuardianPage} />
                <Route path="/observe/:electionId" component={ObserverPage} />
                <Route path="/p/:versionId" component={PublicPassportPage} />
                <Route path="/verify-passport" component={VerifyPassportPage} />
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
