/** Every page: its address, its place in the navigation, and what shows it. */
import type { PageEntry } from "./page-entry.ts";
import { AuditPage } from "./pages/audit/audit-page.tsx";
import { DeadLetterPage } from "./pages/dead-letters/dead-letter-page.tsx";
import { DeadLettersPage } from "./pages/dead-letters/dead-letters-page.tsx";
import { FairnessPage } from "./pages/fairness/fairness-page.tsx";
import { LockPage } from "./pages/locks/lock-page.tsx";
import { LocksPage } from "./pages/locks/locks-page.tsx";
import { OverviewPage } from "./pages/overview/overview-page.tsx";
import { SchedulesPage } from "./pages/schedules/schedules-page.tsx";
import { SettingsPage } from "./pages/settings/settings-page.tsx";
import { TaskPage } from "./pages/task/task-page.tsx";
import { TasksPage } from "./pages/tasks/tasks-page.tsx";
import { DeliveryPage } from "./pages/webhooks/delivery-page.tsx";
import { EndpointPage } from "./pages/webhooks/endpoint-page.tsx";
import { WebhooksPage } from "./pages/webhooks/webhooks-page.tsx";
import { WorkersPage } from "./pages/workers/workers-page.tsx";
import { WORKLOAD_PAGES } from "./workload-pages.ts";

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
