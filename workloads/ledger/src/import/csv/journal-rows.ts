/** Reads an entry of a journal as `rota ledger export --format csv` writes it: a row for each line. */
import { invalidLine } from "../../book-file/read-record.ts";
import type { EntryRecord } from "../../book-file/record-schemas.ts";
import type { CsvRow } from "./csv-row.ts";

export function journalEntry(rows: readonly CsvRow[]): EntryRecord {
  const { cells = {} } = rows[0] ?? {};
  const cell = (name: string) => plain(cells[name] ?? "");
  const [effectiveDate, transactionDate] = [cell("effective_date"), cell("transaction_date")];
  const [description, reference] = [cell("description"), cell("reference")];
  return {
    ...{ record: "entry", eventId: cell("event_id"), postedDate: cell("posted_date") },
    currency: currencyOf(rows),
    ...(effectiveDate === "" ? {} : { effectiveDate }),
    ...(transactionDate === "" ? {} : { transactionDate }),
    description: description === "" ? null : description,
    reference: reference === "" ? null : reference,
    lines: rows.map(lineOf),
  };
}

/** Lines are in the currency of their entry or in the base currency. */
function currencyOf(rows: readonly CsvRow[]): string {
  const foreign = rows.find(({ cells }) => cells["currency"] !== cells["base_currency"]);
  return (foreign ?? rows[0])?.cells["currency"] ?? "";
}

function lineOf({ line, cells }: CsvRow): EntryRecord["lines"][number] {
  const { account = "", side = "", currency = "", amount_minor: amount = "", dimensions = "" } = cells;
  if (side !== "D" && side !== "C") throw invalidLine(line, "its side must be D or C");
  if (!/^\d{1,19}$/.test(amount)) throw invalidLine(line, "its amount_minor must be whole minor units, such as 1299");
  return {
    ...{ account: plain(account), side, currency, amount },
    ...(dimensions === "" ? {} : { dimensions: dimensionsOf(dimensions, line) }),
  };
}

function dimensionsOf(text: string, line: number): Record<string, string> {
  try {
    const found: unknown = JSON.parse(plain(text));
    if (typeof found === "object" && found !== null)
      return Object.fromEntries(Object.entries(found).map(([name, value]) => [name, String(value)]));
  } catch {
    // told below, as is JSON of another kind
  }
  throw invalidLine(line, "its dimensions must be a JSON object of texts");
}

/** Cells that spreadsheets would run as formulas are written with a quotation mark before them. */
function plain(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}
