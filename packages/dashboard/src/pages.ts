/** Lists every page with its address, its place in the navigation and its component. */
import type { FunctionComponent } from "preact";
import { lazy } from "preact-iso";
import { DeadLetterPage } from "./dead-letters/dead-letter-page.tsx";
import { DeadLettersPage } from "./dead-letters/dead-letters-page.tsx";
import { FairnessPage } from "./fairness/fairness-page.tsx";
import { LockPage } from "./locks/lock-page.tsx";
import { LocksPage } from "./locks/locks-page.tsx";
import { AuditPage } from "./system/audit-page.tsx";
import { OverviewPage } from "./system/overview-page.tsx";
import { SettingsPage } from "./system/settings-page.tsx";
import { WorkersPage } from "./system/workers-page.tsx";
import { SchedulesPage } from "./tasks/schedules-page.tsx";
import { TaskPage } from "./tasks/task-page.tsx";
import { TasksPage } from "./tasks/tasks-page.tsx";
import { DeliveryPage } from "./webhooks/delivery-page.tsx";
import { EndpointPage } from "./webhooks/endpoint-page.tsx";
import { WebhooksPage } from "./webhooks/webhooks-page.tsx";

export type PageEntry = {
  /** Path of the page; `:name` is a parameter. */
  readonly path: string;
  /** Name in the navigation; a page without one is reached from other pages. */
  readonly name?: string;
  /** Group heading in the navigation; empty for none. */
  readonly group: string;
  /** Workload of the page. The navigation lists it only if the server offers that workload. */
  readonly workload?: string;
  readonly component: FunctionComponent;
};

/** Pages of workloads are loaded when first opened. */
const official = () => import("./elections/election-pages.ts");
const passports = () => import("./passports/passport-pages.ts");
const ledger = async () => (await import("./ledger/ledger-pages.ts")).LEDGER_PAGES;

const WORKLOAD_PAGES: readonly PageEntry[] = [
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

export const PAGES: readonly PageEntry[] = [
  { path: "/", name: "Overview", group: "", component: OverviewPage },
  { path: "/fairness", name: "Fairness", group: "Work", component: FairnessPage },
  { path: "/tasks", name: "Tasks", group: "Work", component: TasksPage },
  { path: "/tasks/:taskId", group: "Work", component: TaskPage },
  { path: "/schedules", name: "Schedules", group: "Work", component: SchedulesPage },
  { path: "/workers", name: "Workers", group: "Work", component: WorkersPage },
  { path: "/locks", name: "Locks", group: "Work", component: LocksPage },
  { path: "/locks/:key", group: "Work", component: LockPage },
  { path: "/dead-letters", name: "Dead letters", group: "Care", component: DeadLettersPage },
  { path: "/dead-letters/:letterId", group: "Care", component: DeadLetterPage },
  { path: "/webhooks", name: "Webhooks", group: "Care", component: WebhooksPage },
  { path: "/webhooks/:endpointId", group: "Care", component: EndpointPage },
  { path: "/webhooks/deliveries/:deliveryId", group: "Care", component: DeliveryPage },
  { path: "/audit", name: "Audit", group: "Care", component: AuditPage },
  ...WORKLOAD_PAGES,
  { path: "/settings", name: "Settings", group: "Care", component: SettingsPage },
];
