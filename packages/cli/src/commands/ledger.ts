/** Implements `rota ledger import`, `export` and `verify`; the workload is loaded when one of them runs. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { RotaError } from "@rota/engine";
import type { NumberedRecord } from "@rota/ledger";
import type { ImportReport, LedgerFormat, LedgerReport, LedgerToVerify } from "@rota/ledger/node";
import type { CommandContext, CommandSpec } from "../command-spec.ts";
import { withMigratedDatabase } from "../compose.ts";
import { choiceFlag, isGiven, loginName, requiredFlag, textFlag } from "../flags.ts";
import { answer, count, duration, nouns } from "../output/answer.ts";
import { createProgressBar, type ProgressBar } from "../output/progress-bar.ts";
import { writeOutput } from "../output/write-output.ts";

const importLedgerCommand: CommandSpec = {
  name: "ledger import",
  sentence:
    "bring accounts, periods, rates and entries into the ledger of a tenant; entries that are there are passed over",
  words: [
    {
      name: "file",
      sentence:
        "JSON lines as rota ledger export writes them, or CSV: a chart of accounts, our journal, opening balances, or what hledger print -O csv writes",
    },
  ],
  flags: [
    { flag: "--tenant <name>", sentence: "whose books", isRequired: true },
    { flag: "--base-currency <code>", sentence: "of a tenant that has no books yet, where the file does not say it" },
    {
      flag: "--make-periods",
      sentence: "make an open period for each fiscal year that entries fall into and none holds",
    },
    { flag: "--opening <date>", sentence: "the CSV holds balances (account, debit, credit) at the end of that day" },
    { flag: "--equity <account>", sentence: "with --opening: the account of equity that takes what is left over" },
    { flag: "--dry-run", sentence: "check all of it and write nothing" },
    { flag: "--actor <name>", sentence: "who does it, for the audit log (default: your login)" },
  ],
  examples: [
    "rota ledger import acme.jsonl --tenant acme",
    "rota ledger import journal.csv --tenant acme --base-currency EUR --make-periods --dry-run",
    "rota ledger import balances.csv --tenant acme --opening 2025-12-31 --equity Equity:Opening",
  ],
  run: importLedger,
};

async function importLedger(context: CommandContext): Promise<void> {
  const { importBook, importOpening } = await import("@rota/ledger/node");
  const [file = ""] = context.words;
  const tenant = requiredFlag(context, "tenant", "whose books");
  const actor = textFlag(context, "actor") ?? loginName();
  const isDryRun = isGiven(context, "dryRun");
  const opening = openingOf(context);
  const bar = createProgressBar("import");
  const report = await withMigratedDatabase(context, async (database) =>
    opening === undefined
      ? importBook(
          { database, codec: undefined },
          {
            ...{ tenant, actor, isDryRun, records: await recordsOf(file) },
            baseCurrency: textFlag(context, "baseCurrency"),
            makesPeriods: isGiven(context, "makePeriods"),
            onEntries: ({ done, total }) =>
              bar.show({ done, total, note: `${count(done)} of ${nouns(total, "entry", "entries")}` }),
          },
        )
      : importOpening(database, { ...opening, tenant, actor, isDryRun, csv: await wholeText(file) }),
  ).finally(() => bar.clear());
  answer(context, { ...report, isDryRun }, describeReport);
}

function openingOf(context: CommandContext): { readonly date: string; readonly equity: string } | undefined {
  const [date, equity] = [textFlag(context, "opening"), textFlag(context, "equity")];
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
  const { readBookCsv, readBookLines } = await import("@rota/ledger");
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

function describeReport({
  accounts,
  periods,
  rates,
  entries,
  skipped,
  ...rest
}: ImportReport & { isDryRun: boolean }): string[] {
  const parts = [
    nouns(accounts, "account", "accounts"),
    nouns(periods, "period", "periods"),
    nouns(rates, "rate", "rates"),
    nouns(entries, "entry", "entries"),
  ];
  const passed = skipped === 0 ? "" : `; ${nouns(skipped, "entry was", "entries were")} there already`;
  return [`${rest.isDryRun ? "nothing is wrong; it would add" : "imported"} ${parts.join(", ")}${passed}`];
}

const FORMATS = ["json", "csv", "hledger", "beancount"] as const satisfies readonly LedgerFormat[];

const exportLedgerCommand: CommandSpec = {
  name: "ledger export",
  sentence: "write the books of a tenant, as of one moment, while others go on posting",
  flags: [
    { flag: "--tenant <name>", sentence: "whose books", isRequired: true },
    {
      flag: "--format <name>",
      sentence:
        "json: all of it, can be verified and imported; csv: a row for each line; hledger (read by ledger-cli too); beancount",
      choices: FORMATS,
      default: "json",
    },
    { flag: "--out <file>", sentence: "the file to make (default: standard output)" },
    { flag: "--overwrite", sentence: "replace the file if it is there" },
  ],
  examples: [
    "rota ledger export --tenant acme --out acme.jsonl",
    "rota ledger export --tenant acme --format hledger | hledger -f - balancesheet",
  ],
  run: exportLedger,
};

async function exportLedger(context: CommandContext): Promise<void> {
  const { ledgerText } = await import("@rota/ledger/node");
  const tenant = requiredFlag(context, "tenant", "whose books");
  const format = choiceFlag(context, "format", FORMATS) ?? "json";
  const file = textFlag(context, "out");
  const bar = createProgressBar("export");
  let entries = 0;
  const onEntries = (done: number) => {
    entries = done;
    bar.show({ done, note: nouns(done, "entry", "entries") });
  };
  await withMigratedDatabase(context, (database) =>
    database.transaction(
      (tx) =>
        writeOutput(ledgerText(tx, { tenant, format, onEntries }), {
          file,
          isOverwriting: isGiven(context, "overwrite"),
        }),
      { readOnlySnapshot: true },
    ),
  ).finally(() => bar.clear());
  if (file === undefined) return; // the books themselves are on standard output
  answer(context, { file, format, entries }, () => [`wrote ${nouns(entries, "entry", "entries")} to ${file}`]);
}

const verifyLedgerCommand: CommandSpec = {
  name: "ledger verify",
  sentence:
    "compute every hash, number, sum and balance of a ledger again; for a file that was exported it needs no database",
  words: [{ name: "file", sentence: "what rota ledger export --format json wrote", isOptional: true }],
  flags: [
    { flag: "--tenant <name>", sentence: "whose books, where no file is named" },
    {
      flag: "--head <place:hash>",
      sentence:
        "an end of the chain that was kept elsewhere, as this command prints it: shows what was cut off or written anew",
    },
  ],
  examples: [
    "rota ledger verify --tenant acme",
    "rota ledger verify acme.jsonl --json",
    "rota ledger verify acme.jsonl --head 3:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  ],
  exitOneWhen: "something is wrong with the books",
  run: verifyBooks,
};

async function verifyBooks(context: CommandContext): Promise<void> {
  const { describeLedgerDifference } = await import("@rota/ledger/node");
  const heads = headsOf(textFlag(context, "head"));
  const bar = createProgressBar("verify");
  const started = performance.now();
  const report = await reportOf(context, heads, bar).finally(() => bar.clear());
  const verdict = report.differences.length === 0 ? "valid" : "invalid";
  const shown = report.differences.slice(0, DIFFERENCES_SHOWN).map(describeLedgerDifference);
  answer(context, { verdict, ...report, ms: Math.round(performance.now() - started) }, (value) =>
    reportLines(value, shown),
  );
  if (verdict === "invalid") process.exitCode = 1;
}

type Heads = NonNullable<LedgerToVerify["heads"]>;

async function reportOf(context: CommandContext, heads: Heads, bar: ProgressBar): Promise<LedgerReport> {
  const { readBookLines, verifyRecords } = await import("@rota/ledger");
  const { verifyLedger } = await import("@rota/ledger/node");
  const [file] = context.words;
  const tenant = textFlag(context, "tenant");
  if (file !== undefined) {
    if (tenant !== undefined) throw new RotaError("COMMAND_INVALID", "name a file or --tenant, not both");
    const onEntries = (done: number) => bar.show({ done, note: nouns(done, "entry", "entries") });
    return verifyRecords(readBookLines(fileLines(file)), { heads, onEntries });
  }
  const onProgress: LedgerToVerify["onProgress"] = ({ entries: done, entriesMax: total }) =>
    bar.show({ done, total, note: `${count(done)} of ${nouns(total, "entry", "entries")}` });
  const options = {
    tenant: requiredFlag(context, "tenant", "whose books to verify, or name a file"),
    heads,
    onProgress,
  };
  return withMigratedDatabase(context, (database) => verifyLedger(database, options));
}

function headsOf(text: string | undefined): Heads {
  if (text === undefined) return [];
  const [, place, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (place !== undefined && hash !== undefined) return [{ number: Number(place), hash }];
  throw new RotaError("COMMAND_INVALID", `--head ${text}: write the place of an entry and its hash, as in 3:9f86…`);
}

/** Maximum number of printed differences; the JSON has all of them. */
const DIFFERENCES_SHOWN = 20;

