/** Reads CSV as records of a book: accounts, a journal of ours, or what `hledger print -O csv` writes, told by the columns. */
import { RotaError } from "@rota/engine/errors";
import { parse } from "csv-parse";
import { invalidLine } from "../book-file/read-record.ts";
import type { EntryRecord, NumberedRecord } from "../book-file/record-schemas.ts";
import { accountOfName } from "./csv/account-of-name.ts";
import { accountOfRow } from "./csv/account-row.ts";
import type { CsvOptions, CsvRow } from "./csv/csv-row.ts";
import { hledgerEntry } from "./csv/hledger-rows.ts";
import { journalEntry } from "./csv/journal-rows.ts";

/** How entries lie in rows: by which column those of one belong together, and what they say. */
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

/** An entry, and before it the accounts of it that come for the first time, as far as their names tell what they are. */
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
    throw new RotaError("BOOK_FILE_INVALID", `the file is no CSV: ${cause.message}`, {}, { cause });
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
