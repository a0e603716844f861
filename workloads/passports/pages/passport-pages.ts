/** Exports the passport pages for people who sign in, loaded together when the first of them is opened. */

export { DocumentPage } from "./document-page.tsx";
export { DocumentsPage } from "./documents-page.tsx";
export { PassportPage } from "./passport-page.tsx";
export { PassportsPage } from "./passports-page.tsx";
export { NewPassportPage } from "./new-passport-page.tsx";
export { RulePackagePage } from "./rule-package-page.tsx";
export { RulesPage } from "./rules-page.tsx";
export { VersionPage } from "./version-page.tsx";