function reportLines(
  { tenant, ledger, entries, lines, head, differences, ms }: LedgerReport & { readonly ms: number },
  shown: readonly string[],
): string[] {
  const counted = `${nouns(entries, "entry", "entries")}, ${nouns(lines, "line", "lines")}`;
  const what = `ledger ${ledger} of ${tenant}, ${counted}, ${duration(ms)}`;
  if (differences.length === 0)
    return [
      `the books are valid: ${what}`,
      ...(head === undefined ? [] : [`keep the end of the chain elsewhere: ${String(head.number)}:${head.hash}`]),
    ];
  const more = differences.length - shown.length;
  return [
    ...shown,
    ...(more > 0 ? [`and ${nouns(more, "other difference", "other differences")}`] : []),
    `the books are NOT valid, ${nouns(differences.length, "difference", "differences")}: ${what}`,
  ];
}

async function* fileText(file: string): AsyncGenerator<string> {
  try {
    for await (const part of createReadStream(file, "utf8")) yield String(part);
  } catch (error) {
    throw explainFile(error, file);
  }
}

async function* fileLines(file: string): AsyncGenerator<string> {
  const input = createReadStream(file, "utf8");
  // The readline interface does not pass on errors of a missing file.
  const failed = new Promise<never>((_, reject) => input.once("error", reject));
  failed.catch(() => undefined);
  const lines = createInterface({ input, crlfDelay: Infinity })[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await Promise.race([lines.next(), failed]);
      if (next.done === true) return;
      yield next.value;
    }
  } catch (error) {
    throw explainFile(error, file);
  } finally {
    input.destroy();
  }
}

function explainFile(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return error;
  const message = `cannot read ${file}: ${String(error.code)}; name a file that is there`;
  return new RotaError("FILE_UNUSABLE", message, { file }, { cause: error });
}

export const ledgerCommands: readonly CommandSpec[] = [importLedgerCommand, exportLedgerCommand, verifyLedgerCommand];
