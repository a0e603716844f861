/** Exports the pages of the ledger, loaded together when the first of them is opened. */

export { AccountPage } from "./account-page.tsx";
export { EntryPage } from "./entry-page.tsx";
export { JournalPage } from "./journal-page.tsx";
export { MappingRulePage } from "./mapping-rule-page.tsx";
export { MappingRulesPage } from "./mapping-rules-page.tsx";
export { PeriodsPage } from "./periods-page.tsx";
export { RejectedEventPage } from "./rejected-event-page.tsx";
export { RejectedEventsPage } from "./rejected-events-page.tsx";
export { ReportsPage } from "./reports-page.tsx";
