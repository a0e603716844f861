/** The pages of the ledger, loaded together when the first of them is opened. */
import { AccountPage } from "./reports/account-page.tsx";
import { EntryPage } from "./journal/entry-page.tsx";
import { JournalPage } from "./journal/journal-page.tsx";
import { PeriodsPage } from "./periods/periods-page.tsx";
import { RejectedEventPage } from "./rejected/rejected-event-page.tsx";
import { RejectedPage } from "./rejected/rejected-page.tsx";
import { ReportsPage } from "./reports/reports-page.tsx";
import { RulePage } from "./rules/rule-page.tsx";
import { RulesPage } from "./rules/rules-page.tsx";
import { withBooks } from "./shared/books.tsx";

export const LEDGER_PAGES = {
  AccountPage: withBooks(AccountPage),
  EntryPage: withBooks(EntryPage),
  JournalPage: withBooks(JournalPage),
  PeriodsPage: withBooks(PeriodsPage),
  RejectedEventPage: withBooks(RejectedEventPage),
  RejectedPage: withBooks(RejectedPage),
  ReportsPage: withBooks(ReportsPage),
  RulePage: withBooks(RulePage),
  RulesPage: withBooks(RulesPage),
} as const;
