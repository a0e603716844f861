/** The pages of passports for who signs in, loaded together when the first of them is opened. */
export { DocumentPage } from "./documents/document-page.tsx";
export { DocumentsPage } from "./documents/documents-page.tsx";
export { PassportPage } from "./list/passport-page.tsx";
export { PassportsPage } from "./list/passports-page.tsx";
export { NewPassportPage } from "./new/new-passport-page.tsx";
export { RulePackagePage } from "./rules/rule-package-page.tsx";
export { RulesPage } from "./rules/rules-page.tsx";
export { VersionPage } from "./version/version-page.tsx";
