/** Describes the elections as a workload of the engine. What it runs is loaded when it is needed. */
import { defineWorkload } from "@rota/engine/workload";
import { springSettings } from "./compat/spring-settings.ts";
import { ELECTION_ERRORS } from "./errors.ts";
import { electionsMigrations } from "./migrations.ts";

const elections = defineWorkload({
  name: "elections",
  migrations: electionsMigrations,
  errors: ELECTION_ERRORS,
  settings: { ...springSettings, variables: ["ROTA_ELECTION_TOKEN"] },
  pages: {
    folder: new URL("../dist/pages/", import.meta.url),
    styles: ["elections.css"],
    list: [
      { path: "/elections", name: "Elections", module: "election-pages.js", component: "ElectionsPage" },
      { path: "/elections/new", module: "election-pages.js", component: "NewElectionPage" },
      { path: "/elections/:electionId", module: "election-pages.js", component: "ElectionPage" },
      { path: "/vote/:electionId", module: "voter-page.js", component: "VoterPage", isPublic: true },
      { path: "/guardian/:electionId", module: "guardian-page.js", component: "GuardianPage", isPublic: true },
      { path: "/observe/:electionId", module: "observer-page.js", component: "ObserverPage", isPublic: true },
    ],
  },
  docs: new URL("../docs/", import.meta.url),
  load: () => import("./parts.ts"),
  demo: async () => (await import("./demo/elections-demo.ts")).electionsDemo,
  commands: async () => (await import("./commands/commands.ts")).commands,
});

// A constant: the compiler does not rewrite the extensions of imports inside a default export.
export default elections;
