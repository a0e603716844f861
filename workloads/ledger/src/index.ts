/** The public API of the ledger: pure functions over entries; nothing here knows a database. */
export { ACCOUNT_TYPES, normalSide } from "./accounts/account.ts";
export type { Account, AccountType, Side } from "./accounts/account.ts";
export { addEntries, aggregatedBase, balancesOf } from "./accounts/balances.ts";
export type { Balances, PostedLines } from "./accounts/balances.ts";
export { createChart } from "./accounts/chart.ts";
export type { Chart } from "./accounts/chart.ts";
export {
  addTotals,
  NO_TOTALS,
  onNormalSide,
  signedBalance,
  signedBaseBalance,
  totalsOfLine,
} from "./accounts/totals.ts";
export type { Totals } from "./accounts/totals.ts";
export { decideDraft, needsApproval } from "./approval/approval.ts";
export type { DraftAction, DraftState, DraftStatus } from "./approval/approval.ts";
export { readRecord } from "./book-file/read-record.ts";
export type { BookRecord, NumberedRecord } from "./book-file/record-schemas.ts";
export { verifyRecords } from "./book-file/verify-records.ts";
export type { VerifyOptions } from "./book-file/verify-records.ts";
export { bookEndLines, bookHeadLines, entryLine } from "./book-file/write-records.ts";
export type { LedgerToWrite } from "./book-file/write-records.ts";
export { appendEntries, emptyLedger } from "./chain/append-entries.ts";
export type { Appended, EntryToAppend, LedgerHead } from "./chain/append-entries.ts";
export { businessHash } from "./chain/business-hash.ts";
export { entryHash, genesisHash } from "./chain/entry-hash.ts";
export { entryText } from "./chain/entry-text.ts";
export type { HashedEntry } from "./chain/entry-text.ts";
export { verifyBalances } from "./chain/verify-balances.ts";
export type { BalanceDifference, BalancesReport } from "./chain/verify-balances.ts";
export { createJournalCheck, verifyJournal } from "./chain/verify-journal.ts";
export type { JournalCheck, JournalDifference, JournalToVerify } from "./chain/verify-journal.ts";
export { closeYear } from "./closing/close-year.ts";
export type { YearToClose } from "./closing/close-year.ts";
export type { ExchangeAccounts } from "./closing/exchange-accounts.ts";
export { revalue } from "./closing/revalue.ts";
export type { PeriodToRevalue, Revaluation } from "./closing/revalue.ts";
export { settle } from "./closing/settle.ts";
export type { RealizedDifference, Settlement } from "./closing/settle.ts";
export { translate } from "./closing/translate.ts";
export type { PeriodToTranslate, Translation } from "./closing/translate.ts";
export type { CurrencyValue } from "./closing/value-currencies.ts";
export { beancountJournal } from "./export/beancount.ts";
export { journalCsv, trialBalanceCsv } from "./export/csv.ts";
export { hledgerJournal } from "./export/hledger.ts";
export type { BooksToExport } from "./export/hledger.ts";
export { readBookCsv } from "./import/read-book-csv.ts";
export type { CsvOptions } from "./import/csv/csv-row.ts";
export { readBookLines } from "./import/read-book-lines.ts";
export type { Books } from "./journal/books.ts";
export { checkDraft } from "./journal/check-draft.ts";
export type { EntryOrigin } from "./journal/check-draft.ts";
export { LINES_MAX } from "./journal/checks/check-lines.ts";
export { correctEntry } from "./journal/correct-entry.ts";
export type { Correction, CorrectionEntries } from "./journal/correct-entry.ts";
export type {
  CheckedEntry,
  Dimensions,
  DraftLine,
  EntryDraft,
  EntryKind,
  JournalEntry,
  JournalLine,
} from "./journal/entry.ts";
export { createNumbering, formatNumber } from "./journal/number.ts";
export type { NextNumbers, Numbering } from "./journal/number.ts";
export { reverseAccruals } from "./journal/reverse-accruals.ts";
export { reverseEntry } from "./journal/reverse-entry.ts";
export type { Reversal, ReversalState } from "./journal/reverse-entry.ts";
export { draftOfEvent } from "./mapping/apply-rule.ts";
export { checkRule } from "./mapping/check-rule.ts";
export { compileRule } from "./mapping/compile-rule.ts";
export type { CompiledRule } from "./mapping/compile-rule.ts";
export type { FinancialEvent, MappingRule, RuleExample, RuleLine } from "./mapping/rule.ts";
export { AMOUNT_MAX, formatAmount, parseAmount } from "./money/amount.ts";
export { allocate, convertAmount, convertLines } from "./money/convert.ts";
export type { Conversion } from "./money/convert.ts";
export { exponentOf, isCurrency } from "./money/currency.ts";
export { crossRate, formatRate, invertRate, parseRate, RATE_ONE } from "./money/rate.ts";
export { openingEntries } from "./opening/opening-entries.ts";
export type { OpeningBalance, OpeningBalances } from "./opening/opening-entries.ts";
export { readOpeningCsv } from "./opening/read-opening-csv.ts";
export { createRateTable } from "./money/rate-table.ts";
export type { ExchangeRate, FoundRate, RateOptions, RateQuestion, RateTable, RateType } from "./money/rate-table.ts";
export type { Rounding } from "./money/round.ts";
export { changePeriod } from "./periods/change-period.ts";
export { fiscalYearEnd, fiscalYearOf, fiscalYearStart } from "./periods/fiscal-year.ts";
export { checkNewPeriod, firstPostableDay, nextPeriod, periodOf, requirePostable } from "./periods/period.ts";
export type { Period, PeriodStatus, Poster } from "./periods/period.ts";
export { accountStatement, generalLedger } from "./reports/account-statement.ts";
export type { AccountStatement, StatementLine, StatementQuestion } from "./reports/account-statement.ts";
export { openItems } from "./reports/aging.ts";
export type { Age, AgingQuestion, OpenItem } from "./reports/aging.ts";
export { balanceSheet } from "./reports/balance-sheet.ts";
export type { BalanceSheet, CurrentEarnings } from "./reports/balance-sheet.ts";
export { cashFlow } from "./reports/cash-flow.ts";
export type { CashFlow, CashFlowSection } from "./reports/cash-flow.ts";
export { compareSections } from "./reports/compare-sections.ts";
export type { ComparedRow, ComparedSection } from "./reports/compare-sections.ts";
export { incomeStatement } from "./reports/income-statement.ts";
export type { IncomeStatement } from "./reports/income-statement.ts";
export type { DateRange, ReportBooks, ReportRow, ReportSection, ReportSource } from "./reports/report.ts";
export { trialBalance } from "./reports/trial-balance.ts";
export type { TrialBalance, TrialBalanceRow } from "./reports/trial-balance.ts";
