/** The place where workloads add their pages: one entry each, with components of their own folder under pages/. */
import { lazy } from "preact-iso";
import type { PageEntry } from "./page-entry.ts";

/** Loaded when first looked at: who never opens them does not wait for them. */
const official = () => import("./pages/elections/official/official-pages.ts");
const passports = () => import("./pages/passports/official-pages.ts");

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
];
