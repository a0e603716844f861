/** Writes reports as CSV, one row a line of the report; amounts with the decimals of their currency. */
import type { ComparedSection } from "../reports/compare-sections.ts";
import type { AccountStatement } from "../reports/account-statement.ts";
import type { BalanceSheet } from "../reports/balance-sheet.ts";
import type { CashFlow } from "../reports/cash-flow.ts";
import { compareSections } from "../reports/compare-sections.ts";
import type { IncomeStatement } from "../reports/income-statement.ts";
import { formatNumber } from "../journal/number.ts";
import { formatAmount } from "../money/amount.ts";
import { csvRow } from "./csv.ts";

/** One column for each sheet. */
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
