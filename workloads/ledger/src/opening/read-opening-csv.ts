/** Reads opening balances from CSV: an account and its debit or credit in each line. */
import { RotaError } from "@rota/engine/errors";
import { parse } from "csv-parse/sync";
import type { Chart } from "../accounts/chart.ts";
import { parseAmount } from "../money/amount.ts";
import type { OpeningBalance } from "./opening-entries.ts";

/**
 * The first line names the columns `account`, `debit` and `credit`, in the currency of the account; `base_debit` and
 * `base_credit` say what foreign balances stood for. Lines without an amount are left out.
 *
 * @example readOpeningCsv("account,debit,credit\ncash,12.99,\nloan,,12.99", books)
 */
export function readOpeningCsv(
  csv: string,
  { chart, baseCurrency }: { readonly chart: Chart; readonly baseCurrency: string },
): OpeningBalance[] {
  return parseRows(csv).flatMap((row, index) => {
    const line = index + 2;
    const account = row["account"] ?? "";
    if (account === "") throw refusal(line, "it names no account");
    const own = amountIn(row, { debit: "debit", credit: "credit" }, chart.require(account).currency, line);
    const base = amountIn(row, { debit: "base_debit", credit: "base_credit" }, baseCurrency, line);
    if (own === undefined) return [];
    if (base !== undefined && base.side !== own.side) throw refusal(line, "its two amounts stand on different sides");
    return [{ account, ...own, baseAmount: base?.amount }];
  });
}

type Columns = { readonly debit: string; readonly credit: string };

/** Undefined: both are empty or 0. */
function amountIn(row: Row, { debit, credit }: Columns, currency: string, line: number) {
  const left = parseAmount(row[debit]?.trim() || "0", currency);
  const right = parseAmount(row[credit]?.trim() || "0", currency);
  if (left !== 0n && right !== 0n) throw refusal(line, `it has both ${debit} and ${credit}: give their difference`);
  if (left < 0n || right < 0n) throw refusal(line, "amounts are not negative: write them on the other side");
  if (left === 0n && right === 0n) return undefined;
  return left > 0n ? ({ side: "D", amount: left } as const) : ({ side: "C", amount: right } as const);
}

type Row = Readonly<Record<string, string>>;

function parseRows(csv: string): Row[] {
  try {
    return parse(csv, { bom: true, columns: true, trim: true, skip_empty_lines: true, relax_column_count: true });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : "it cannot be read";
    throw new RotaError("JOURNAL_ENTRY_INVALID", `the opening balances are no CSV: ${why}`, {}, { cause });
  }
}

function refusal(line: number, why: string): RotaError {
  return new RotaError("JOURNAL_ENTRY_INVALID", `line ${String(line)} of the opening balances: ${why}`, { line });
}
