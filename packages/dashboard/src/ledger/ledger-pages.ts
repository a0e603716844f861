/** Exports the pages of the ledger, loaded together when the first of them is opened. */
import { AccountPage } from "./account-page.tsx";
import { withBooks } from "./books.tsx";
import { EntryPage } from "./entry-page.tsx";
import { JournalPage } from "./journal-page.tsx";
import { MappingRulePage } from "./mapping-rule-page.tsx";
import { MappingRulesPage } from "./mapping-rules-page.tsx";
import { PeriodsPage } from "./periods-page.tsx";
import { RejectedEventPage } from "./rejected-event-page.tsx";
import { RejectedPage } from "./rejected-events-page.tsx";
import { ReportsPage } from "./reports-page.tsx";

export const LEDGER_PAGES = {
  AccountPage: withBooks(AccountPage),
  EntryPage: withBooks(EntryPage),
  JournalPage: withBooks(JournalPage),
  PeriodsPage: withBooks(PeriodsPage),
  RejectedEventPage: withBooks(RejectedEventPage),
  RejectedPage: withBooks(RejectedPage),
  ReportsPage: withBooks(ReportsPage),
  RulePage: withBooks(MappingRulePage),
  RulesPage: withBooks(MappingRulesPage),
} as const;
