/** `rota ledger import <file>`: brings a book into the ledger of a tenant; all of it is checked before anything is written. */
import { createHash } from "node:crypto";
import { RotaError } from "@rota/engine";
import type { NumberedRecord } from "@rota/ledger";
import type { ImportReport } from "@rota/ledger/workload";
import type { CommandSpec } from "../../command/command-spec.ts";
import { isGiven, loginName, neededFlag, textFlag } from "../../command/flags.ts";
import type { CommandContext } from "../../command/with-config.ts";
import { withMigratedDatabase } from "../../compose.ts";
import { answer } from "../../output/answer.ts";
import { count, nouns } from "../../output/one-line.ts";
import { createProgressBar } from "../../output/progress-bar.ts";
import { fileLines, fileText } from "./read-file.ts";

export const importLedgerCommand: CommandSpec = {
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
  const { importBook, importOpening } = await import("@rota/ledger/workload");
  const [file = ""] = context.words;
  const tenant = neededFlag(context, "tenant", "whose books");
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

/** What begins with a brace is JSON; the same CSV gives the same event ids, so that a second import posts nothing. */
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
