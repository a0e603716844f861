/** The place where workloads add their pages: one entry each, with components of their own folder under pages/. */
import { lazy } from "preact-iso";
import type { PageEntry } from "./page-entry.ts";

/** Loaded when first looked at: who never opens them does not wait for them. */
const official = () => import("./pages/elections/official/official-pages.ts");
const passports = () => import("./pages/passports/official-pages.ts");
const ledger = async () => (await import("./pages/ledger/ledger-pages.ts")).LEDGER_PAGES;

export const WORKLOAD_PAGES: readonly PageEntry[] = [
  {
    path: "/elections",
    name: "Elections",
    group: "Workloads",
    workload: "elections",
    component: lazy(async () => (await official()).ElectionsPage),
  },
  { path: "/elections/new", group: "Workloads", component: lazy(async () => (await official()).NewElectionPage) },
  { path: "/elections/:electionId", group: "Workloads", component: lazy(async () => (await official()).ElectionPage) },
  {
    path: "/passports",
    name: "Passports",
    group: "Workloads",
    workload: "passports",
    component: lazy(async () => (await passports()).PassportsPage),
  },
  { path: "/passports/new", group: "Workloads", component: lazy(async () => (await passports()).NewPassportPage) },
  { path: "/passports/documents", group: "Workloads", component: lazy(async () => (await passports()).DocumentsPage) },
  {
    path: "/passports/documents/:documentId",
    group: "Workloads",
    component: lazy(async () => (await passports()).DocumentPage),
  },
  { path: "/passports/rules", group: "Workloads", component: lazy(async () => (await passports()).RulesPage) },
  {
    path: "/passports/rules/:packageId",
    group: "Workloads",
    component: lazy(async () => (await passports()).RulePackagePage),
  },
  {
    path: "/passports/versions/:versionId",
    group: "Workloads",
    component: lazy(async () => (await passports()).VersionPage),
  },
  { path: "/passports/:passportId", group: "Workloads", component: lazy(async () => (await passports()).PassportPage) },
  {
    path: "/ledger",
    name: "Ledger",
    group: "Workloads",
    workload: "ledger",
    component: lazy(async () => (await ledger()).JournalPage),
  },
  { path: "/ledger/entries/:entryId", group: "Workloads", component: lazy(async () => (await ledger()).EntryPage) },
  { path: "/ledger/reports", group: "Workloads", component: lazy(async () => (await ledger()).ReportsPage) },
  { path: "/ledger/accounts/:code", group: "Workloads", component: lazy(async () => (await ledger()).AccountPage) },
  { path: "/ledger/periods", group: "Workloads", component: lazy(async () => (await ledger()).PeriodsPage) },
  { path: "/ledger/rules", group: "Workloads", component: lazy(async () => (await ledger()).RulesPage) },
  { path: "/ledger/rules/:ruleId", group: "Workloads", component: lazy(async () => (await ledger()).RulePage) },
  { path: "/ledger/rejected", group: "Workloads", component: lazy(async () => (await ledger()).RejectedPage) },
  {
    path: "/ledger/rejected/:rejectedEventId",
    group: "Workloads",
    component: lazy(async () => (await ledger()).RejectedEventPage),
  },
];
