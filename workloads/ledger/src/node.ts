/** Public API of the ledger that needs Node and a database: imports, exports, posting and verification of stored books. */
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
