/** Lists every page with its address, its place in the navigation and its component. */
import type { FunctionComponent } from "preact";
import { DeadLetterPage } from "./dead-letters/dead-letter-page.tsx";
import { DeadLettersPage } from "./dead-letters/dead-letters-page.tsx";
import { FairnessPage } from "./fairness/fairness-page.tsx";
import { guarded } from "./guarded-page.tsx";
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
import { PAGE_PATHS } from "./page-paths.ts";
import type { ListedWorkload } from "./workload-list.ts";
import { componentOf } from "./workload-pages.tsx";

export type PageEntry = {
  /** Path of the page; `:name` is a parameter. */
  readonly path: string;
  /** Name in the navigation; a page without one is reached from other pages. */
  readonly name?: string | undefined;
  /** Group heading in the navigation; empty for none. */
  readonly group: string;
  readonly component: FunctionComponent;
};

type OwnPage = Omit<PageEntry, "path">;

const OWN_PAGES: Readonly<Record<(typeof PAGE_PATHS)[number], OwnPage>> = {
  "/": { name: "Overview", group: "", component: OverviewPage },
  "/fairness": { name: "Fairness", group: "Work", component: FairnessPage },
  "/tasks": { name: "Tasks", group: "Work", component: TasksPage },
  "/tasks/:taskId": { group: "Work", component: TaskPage },
  "/schedules": { name: "Schedules", group: "Work", component: SchedulesPage },
  "/workers": { name: "Workers", group: "Work", component: WorkersPage },
  "/locks": { name: "Locks", group: "Work", component: LocksPage },
  "/locks/:key": { group: "Work", component: LockPage },
  "/dead-letters": { name: "Dead letters", group: "Care", component: DeadLettersPage },
  "/dead-letters/:letterId": { group: "Care", component: DeadLetterPage },
  "/webhooks": { name: "Webhooks", group: "Care", component: WebhooksPage },
  "/webhooks/:endpointId": { group: "Care", component: EndpointPage },
  "/webhooks/deliveries/:deliveryId": { group: "Care", component: DeliveryPage },
  "/audit": { name: "Audit", group: "Care", component: AuditPage },
  "/settings": { name: "Settings", group: "Care", component: SettingsPage },
};

const PAGES: readonly PageEntry[] = PAGE_PATHS.map((path) => ({
  ...OWN_PAGES[path],
  path,
  component: guarded(OWN_PAGES[path].component),
}));

/** Heading over the workloads that have one page each in the navigation. */
const SHARED_GROUP = "Workloads";

/** Returns the pages for people who sign in: the dashboard's own, then those of the workloads. */
export function pagesWith(workloads: readonly ListedWorkload[]): PageEntry[] {
  return [...PAGES, ...workloads.flatMap(entriesOf)];
}

function entriesOf(workload: ListedWorkload): PageEntry[] {
  const pages = workload.pages.filter(({ isPublic }) => !isPublic);
  const group = pages.filter(({ name }) => name !== undefined).length > 1 ? workload.title : SHARED_GROUP;
  return pages.map((page) => ({ path: page.path, name: page.name, group, component: componentOf(workload, page) }));
}
