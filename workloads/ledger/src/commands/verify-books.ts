/** Runs `rota ledger verify` on stored books or on an exported file. */
import { RotaError } from "@rota/engine";
import type { CommandContext, CommandOutput, CommandProgress } from "@rota/engine/workload";
import { readBookLines } from "../core/book-file.ts";
import { type LedgerToVerify, verifyLedger } from "../store/verify-ledger.ts";
import { describeLedgerDifference, type LedgerReport } from "../verify/ledger-difference.ts";
import { verifyRecords } from "../verify/verify-book-file.ts";
import { fileLines } from "./book-lines.ts";

export async function verifyBooks(context: CommandContext): Promise<void> {
  const heads = headsOf(context.flags.text("head"));
  const bar = context.output.progress("verify");
  const started = performance.now();
  const report = await reportOf(context, heads, bar).finally(() => bar.clear());
  const verdict = report.differences.length === 0 ? "valid" : "invalid";
  const shown = report.differences.slice(0, DIFFERENCES_SHOWN).map(describeLedgerDifference);
  context.output.answer({ verdict, ...report, ms: Math.round(performance.now() - started) }, (value) =>
    reportLines(context.output, value, shown),
  );
  if (verdict === "invalid") process.exitCode = 1;
}

type Heads = NonNullable<LedgerToVerify["heads"]>;

async function reportOf(context: CommandContext, heads: Heads, bar: CommandProgress): Promise<LedgerReport> {
  const [file] = context.words;
  const tenant = context.flags.text("tenant");
  if (file !== undefined) {
    if (tenant !== undefined) throw new RotaError("COMMAND_INVALID", "name a file or --tenant, not both");
    const onEntries = (done: number) => bar.show({ done, note: context.output.nouns(done, "entry", "entries") });
    return verifyRecords(readBookLines(fileLines(file)), { heads, onEntries });
  }
  const onProgress: LedgerToVerify["onProgress"] = ({ entries: done, entriesMax: total }) =>
    bar.show({
      done,
      total,
      note: `${context.output.count(done)} of ${context.output.nouns(total, "entry", "entries")}`,
    });
  const options = {
    tenant: context.flags.required("tenant", "whose books to verify, or name a file"),
    heads,
    onProgress,
  };
  return context.withDatabase((database) => verifyLedger(database, options));
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
  { nouns, duration }: CommandOutput,
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
