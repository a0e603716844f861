/** Reads CSV as book records: accounts, an exported journal, or the output of `hledger print -O csv`. */
import { parse } from "csv-parse";
import { LedgerError } from "../errors.ts";
import { ACCOUNT_TYPES, type AccountType } from "./account.ts";
import { type AccountRecord, type EntryRecord, invalidLine, type NumberedRecord } from "./book-file.ts";
import { parseAmount } from "./money.ts";

/** CSV form of entries: its columns, the column that groups the rows of an entry, and the reader of such a group. */
type EntryForm = {
  readonly columns: readonly string[];
  readonly groupBy: string;
  readonly entryOf: (rows: readonly CsvRow[], options: CsvOptions) => EntryRecord;
};

const FORMS: readonly EntryForm[] = [
  { columns: ["txnidx", "date", "account", "amount", "commodity"], groupBy: "txnidx", entryOf: hledgerEntry },
  {
    columns: ["event_id", "posted_date", "account", "side", "currency", "amount_minor"],
    groupBy: "event_id",
    entryOf: journalEntry,
  },
];
const ACCOUNT_COLUMNS = ["code", "type", "currency"];

/** Reads CSV as book records; the columns decide which of the three forms it is. */
export async function* readBookCsv(text: AsyncIterable<string>, options: CsvOptions): AsyncGenerator<NumberedRecord> {
  let form: EntryForm | "accounts" | undefined;
  let rows: CsvRow[] = [];
  const known = new Set<string>();
  for await (const row of readRows(text, (columns) => (form = formOf(columns)))) {
    if (form === undefined) break;
    if (form === "accounts") {
      yield { line: row.line, record: accountOfRow(row) };
      continue;
    }
    const [first] = rows;
    if (first !== undefined && first.cells[form.groupBy] !== row.cells[form.groupBy]) {
      yield* recordsOf(rows, form, options, known);
      rows = [];
    }
    rows.push(row);
  }
  if (form === undefined) throw invalidLine(1, "it is empty");
  if (form !== "accounts" && rows.length > 0) yield* recordsOf(rows, form, options, known);
}

/** Yields an entry, preceded by its new accounts whose type follows from their names. */
function* recordsOf(
  rows: readonly CsvRow[],
  { entryOf }: EntryForm,
  options: CsvOptions,
  known: Set<string>,
): Generator<NumberedRecord> {
  const line = rows[0]?.line ?? 1;
  const record = entryOf(rows, options);
  for (const { account, currency = record.currency } of record.lines) {
    if (known.has(account)) continue;
    known.add(account);
    const named = accountOfName(account, currency);
    if (named !== undefined) yield { line, record: named };
  }
  yield { line, record };
}

function formOf(found: readonly string[]): EntryForm | "accounts" {
  const has = (columns: readonly string[]) => columns.every((column) => found.includes(column));
  const form = FORMS.find(({ columns }) => has(columns));
  if (form !== undefined) return form;
  if (has(ACCOUNT_COLUMNS)) return "accounts";
  const forms = [ACCOUNT_COLUMNS, ...FORMS.map(({ columns }) => columns)].map((columns) => columns.join(", "));
  throw invalidLine(1, `it must name the columns ${forms.join("; or ")}`);
}

async function* readRows(
  text: AsyncIterable<string>,
  onColumns: (columns: readonly string[]) => unknown,
): AsyncGenerator<CsvRow> {
  const columns = (names: string[]): string[] => {
    onColumns(names);
    return names;
  };
  const parser = parse({ bom: true, columns, info: true, trim: true, skip_empty_lines: true });
  const feeding = feed(text, parser);
  try {
    for await (const found of parser) yield rowOf(found);
    await feeding;
  } catch (cause) {
    if (!(cause instanceof Error) || !("code" in cause) || !String(cause.code).startsWith("CSV_")) throw cause;
    throw new LedgerError("BOOK_FILE_INVALID", `the file is no CSV: ${cause.message}`, {}, { cause });
  }
}

