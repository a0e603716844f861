/** The place where workloads add their pages: one entry each, with components of their own folder under pages/. */
import { lazy } from "preact-iso";
import type { PageEntry } from "./page-entry.ts";

/** Loaded when first looked at: who never opens them does not wait for them. */
const official = () => import("./pages/elections/official/official-pages.ts");

export const WORKLOAD_PAGES: readonly PageEntry[] = [
  {
    path: "/elections",
    name: "Elections",
    group: "Workloads",
    component: lazy(async () => (await official()).ElectionsPage),
  },
  { path: "/elections/new", group: "Workloads", component: lazy(async () => (await official()).NewElectionPage) },
  { path: "/elections/:electionId", group: "Workloads", component: lazy(async () => (await official()).ElectionPage) },
];
