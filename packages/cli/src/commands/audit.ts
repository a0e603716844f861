/** Implements `rota audit`, which replays dispatch logs and exits with 1 when one differs, and `rota audit-head`. */
import { readFile } from "node:fs/promises";
import { type Database, RotaError } from "@rota/engine";
import { exportHead, type LogHead } from "@rota/engine/admin";
import {
  type AuditProgress,
  auditQueue,
  type AuditReport,
  describeDifference,
  listAuditedQueues,
  parseHead,
} from "@rota/engine/internal";
import type { CommandContext, CommandSpec } from "../command-spec.ts";
import { withMigratedDatabase } from "../compose.ts";
import { textFlag } from "../flags.ts";
import { answer, count, nouns } from "../output/answer.ts";
import { createProgressBar } from "../output/progress-bar.ts";

export const auditCommand: CommandSpec = {
  name: "audit",
  sentence: "replay who was given turns, and say whether the log is whole, untouched and fair",
  flags: [
    { flag: "--pool <name>", sentence: "only this pool (default: all of them)" },
    {
      flag: "--head <file>",
      sentence: "what rota audit-head printed earlier: finds a log that was cut off or written anew",
    },
  ],
  examples: ["rota audit", "rota audit --pool default --head default.head"],
  exitOneWhen: "a log is not as it was written",
  run: audit,
};

async function audit(context: CommandContext): Promise<void> {
  const file = textFlag(context, "head");
  const head = file === undefined ? undefined : await readHead(file);
  const reports = await withMigratedDatabase(context, (database) =>
    auditAll(database, { pool: textFlag(context, "pool") ?? head?.pool, head }),
  );
  answer(context, reports, describeReports);
  if (reports.some(({ difference }) => difference !== undefined)) process.exitCode = 1;
}

async function readHead(file: string): Promise<LogHead> {
  try {
    return parseHead(await readFile(file, "utf8"));
  } catch (error) {
    if (!(error instanceof Error) || !("syscall" in error) || !("code" in error)) throw error;
    const message = `cannot read ${file}: ${String(error.code)}; name a file that holds what rota audit-head printed`;
    throw new RotaError("FILE_UNUSABLE", message, { file }, { cause: error });
  }
}

async function auditAll(
  database: Database,
  { pool, head }: { pool: string | undefined; head: LogHead | undefined },
): Promise<AuditReport[]> {
  const pools = pool === undefined ? await listAuditedQueues(database) : [pool];
  const bar = createProgressBar("audit");
  const onProgress = ({ queue: name, entry, lastEntry }: AuditProgress): void =>
    bar.show({ done: entry, total: lastEntry, note: `${name}, entry ${count(entry)} of ${count(lastEntry)}` });
  try {
    const reports: AuditReport[] = [];
    for (const name of pools) reports.push(await auditQueue(database, { queue: name, head, onProgress }));
    return reports;
  } finally {
    bar.clear();
  }
}

function describeReports(reports: readonly AuditReport[]): string[] {
  if (reports.length === 0) return ["nothing was ever dispatched: there is no log to audit"];
  return reports.flatMap(describeReport);
}

function describeReport(report: AuditReport): string[] {
  const { pool, difference, entries, dispatches, checkpoint, unfairness } = report;
  if (difference !== undefined) return [`pool ${pool}: ${describeDifference(difference)}`];
  const start = checkpoint === undefined ? "" : ` since checkpoint ${count(checkpoint)}`;
  return [
    `pool ${pool}: ${nouns(entries, "entry", "entries")} with ${nouns(dispatches, "dispatch", "dispatches")}${start}, all as the rule says`,
    ...unfairness.map(
      ({ level, between, spread, bound }) =>
        `  ${level.padEnd(6)}  ${between.join(" and ")} were ${turns(spread)} apart at most (promised: ${turns(bound)})`,
    ),
  ];
}

function turns(value: number): string {
  return `${String(Math.round(value * 1_000) / 1_000)} ${value === 1 ? "turn" : "turns"}`;
}

export const auditHeadCommand: CommandSpec = {
  name: "audit-head",
  sentence: "print the head of a pool's log as a line of json, to be kept elsewhere for a later audit",
  words: [{ name: "pool", sentence: "the name of the pool" }],
  examples: ["rota audit-head default > default.head"],
  run: auditHead,
};

async function auditHead(context: CommandContext): Promise<void> {
  const [pool = ""] = context.words;
  const head = await withMigratedDatabase(context, (database) => exportHead(database, pool));
  if (head === undefined) {
    const message = `pool "${pool}" has no dispatch log: nothing was ever dispatched there`;
    throw new RotaError("QUEUE_NOT_FOUND", message, { pool });
  }
  console.log(JSON.stringify(head));
}