async function feed(text: AsyncIterable<string>, parser: ReturnType<typeof parse>): Promise<void> {
  try {
    for await (const part of text)
      if (!parser.write(part)) await new Promise((resolve) => parser.once("drain", resolve));
    parser.end();
  } catch (error) {
    parser.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}

function rowOf(found: unknown): CsvRow {
  if (typeof found !== "object" || found === null || !("record" in found) || !("info" in found)) throw new TypeError();
  const { record, info } = found;
  const line = typeof info === "object" && info !== null && "lines" in info ? Number(info.lines) : 0;
  const cells = Object.entries(record ?? {}).map(([name, value]) => [name, String(value)] as const);
  return { line, cells: Object.fromEntries(cells) };
}

type CsvRow = { readonly line: number; readonly cells: Readonly<Record<string, string>> };

export type CsvOptions = {
  /** Prefix of the event ids of entries without one. The same file must give the same ids. */
  readonly eventPrefix: string;
};

/** Reads an entry of a journal that `rota ledger export --format csv` wrote: one row per line. */
function journalEntry(rows: readonly CsvRow[]): EntryRecord {
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
    lines: rows.map(journalLine),
  };
}

/** Returns the currency of an entry, whose lines are in that currency or in the base currency. */
function currencyOf(rows: readonly CsvRow[]): string {
  const foreign = rows.find(({ cells }) => cells["currency"] !== cells["base_currency"]);
  return (foreign ?? rows[0])?.cells["currency"] ?? "";
}

function journalLine({ line, cells }: CsvRow): EntryRecord["lines"][number] {
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
    // thrown below, as for JSON of another type
  }
  throw invalidLine(line, "its dimensions must be a JSON object of texts");
}

/** Removes the quotation mark that the export puts before cells that spreadsheets would run as formulas. */
function plain(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}

/** Reads an entry of the output of `hledger print -O csv`: one row per posting, debits positive. */
function hledgerEntry(rows: readonly CsvRow[], { eventPrefix }: CsvOptions): EntryRecord {
  const { line = 1, cells = {} } = rows[0] ?? {};
  const { txnidx = "", date = "", description = "", code = "", commodity = "" } = cells;
  const others = rows.find((row) => row.cells["commodity"] !== commodity);
  if (others !== undefined)
    throw invalidLine(others.line, `its entry has amounts in ${commodity} and another commodity: split it first`);
  return {
    ...{ record: "entry", eventId: `${eventPrefix}-${txnidx}`, currency: commodity, postedDate: date },
    description: description === "" ? null : description,
    reference: code === "" ? null : code,
    lines: rows.flatMap((row) => hledgerLines(row, line, commodity)),
  };
}

/** Returns the line of a posting. A posting of 0 is left out. */
function hledgerLines({ cells }: CsvRow, line: number, currency: string): EntryRecord["lines"] {
  const { account = "", amount: text = "" } = cells;
  if (account === "") throw invalidLine(line, "a posting names no account");
  const amount = parseAmount(text, currency);
  if (amount === 0n) return [];
  return [{ account, side: amount > 0n ? "D" : "C", amount: String(amount > 0n ? amount : -amount) }];
}

/**
 * Reads a row of a chart of accounts: `code`, `type` and `currency`, and optionally `name`, `contra`, `parent` and
 * `active`.
 */
function accountOfRow({ line, cells }: CsvRow): AccountRecord {
  const { code = "", currency = "", name = "", parent = "" } = cells;
  const type = ACCOUNT_TYPES.find((one) => one === cells["type"]?.toUpperCase());
  if (type === undefined) throw invalidLine(line, `its type must be one of ${ACCOUNT_TYPES.join(", ")}`);
  return {
    ...{ record: "account", code, type, currency },
    name: name === "" ? code : name,
    parent: parent === "" ? null : parent,
    isContra: yesOrNo(cells["contra"], false, line),
    isActive: yesOrNo(cells["active"], true, line),
  };
}

function yesOrNo(cell: string | undefined, otherwise: boolean, line: number): boolean {
  const word = (cell ?? "").toLowerCase();
  if (word === "") return otherwise;
  if (["true", "yes", "1"].includes(word)) return true;
  if (["false", "no", "0"].includes(word)) return false;
  throw invalidLine(line, `write yes or no for ${JSON.stringify(cell)}`);
}

const TYPES: Readonly<Record<string, AccountType>> = {
  assets: "ASSET",
  asset: "ASSET",
  liabilities: "LIABILITY",
  liability: "LIABILITY",
  debts: "LIABILITY",
  equity: "EQUITY",
  income: "REVENUE",
  revenue: "REVENUE",
  revenues: "REVENUE",
  expenses: "EXPENSE",
  expense: "EXPENSE",
};

/**
 * Derives the type of an account from the first part of its name, as plain-text accounting programs do. Returns
 * undefined when the name has no known first part: such an account must exist already.
 */
function accountOfName(code: string, currency: string): AccountRecord | undefined {
  const [root = ""] = code.split(":");
  const type = TYPES[root.toLowerCase()];
  return type && { record: "account", code, name: code, type, currency };
}
