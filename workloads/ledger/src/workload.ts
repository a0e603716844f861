/** Describes the ledger as a workload of the engine. What it runs is loaded when it is needed. */
import { defineWorkload } from "@rota/engine/workload";
import { fisSettings } from "./compat/fis-settings.ts";
import { LEDGER_ERRORS } from "./errors.ts";
import { ledgerMigrations } from "./migrations.ts";

const ledger = defineWorkload({
  name: "ledger",
  migrations: ledgerMigrations,
  errors: LEDGER_ERRORS,
  settings: fisSettings,
  pages: {
    folder: new URL("../dist/pages/", import.meta.url),
    list: [
      { path: "/ledger", name: "Ledger", module: "ledger-pages.js", component: "JournalPage" },
      { path: "/ledger/entries/:entryId", module: "ledger-pages.js", component: "EntryPage" },
      { path: "/ledger/reports", module: "ledger-pages.js", component: "ReportsPage" },
      { path: "/ledger/accounts/:code", module: "ledger-pages.js", component: "AccountPage" },
      { path: "/ledger/periods", module: "ledger-pages.js", component: "PeriodsPage" },
      { path: "/ledger/rules", module: "ledger-pages.js", component: "MappingRulesPage" },
      { path: "/ledger/rules/:ruleId", module: "ledger-pages.js", component: "MappingRulePage" },
      { path: "/ledger/rejected", module: "ledger-pages.js", component: "RejectedEventsPage" },
      { path: "/ledger/rejected/:rejectedEventId", module: "ledger-pages.js", component: "RejectedEventPage" },
    ],
  },
  docs: new URL("../docs/", import.meta.url),
  load: () => import("./parts.ts"),
  demo: async () => (await import("./demo/ledger-demo.ts")).ledgerDemo,
  commands: async () => (await import("./commands/commands.ts")).commands,
});

// A constant: the compiler does not rewrite the extensions of imports inside a default export.
export default ledger;
