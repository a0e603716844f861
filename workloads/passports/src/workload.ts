/** Describes the battery passports as a workload of the engine. What it runs is loaded when it is needed. */
import { defineWorkload } from "@rota/engine/workload";
import { bpcSettings } from "./compat/bpc-settings.ts";
import { PASSPORT_ERRORS } from "./errors.ts";
import { passportsMigrations } from "./migrations.ts";

const passports = defineWorkload({
  name: "passports",
  migrations: passportsMigrations,
  errors: PASSPORT_ERRORS,
  settings: bpcSettings,
  pages: {
    folder: new URL("../dist/pages/", import.meta.url),
    styles: ["passports.css"],
    list: [
      { path: "/passports", name: "Passports", module: "passport-pages.js", component: "PassportsPage" },
      { path: "/passports/new", module: "passport-pages.js", component: "NewPassportPage" },
      { path: "/passports/documents", module: "passport-pages.js", component: "DocumentsPage" },
      { path: "/passports/documents/:documentId", module: "passport-pages.js", component: "DocumentPage" },
      { path: "/passports/rules", module: "passport-pages.js", component: "RulesPage" },
      { path: "/passports/rules/:packageId", module: "passport-pages.js", component: "RulePackagePage" },
      { path: "/passports/versions/:versionId", module: "passport-pages.js", component: "VersionPage" },
      { path: "/passports/:passportId", module: "passport-pages.js", component: "PassportPage" },
      { path: "/p/:versionId", module: "public-passport-page.js", component: "PublicPassportPage", isPublic: true },
      { path: "/verify-passport", module: "verify-passport-page.js", component: "VerifyPassportPage", isPublic: true },
    ],
  },
  docs: new URL("../docs/", import.meta.url),
  load: () => import("./parts.ts"),
  demo: async () => (await import("./demo/passports-demo.ts")).passportsDemo,
  commands: async () => (await import("./commands/commands.ts")).commands,
});

// A constant: the compiler does not rewrite the extensions of imports inside a default export.
export default passports;
