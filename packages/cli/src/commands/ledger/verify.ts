/** `rota ledger verify [file]`: checks books from what is stored or was exported of them; exits with 1 if something is wrong. */
import { RotaError } from "@rota/engine";
import type { LedgerReport, LedgerToVerify } from "@rota/ledger/workload";
import type { CommandSpec } from "../../command/command-spec.ts";
import { neededFlag, textFlag } from "../../command/flags.ts";
import type { CommandContext } from "../../command/with-config.ts";
import { withMigratedDatabase } from "../../compose.ts";
import { answer } from "../../output/answer.ts";
import { count, duration, nouns } from "../../output/one-line.ts";
import { createProgressBar, type ProgressBar } from "../../output/progress-bar.ts";
import { fileLines } from "./read-file.ts";

export const verifyLedgerCommand: CommandSpec = {
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
  saysNo: "something is wrong with the books",
  run: verifyBooks,
};

async function verifyBooks(context: CommandContext): Promise<void> {
  const { describeLedgerDifference } = await import("@rota/ledger/workload");
  const heads = headsOf(textFlag(context, "head"));
  const bar = createProgressBar("verify");
  const started = performance.now();
  const report = await reportOf(context, heads, bar).finally(() => bar.clear());
  const verdict = report.differences.length === 0 ? "valid" : "invalid";
  const shown = report.differences.slice(0, DIFFERENCES_SHOWN).map(describeLedgerDifference);
  answer(context, { verdict, ...report, ms: Math.round(performance.now() - started) }, (told) =>
    reportLines(told, shown),
  );
  if (verdict === "invalid") process.exitCode = 1;
}

type Heads = NonNullable<LedgerToVerify["heads"]>;

async function reportOf(context: CommandContext, heads: Heads, bar: ProgressBar): Promise<LedgerReport> {
  const { readBookLines, verifyRecords } = await import("@rota/ledger");
  const { verifyLedger } = await import("@rota/ledger/workload");
  const [file] = context.words;
  const tenant = textFlag(context, "tenant");
  if (file !== undefined) {
    if (tenant !== undefined) throw new RotaError("COMMAND_INVALID", "name a file or --tenant, not both");
    const onEntries = (done: number) => bar.show({ done, note: nouns(done, "entry", "entries") });
    return verifyRecords(readBookLines(fileLines(file)), { heads, onEntries });
  }
  const onProgress: LedgerToVerify["onProgress"] = ({ entries: done, entriesMax: total }) =>
    bar.show({ done, total, note: `${count(done)} of ${nouns(total, "entry", "entries")}` });
  const wish = { tenant: neededFlag(context, "tenant", "whose books to verify, or name a file"), heads, onProgress };
  return withMigratedDatabase(context, (database) => verifyLedger(database, wish));
}

function headsOf(text: string | undefined): Heads {
  if (text === undefined) return [];
  const [, place, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (place !== undefined && hash !== undefined) return [{ number: Number(place), hash }];
  throw new RotaError("COMMAND_INVALID", `--head ${text}: write the place of an entry and its hash, as in 3:9f86…`);
}

/** All that were found are in the json. */
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
