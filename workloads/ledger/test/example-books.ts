/** Generates books of fictitious people with `bean-example` from a seed, and reads them into our journals. */
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { runBookProgram } from "../../../tools/services/book-programs.ts";
import { accountOf, type EntryRecord } from "../src/core/book-file.ts";
import { type Account, createChart } from "../src/core/account.ts";
import { readBookCsv } from "../src/core/csv-import.ts";
import { createRateTable } from "../src/core/rate.ts";
import { hledger, withFile } from "./bookkeepers.ts";
import { STAND_INS } from "./sample-books.ts";
import { booksWith, SmallJournal } from "./small-books.ts";

export type ExampleBook = {
  /** The same book in the format of each program. */
  readonly beancount: string;
  readonly hledger: string;
  readonly ledger: string;
};

/** Generates a book without transactions that have a cost or a price, since our entries have one commodity. */
export async function exampleBook(seed: number): Promise<ExampleBook> {
  const dates = ["--date-begin", "2024-01-01", "--date-end", "2025-12-31", "--date-birth", "1985-01-01"];
  const whole = await runBookProgram("bean-example", ["--seed", String(seed), ...dates]);
  const beancount = withStandIns(withoutPrices(whole));
  return withFile(beancount, async (file) => {
    const [forHledger, forLedger] = await Promise.all([
      runBookProgram("bean-report", [file, "hledger"]),
      runBookProgram("bean-report", [file, "ledger"]),
    ]);
    return { beancount, hledger: forHledger, ledger: forLedger };
  });
}

/** Returns one journal per commodity, read by the importer and posted through every check. */
export async function journalsOf({ hledger: text }: ExampleBook): Promise<SmallJournal[]> {
  const rows: Record<string, string>[] = parse(await hledger(text, "print", "-O", "csv"), { columns: true });
  const commodities = [...new Set(rows.map((row) => row["commodity"] ?? ""))].filter((name) => name !== "");
  return Promise.all(
    commodities.map((commodity) =>
      journalOf(
        rows.filter((row) => row["commodity"] === commodity),
        commodity,
      ),
    ),
  );
}

async function journalOf(rows: readonly Record<string, string>[], currency: string): Promise<SmallJournal> {
  const csv = stringify([...rows], { header: true });
  const [accounts, entries]: [Account[], EntryRecord[]] = [[], []];
  for await (const { record } of readBookCsv(once(csv), { eventPrefix: "example" })) {
    if (record.record === "account") accounts.push(accountOf(record));
    if (record.record === "entry") entries.push(record);
  }
  const periods = [{ name: "all", start: "2000-01-01", end: "2030-12-31", status: "OPEN" as const }];
  const rates = createRateTable([]);
  const journal = new SmallJournal(
    booksWith({ baseCurrency: currency, chart: createChart(accounts), periods, rates, roundingAccount: undefined }),
  );
  for (const { lines, eventId, postedDate, description } of entries) {
    const drafts = lines.map(({ account, side, amount }) => ({ account, side, amount: BigInt(amount) }));
    if (drafts.length > 0)
      journal.post(drafts, { eventId, postedDate, currency, description: description ?? undefined });
  }
  return journal;
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

/** Keeps accounts and transactions without prices. A directive is a line that starts with a date, and the indented lines below. */
function withoutPrices(text: string): string {
  const directives = text.match(/^\d{4}-\d\d-\d\d .*(\n[ \t]+\S.*)*/gm) ?? [];
  const kept = directives.filter((directive) => {
    const kind = directive.split(/\s+/)[1];
    return kind === "open" || (kind === "*" && !/[{@]/.test(directive));
  });
  return `${kept.join("\n\n")}\n`;
}

/** Replaces commodities that are not in ISO 4217 by currencies with the same decimals. */
function withStandIns(text: string): string {
  return Object.entries(STAND_INS).reduce(
    (all, [from, to]) => all.replaceAll(new RegExp(`\\b${from}\\b`, "g"), to),
    text,
  );
}
