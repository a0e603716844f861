/** The ledger as a workload of the engine: tables, where events come in, and what reads and writes its books. */
import { defineWorkload } from "@rota/engine";
import { ledgerIntake } from "./intake/ledger-intake.ts";
import { ledgerMigrations } from "./migrations.ts";
import { bookOperations } from "./operations/book-operations.ts";
import { sendEvent } from "./operations/events/send-event.ts";
import { ledgerTasks } from "./tasks/ledger-tasks.ts";

export { LEDGER_FORMATS, ledgerText } from "./book-file/ledger-text.ts";
export type { LedgerFormat, LedgerTextOptions } from "./book-file/ledger-text.ts";
export { readBooks } from "./books/read-books.ts";
export type { BooksName } from "./books/read-books.ts";
export type { NamedAccounts, TenantBooks } from "./books/tenant-books.ts";
export { ledgerIntake } from "./intake/ledger-intake.ts";
export { importBook } from "./import/import-book.ts";
export type { ImportReport, ImportWish } from "./import/import-book.ts";
export { importOpening } from "./import/import-opening.ts";
export type { OpeningWish } from "./import/import-opening.ts";
export { beginPosting } from "./posting/begin-posting.ts";
export type { Posting, PostingWish } from "./posting/begin-posting.ts";
export { storedTrialBalances } from "./reports/stored/stored-reports.ts";
export { describeLedgerDifference } from "./verify/ledger-difference.ts";
export type { LedgerDifference } from "./verify/ledger-difference.ts";
export { verifyLedger } from "./verify/verify-ledger.ts";
export type { LedgerReport, LedgerToVerify, LedgerVerificationProgress } from "./verify/verify-ledger.ts";

export const ledger = defineWorkload({
  name: "ledger",
  migrations: ledgerMigrations,
  tasks: ledgerTasks,
  intakes: [ledgerIntake],
  operations: [sendEvent, ...bookOperations],
});
