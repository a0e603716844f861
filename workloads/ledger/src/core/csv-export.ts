/** Writes the journal and reports as CSV (RFC 4180) that spreadsheets do not run as formulas. */
import { stringify } from "csv-stringify/sync";
import type { AccountStatement } from "./account-report.ts";
import type { Chart } from "./account.ts";
import { formatNumber, type JournalEntry } from "./entry.ts";
import type { BalanceSheet, CashFlow, IncomeStatement, TrialBalance } from "./financial-statement.ts";
import { formatAmount } from "./money.ts";
import { formatRate } from "./rate.ts";
import { type ComparedSection, compareSections } from "./report.ts";

const JOURNAL_COLUMNS = [
  ...["number", "entry_id", "event_id", "kind", "effective_date", "posted_date", "transaction_date", "description"],
  ...["reference", "line", "account", "account_name", "side", "currency", "amount", "amount_minor", "base_currency"],
  ...["base_amount", "base_amount_minor", "rate", "dimensions", "created_by", "created_at", "chain_seq", "hash"],
];

/** Yields one piece of text per entry, with one row per line. */
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

/** Characters that start a formula in spreadsheets. */
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** Returns a row with its line end. A negative amount stays a number. */
export function csvRow(cells: readonly string[]): string {
  const safe = cells.map((cell) => (FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell));
  return stringify([safe], { record_delimiter: "windows" });
}

/** Returns a balance sheet with one column per date. */
export function balanceSheetCsv(sheets: readonly BalanceSheet[]): string {
  const currency = sheets[0]?.baseCurrency ?? "";
  const sections = [
    ["assets", compareSections(sheets.map(({ assets }) => assets))],
    ["liabilities", compareSections(sheets.map(({ liabilities }) => liabilities))],
    ["equity", compareSections(sheets.map(({ equity }) => equity))],
  ] as const;
  const years = [...new Set(sheets.flatMap(({ currentEarnings }) => currentEarnings.map((each) => each.fiscalYear)))];
  const earned = years.map((year) => {
    const amounts = sheets.map(
      ({ currentEarnings }) => currentEarnings.find(({ fiscalYear }) => fiscalYear === year)?.amount ?? 0n,
    );
    return ["equity", `current earnings ${String(year)}`, "", ...formatted(amounts, currency)];
  });
  const totals = sheets.map(({ equityTotal }) => equityTotal);
  return [
    ["section", "account", "name", ...sheets.map(({ asOf }) => asOf)],
    ...sections.flatMap(([name, section]) => sectionRows(name, section, currency)),
    ...earned,
    ["equity", "total with current earnings", "", ...formatted(totals, currency)],
  ]
    .map(csvRow)
    .join("");
}

export function incomeStatementCsv(statements: readonly IncomeStatement[]): string {
  const currency = statements[0]?.baseCurrency ?? "";
  const sections = [
    ["revenue", compareSections(statements.map(({ revenue }) => revenue))],
    ["expenses", compareSections(statements.map(({ expenses }) => expenses))],
  ] as const;
  const net = statements.map((statement) => statement.net);
  return [
    ["section", "account", "name", ...statements.map(({ from, to }) => `${from} to ${to}`)],
    ...sections.flatMap(([name, section]) => sectionRows(name, section, currency)),
    ["net", "", "", ...formatted(net, currency)],
  ]
    .map(csvRow)
    .join("");
}

export function cashFlowCsv({ baseCurrency, opening, sections, closing, from, to }: CashFlow): string {
  const cell = (amount: bigint) => formatAmount(amount, baseCurrency);
  return [
    ["section", "account", "name", "amount"],
    ["opening", "", from, cell(opening)],
    ...sections.flatMap(({ type, rows }) => rows.map(({ code, name, amount }) => [type, code, name, cell(amount)])),
    ["closing", "", to, cell(closing)],
  ]
    .map(csvRow)
    .join("");
}

export function statementCsv({ account, from, to, opening, lines, closing }: AccountStatement, base: string): string {
  const own = (amount: bigint) => formatAmount(amount, account.currency);
  const inBase = (amount: bigint) => formatAmount(amount, base);
  const cells = lines.map(({ fiscalYear, number, entryId, eventId, effectiveDate, description, line, balance }) => [
    effectiveDate,
    formatNumber(fiscalYear, number),
    entryId,
    eventId,
    description ?? "",
    line.side === "D" ? formatAmount(line.amount, line.currency) : "",
    line.side === "C" ? formatAmount(line.amount, line.currency) : "",
    line.currency,
    own(balance.own),
    inBase(balance.base),
  ]);
  const edge = (day: string, word: string, { own: amount, base: value }: AccountStatement["opening"]) => [
    ...[day, "", "", "", word, "", "", account.currency, own(amount), inBase(value)],
  ];
  const head = [
    "date",
    "number",
    "entry_id",
    "event_id",
    "description",
    "debit",
    "credit",
    "currency",
    "balance",
    "base_balance",
  ];
  return [head, edge(from, "opening", opening), ...cells, edge(to, "closing", closing)].map(csvRow).join("");
}

function sectionRows(name: string, { rows, totals }: ComparedSection, currency: string): string[][] {
  return [
    ...rows.map(({ code, name: account, amounts }) => [name, code, account, ...formatted(amounts, currency)]),
    [name, "total", "", ...formatted(totals, currency)],
  ];
}

function formatted(amounts: readonly bigint[], currency: string): string[] {
  return amounts.map((amount) => formatAmount(amount, currency));
}
