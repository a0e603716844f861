/** Everything that may be asked of books over HTTP, but for sending events. */
import type { Operation } from "@rota/engine";
import { auditOperations } from "./admin/audit-log.ts";
import { deadMessageOperations } from "./admin/dead-messages.ts";
import { integrityOperations } from "./admin/integrity.ts";
import { outboxOperations } from "./admin/outbox.ts";
import { rejectedOperations } from "./admin/rejected-events.ts";
import { runOperations } from "./closing/runs.ts";
import { yearEndOperations } from "./closing/year-end.ts";
import { draftOperations } from "./journal/drafts.ts";
import { entryActOperations } from "./journal/entry-acts.ts";
import { entryOperations } from "./journal/entries.ts";
import { accountReportOperations } from "./reports/accounts.ts";
import { agingOperations } from "./reports/aging.ts";
import { journalReportOperations } from "./reports/journal.ts";
import { statementOperations } from "./reports/statements.ts";
import { accountOperations } from "./setup/accounts.ts";
import { booksOperations } from "./setup/books.ts";
import { entityOperations } from "./setup/entities.ts";
import { periodOperations } from "./setup/periods.ts";
import { rateOperations } from "./setup/rates.ts";
import { ruleOperations } from "./setup/rules.ts";
import { simulateOperations } from "./setup/simulate.ts";

export const bookOperations: readonly Operation[] = [
  ...booksOperations,
  ...entityOperations,
  ...accountOperations,
  ...periodOperations,
  ...rateOperations,
  ...ruleOperations,
  ...simulateOperations,
  ...entryOperations,
  ...entryActOperations,
  ...draftOperations,
  ...runOperations,
  ...yearEndOperations,
  ...statementOperations,
  ...accountReportOperations,
  ...journalReportOperations,
  ...agingOperations,
  ...rejectedOperations,
  ...deadMessageOperations,
  ...outboxOperations,
  ...auditOperations,
  ...integrityOperations,
];
