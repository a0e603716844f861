/** Reads an entry of what `hledger print -O csv` writes: a row for each posting, debits positive. */
import { invalidLine } from "../../book-file/read-record.ts";
import type { EntryRecord } from "../../book-file/record-schemas.ts";
import { parseAmount } from "../../money/amount.ts";
import type { CsvOptions, CsvRow } from "./csv-row.ts";

export function hledgerEntry(rows: readonly CsvRow[], { eventPrefix }: CsvOptions): EntryRecord {
  const { line = 1, cells = {} } = rows[0] ?? {};
  const { txnidx = "", date = "", description = "", code = "", commodity = "" } = cells;
  const others = rows.find((row) => row.cells["commodity"] !== commodity);
  if (others !== undefined)
    throw invalidLine(others.line, `its entry has amounts in ${commodity} and another commodity: split it first`);
  return {
    ...{ record: "entry", eventId: `${eventPrefix}-${txnidx}`, currency: commodity, postedDate: date },
    description: description === "" ? null : description,
    reference: code === "" ? null : code,
    lines: rows.flatMap((row) => lineOf(row, line, commodity)),
  };
}

/** A posting of nothing moves nothing, and is left out. */
function lineOf({ cells }: CsvRow, line: number, currency: string): EntryRecord["lines"] {
  const { account = "", amount: text = "" } = cells;
  if (account === "") throw invalidLine(line, "a posting names no account");
  const amount = parseAmount(text, currency);
  if (amount === 0n) return [];
  return [{ account, side: amount > 0n ? "D" : "C", amount: String(amount > 0n ? amount : -amount) }];
}
