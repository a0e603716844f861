/** Writes lines of the journal and rows of reports as CSV (RFC 4180) that spreadsheets do not run as formulas. */
import { stringify } from "csv-stringify/sync";
import type { Chart } from "../accounts/chart.ts";
import type { JournalEntry } from "../journal/entry.ts";
import { formatNumber } from "../journal/number.ts";
import { formatAmount } from "../money/amount.ts";
import { formatRate } from "../money/rate.ts";
import type { TrialBalance } from "../reports/trial-balance.ts";

const JOURNAL_COLUMNS = [
  ...["number", "entry_id", "event_id", "kind", "effective_date", "posted_date", "transaction_date", "description"],
  ...["reference", "line", "account", "account_name", "side", "currency", "amount", "amount_minor", "base_currency"],
  ...["base_amount", "base_amount_minor", "rate", "dimensions", "created_by", "created_at", "chain_seq", "hash"],
];

/** One row a line, as pieces of text, a piece an entry. */
export function* journalCsv(entries: Iterable<JournalEntry>, chart: Chart): Generator<string> {
  yield csvRow(JOURNAL_COLUMNS);
  for (const entry of entries) yield entry.lines.map((line) => csvRow(cellsOf(entry, line, chart))).join("");
}

function cellsOf(entry: JournalEntry, line: JournalEntry["lines"][number], chart: Chart): string[] {
  return [
    formatNumber(entry.fiscalYear, entry.number),
    ...[entry.id, entry.eventId, entry.kind, entry.effectiveDate, entry.postedDate, entry.transactionDate],
    ...[entry.description ?? "", entry.reference ?? "", String(line.n)],
    ...[line.account, chart.require(line.account).name, line.side, line.currency],
    ...[formatAmount(line.amount, line.currency), String(line.amount), entry.baseCurrency],
    ...[formatAmount(line.baseAmount, entry.baseCurrency), String(line.baseAmount), formatRate(entry.rate)],
    ...[JSON.stringify(line.dimensions), entry.createdBy, entry.createdAt, String(entry.chainSeq), entry.hash],
  ];
}

export function trialBalanceCsv({ rows, baseCurrency, debit, credit }: TrialBalance): string {
  const format = (amount: bigint) => formatAmount(amount, baseCurrency);
  const cells = rows.map(({ code, name, type, ...each }) => [
    code,
    name,
    type,
    format(each.debit),
    format(each.credit),
  ]);
  return [["account", "name", "type", "debit", "credit"], ...cells, ["total", "", "", format(debit), format(credit)]]
    .map(csvRow)
    .join("");
}

/** What spreadsheets read as the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** A row with its end. A negative amount stays a number. */
export function csvRow(cells: readonly string[]): string {
  const safe = cells.map((cell) => (FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell));
  return stringify([safe], { record_delimiter: "windows" });
}
