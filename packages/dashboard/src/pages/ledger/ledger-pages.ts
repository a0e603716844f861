/** The pages of the ledger, loaded together when the first of them is opened. */
export { AccountPage } from "./reports/account-page.tsx";
export { EntryPage } from "./journal/entry-page.tsx";
export { JournalPage } from "./journal/journal-page.tsx";
export { PeriodsPage } from "./periods/periods-page.tsx";
export { RejectedEventPage } from "./rejected/rejected-event-page.tsx";
export { RejectedPage } from "./rejected/rejected-page.tsx";
export { ReportsPage } from "./reports/reports-page.tsx";
export { RulePage } from "./rules/rule-page.tsx";
export { RulesPage } from "./rules/rules-page.tsx";
