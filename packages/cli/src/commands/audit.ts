/** `rota audit`: replays what was decided and says whether the log is whole, untouched and fair; exits with 1 if not. */
import { readFile } from "node:fs/promises";
import {
  auditQueue,
  describeDifference,
  listAuditedQueues,
  parseHead,
  RotaError,
  type AuditProgress,
  type AuditReport,
  type Database,
  type LogHead,
} from "@rota/engine";
import { withMigratedDatabase } from "../compose.ts";
import { toJson } from "../to-json.ts";
import type { CommandContext } from "../with-config.ts";

export async function audit(context: CommandContext): Promise<void> {
  const { queue, head: file, json } = context.flags;
  const head = typeof file === "string" ? await readHead(file) : undefined;
  const reports = await withMigratedDatabase(context, (database) =>
    auditAll(database, { queue: typeof queue === "string" ? queue : head?.queue, head }),
  );
  if (json === true) console.log(toJson(reports));
  else for (const line of describeReports(reports)) console.log(line);
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
  { queue, head }: { queue: string | undefined; head: LogHead | undefined },
): Promise<AuditReport[]> {
  const queues = queue === undefined ? await listAuditedQueues(database) : [queue];
  const reports: AuditReport[] = [];
  for (const name of queues) reports.push(await auditQueue(database, { queue: name, head, onProgress: showProgress }));
  if (process.stderr.isTTY) process.stderr.write(CLEAR_LINE);
  return reports;
}

const CLEAR_LINE = "\r\u001b[2K";

function showProgress({ queue, entry, lastEntry }: AuditProgress): void {
  if (!process.stderr.isTTY) return;
  process.stderr.write(`${CLEAR_LINE}audit: ${queue}, entry ${count(entry)} of ${count(lastEntry)}`);
}

function describeReports(reports: readonly AuditReport[]): string[] {
  if (reports.length === 0) return ["nothing was ever dispatched: there is no log to audit"];
  return reports.flatMap(describeReport);
}

function describeReport(report: AuditReport): string[] {
  const { queue, difference, entries, dispatches, checkpoint, unfairness } = report;
  if (difference !== undefined) return [`queue ${queue}: ${describeDifference(difference)}`];
  const start = checkpoint === undefined ? "" : ` since checkpoint ${count(checkpoint)}`;
  return [
    `queue ${queue}: ${nouns(entries, "entry", "entries")} with ${nouns(dispatches, "dispatch", "dispatches")}${start}, all as the rule says`,
    ...unfairness.map(
      ({ level, between, spread, bound }) =>
        `  ${level.padEnd(6)}  ${between.join(" and ")} were ${turns(spread)} apart at most (promised: ${turns(bound)})`,
    ),
  ];
}

function count(value: number): string {
  return value.toLocaleString("en");
}

function nouns(value: number, one: string, many: string): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

function turns(value: number): string {
  return `${String(Math.round(value * 1_000) / 1_000)} ${value === 1 ? "turn" : "turns"}`;
}
