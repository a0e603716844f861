/** Public API of the ledger: pure functions over entries, without a database. */
export { ACCOUNT_TYPES, createChart, normalSide } from "./core/account.ts";
export type { Account, AccountType, Chart, Side } from "./core/account.ts";
export {
  NO_TOTALS,
  addEntries,
  addTotals,
  aggregatedBase,
  balancesOf,
  onNormalSide,
  signedBalance,
  signedBaseBalance,
  totalsOfLine,
} from "./core/balance.ts";
export type { Balances, PostedLines, Totals } from "./core/balance.ts";
export { decideDraft, needsApproval } from "./core/draft.ts";
export type { DraftAction, DraftState, DraftStatus } from "./core/draft.ts";
export { bookEndLines, bookHeadLines, entryLine, readBookLines, readRecord } from "./core/book-file.ts";
export type { BookRecord, LedgerToWrite, NumberedRecord } from "./core/book-file.ts";
export { verifyRecords } from "./verify/verify-book-file.ts";
export type { VerifyOptions } from "./verify/verify-book-file.ts";
export { appendEntries, businessHash, emptyLedger, entryHash, entryText, genesisHash } from "./core/chain.ts";
export type { Appended, EntryToAppend, HashedEntry, LedgerHead } from "./core/chain.ts";
export { createJournalCheck, verifyBalances, verifyJournal } from "./verify/verify-journal.ts";
export type {
  BalanceDifference,
  BalancesReport,
  JournalCheck,
  JournalDifference,
  JournalToVerify,
} from "./verify/verify-journal.ts";
export { closeYear, fiscalYearEnd, fiscalYearOf, fiscalYearStart } from "./core/fiscal-year.ts";
export type { YearToClose } from "./core/fiscal-year.ts";
export { revalue, settle, translate } from "./core/revaluation.ts";
export type {
  CurrencyValue,
  ExchangeAccounts,
  PeriodToRevalue,
  PeriodToTranslate,
  RealizedDifference,
  Revaluation,
  Settlement,
  Translation,
} from "./core/revaluation.ts";
export { beancountJournal, hledgerJournal } from "./core/plain-text-journal.ts";
export type { BooksToExport } from "./core/plain-text-journal.ts";
export { journalCsv, trialBalanceCsv } from "./core/csv-export.ts";
export { readBookCsv } from "./core/csv-import.ts";
export type { CsvOptions } from "./core/csv-import.ts";
export type { Books } from "./core/books.ts";
export { LINES_MAX, checkDraft } from "./core/check-entry.ts";
export type { EntryOrigin } from "./core/check-entry.ts";
export { correctEntry, reverseAccruals, reverseEntry } from "./core/reverse-entry.ts";
export type { Correction, CorrectionEntries, Reversal, ReversalState } from "./core/reverse-entry.ts";
export { createNumbering, formatNumber } from "./core/entry.ts";
export type {
  CheckedEntry,
  Dimensions,
  DraftLine,
  EntryDraft,
  EntryKind,
  JournalEntry,
  JournalLine,
  NextNumbers,
  Numbering,
} from "./core/entry.ts";
export { checkRule, compileRule, draftOfEvent } from "./core/apply-rule.ts";
export type { CompiledRule } from "./core/apply-rule.ts";
export type { FinancialEvent, MappingRule, RuleExample, RuleLine } from "./core/rule.ts";
export { AMOUNT_MAX, exponentOf, formatAmount, isCurrency, parseAmount } from "./core/money.ts";
export type { Rounding } from "./core/money.ts";
export {
  RATE_ONE,
  allocate,
  convertAmount,
  convertLines,
  createRateTable,
  crossRate,
  formatRate,
  invertRate,
  parseRate,
} from "./core/rate.ts";
export type {
  Conversion,
  ExchangeRate,
  FoundRate,
  RateOptions,
  RateQuestion,
  RateTable,
  RateType,
} from "./core/rate.ts";
export { openingEntries, readOpeningCsv } from "./core/opening.ts";
export type { OpeningBalance, OpeningBalances } from "./core/opening.ts";
export {
  changePeriod,
  checkNewPeriod,
  firstPostableDay,
  nextPeriod,
  periodOf,
  requirePostable,
} from "./core/period.ts";
export type { Period, PeriodStatus, Poster } from "./core/period.ts";
export { accountStatement, generalLedger, openItems } from "./core/account-report.ts";
export type {
  AccountStatement,
  Age,
  AgingQuestion,
  OpenItem,
  StatementLine,
  StatementQuestion,
} from "./core/account-report.ts";
export { balanceSheet, cashFlow, incomeStatement, trialBalance } from "./core/financial-statement.ts";
export type {
  BalanceSheet,
  CashFlow,
  CashFlowSection,
  CurrentEarnings,
  IncomeStatement,
  TrialBalance,
  TrialBalanceRow,
} from "./core/financial-statement.ts";
export { compareSections } from "./core/report.ts";
export type {
  ComparedRow,
  ComparedSection,
  DateRange,
  ReportBooks,
  ReportRow,
  ReportSection,
  ReportSource,
} from "./core/report.ts";
export { LedgerError } from "./errors.ts";
export type { LedgerErrorCode } from "./errors.ts";
