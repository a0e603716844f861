/** Defines the ledger as a workload of the engine: tables, intake, tasks and operations. */
import { defineWorkload, type Operation, type TaskDefinition } from "@rota/engine";
import { accountReportOperations, agingOperations } from "./http/account-reports.ts";
import { accountOperations } from "./http/accounts.ts";
import { auditOperations } from "./http/audit.ts";
import { deadMessageOperations } from "./http/dead-letters.ts";
import { draftOperations } from "./http/drafts.ts";
import { entityOperations } from "./http/entities.ts";
import { entryOperations } from "./http/entries.ts";
import { sendEvent } from "./http/events.ts";
import { statementOperations } from "./http/financial-statements.ts";
import { journalReportOperations } from "./http/journal-reports.ts";
import { outboxOperations } from "./http/outbox.ts";
import { runOperations } from "./http/period-runs.ts";
import { periodOperations, yearEndOperations } from "./http/periods.ts";
import { rateOperations } from "./http/rates.ts";
import { rejectedOperations } from "./http/rejected-events.ts";
import { ruleOperations } from "./http/rules.ts";
import { ledgerMigrations } from "./migrations.ts";
import { ledgerIntake } from "./tasks/event-intake.ts";
import { periodRun } from "./tasks/period-run.ts";
import { accrualReversal } from "./tasks/reverse-accruals.ts";

export type { NamedAccounts, TenantBooks } from "./core/books.ts";
export { readBooks } from "./store/books-store.ts";
export type { BooksName } from "./store/books-store.ts";
export { LEDGER_FORMATS, ledgerText } from "./store/export-book.ts";
export type { LedgerFormat, LedgerTextOptions } from "./store/export-book.ts";
export { importBook } from "./store/import-book.ts";
export type { ImportReport, ImportRequest } from "./store/import-book.ts";
export { importOpening } from "./store/import-opening.ts";
export type { OpeningImportRequest } from "./store/import-opening.ts";
export { beginPosting } from "./store/posting.ts";
export type { Posting, PostingRequest } from "./store/posting.ts";
export { storedTrialBalances } from "./store/report-store.ts";
export { verifyLedger } from "./store/verify-ledger.ts";
export type { LedgerToVerify, LedgerVerificationProgress } from "./store/verify-ledger.ts";
export { ledgerIntake } from "./tasks/event-intake.ts";
export { describeLedgerDifference } from "./verify/ledger-difference.ts";
export type { LedgerDifference, LedgerReport } from "./verify/ledger-difference.ts";

const ledgerTasks: readonly TaskDefinition[] = [accrualReversal, periodRun];

const bookOperations: readonly Operation[] = [
  ...entityOperations,
  ...accountOperations,
  ...periodOperations,
  ...rateOperations,
  ...ruleOperations,
  ...entryOperations,
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
];

export const ledger = defineWorkload({
  name: "ledger",
  migrations: ledgerMigrations,
  tasks: ledgerTasks,
  intakes: [ledgerIntake],
  operations: [sendEvent, ...bookOperations],
});
