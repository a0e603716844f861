/** The pages that need no sign-in: voting, a guardian's work, and what everybody may see of an election or a battery. */
import { ErrorBoundary, lazy, LocationProvider, Route, Router } from "preact-iso";
import { NotFoundPage } from "./pages/not-found-page.tsx";
import { StrangerProvider } from "./session/session.tsx";
import { ThemeSwitch } from "./shell/theme-switch.tsx";

const VoterPage = lazy(async () => (await import("./pages/elections/voter/voter-page.tsx")).VoterPage);
const GuardianPage = lazy(async () => (await import("./pages/elections/guardian/guardian-page.tsx")).GuardianPage);
const ObserverPage = lazy(async () => (await import("./pages/elections/observer/observer-page.tsx")).ObserverPage);

const PublicPassportPage = lazy(
  async () => (await import("./pages/passports/everybody/public-page.tsx")).PublicPassportPage,
);
const VerifyPassportPage = lazy(
  async () => (await import("./pages/passports/everybody/verify-page.tsx")).VerifyPassportPage,
);

export function EverybodyApp() {
  return (
    <LocationProvider>
      <StrangerProvider>
        <div class="everybody">
          <main class="everybody-main" id="main">
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
          <footer class="everybody-foot">
            <ThemeSwitch />
          </footer>
        </div>
      </StrangerProvider>
    </LocationProvider>
  );
}
