/** Runs `rota ledger import` and `export`, which bring books in and take them out. */
import { createHash } from "node:crypto";
import { RotaError } from "@rota/engine";
import type { CommandContext, CommandOutput } from "@rota/engine/workload";
import { type NumberedRecord, readBookLines } from "../core/book-file.ts";
import { readBookCsv } from "../core/csv-import.ts";
import { LEDGER_FORMATS, ledgerText } from "../store/export-book.ts";
import { importBook, type ImportReport } from "../store/import-book.ts";
import { importOpening } from "../store/import-opening.ts";
import { fileLines, fileText } from "./book-lines.ts";

export async function importLedger(context: CommandContext): Promise<void> {
  const [file = ""] = context.words;
  const tenant = context.flags.required("tenant", "whose books");
  const actor = context.flags.text("actor") ?? context.login;
  const isDryRun = context.flags.isGiven("dryRun");
  const opening = openingOf(context);
  const bar = context.output.progress("import");
  const report = await context
    .withDatabase(async (database) =>
      opening === undefined
        ? importBook(
            { database, codec: undefined },
            {
              ...{ tenant, actor, isDryRun, records: await recordsOf(file) },
              baseCurrency: context.flags.text("baseCurrency"),
              makesPeriods: context.flags.isGiven("makePeriods"),
              onEntries: ({ done, total }) =>
                bar.show({
                  done,
                  total,
                  note: `${context.output.count(done)} of ${context.output.nouns(total, "entry", "entries")}`,
                }),
            },
          )
        : importOpening(database, { ...opening, tenant, actor, isDryRun, csv: await wholeText(file) }),
    )
    .finally(() => bar.clear());
  context.output.answer({ ...report, isDryRun }, (value) => describeReport(context.output, value));
}

function openingOf(context: CommandContext): { readonly date: string; readonly equity: string } | undefined {
  const [date, equity] = [context.flags.text("opening"), context.flags.text("equity")];
  if (date === undefined && equity === undefined) return undefined;
  if (date !== undefined && equity !== undefined) return { date, equity };
  throw new RotaError("COMMAND_INVALID", "opening balances need both --opening and --equity");
}

/**
 * Opens the records of a file: JSON if it starts with a brace, otherwise CSV.
 *
 * The same CSV gives the same event ids, so a second import posts nothing.
 */
async function recordsOf(file: string): Promise<() => AsyncIterable<NumberedRecord>> {
  const digest = createHash("sha256");
  let start = "";
  for await (const part of fileText(file)) {
    if (start.length < 100) start += part;
    digest.update(part);
  }
  if (/^\uFEFF?\s*\{/.test(start)) return () => readBookLines(fileLines(file));
  const eventPrefix = `import-${digest.digest("hex").slice(0, 16)}`;
  return () => readBookCsv(fileText(file), { eventPrefix });
}

async function wholeText(file: string): Promise<string> {
  let text = "";
  for await (const part of fileText(file)) text += part;
  return text;
}

function describeReport(
  { nouns }: CommandOutput,
  { accounts, periods, rates, entries, skipped, ...rest }: ImportReport & { isDryRun: boolean },
): string[] {
  const parts = [
    nouns(accounts, "account", "accounts"),
    nouns(periods, "period", "periods"),
    nouns(rates, "rate", "rates"),
    nouns(entries, "entry", "entries"),
  ];
  const passed = skipped === 0 ? "" : `; ${nouns(skipped, "entry was", "entries were")} there already`;
  return [`${rest.isDryRun ? "nothing is wrong; it would add" : "imported"} ${parts.join(", ")}${passed}`];
}

export async function exportLedger(context: CommandContext): Promise<void> {
  const tenant = context.flags.required("tenant", "whose books");
  const format = context.flags.choice("format", LEDGER_FORMATS) ?? "json";
  const file = context.flags.text("out");
  const bar = context.output.progress("export");
  let entries = 0;
  const onEntries = (done: number) => {
    entries = done;
    bar.show({ done, note: context.output.nouns(done, "entry", "entries") });
  };
  await context
    .withDatabase((database) =>
      database.transaction(
        (tx) =>
          context.output.write(ledgerText(tx, { tenant, format, onEntries }), {
            file,
            isOverwriting: context.flags.isGiven("overwrite"),
          }),
        { readOnlySnapshot: true },
      ),
    )
    .finally(() => bar.clear());
  if (file === undefined) return; // the books themselves are on standard output
  context.output.answer({ file, format, entries }, () => [
    `wrote ${context.output.nouns(entries, "entry", "entries")} to ${file}`,
  ]);
}
