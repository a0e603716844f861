/** `rota audit-log verify`: computes every hash again and says whether the log is as it was written; exits with 1 if not. */
import { readFile } from "node:fs/promises";
import {
  describeAuditDifference,
  parseAuditHeads,
  RotaError,
  verifyAudit,
  type AuditHead,
  type AuditVerificationProgress,
  type AuditVerificationReport,
} from "@rota/engine";
import { textFlag } from "../../command/flags.ts";
import { withMigratedDatabase } from "../../compose.ts";
import { answer } from "../../output/answer.ts";
import { count, nouns } from "../../output/one-line.ts";
import { createProgressBar } from "../../output/progress-bar.ts";
import type { CommandContext } from "../../command/with-config.ts";
import { tenantNotFound } from "./tenant-not-found.ts";

export async function verifyEntries(context: CommandContext): Promise<void> {
  const tenant = textFlag(context, "tenant");
  const file = textFlag(context, "head");
  const heads = file === undefined ? undefined : await readHeads(file);
  const bar = createProgressBar("audit log");
  const onProgress = ({ tenant: name, number, lastNumber }: AuditVerificationProgress): void =>
    bar.show({ done: number, total: lastNumber, note: `${name}, entry ${count(number)} of ${count(lastNumber)}` });
  const report = await withMigratedDatabase(context, (database) =>
    verifyAudit(database, { tenant, heads, onProgress }),
  ).finally(() => bar.clear());
  if (tenant !== undefined && report.entries === 0 && report.differing === 0) throw tenantNotFound(tenant);
  answer(context, report, describeReport);
  if (report.differing > 0) process.exitCode = 1;
}

async function readHeads(file: string): Promise<AuditHead[]> {
  try {
    return parseAuditHeads(await readFile(file, "utf8"));
  } catch (error) {
    if (!(error instanceof Error) || !("syscall" in error) || !("code" in error)) throw error;
    const message = `cannot read ${file}: ${String(error.code)}; name a file that holds what rota audit-log head printed`;
    throw new RotaError("FILE_UNUSABLE", message, { file }, { cause: error });
  }
}

function describeReport({ tenants, entries, differences, differing }: AuditVerificationReport): string[] {
  const whole = `${nouns(entries, "entry", "entries")} of ${nouns(tenants, "tenant", "tenants")}`;
  if (tenants === 0) return ["the audit log is empty: there is nothing to verify"];
  if (differing === 0) return [`${whole}, all as they were written`];
  const more = differing - differences.length;
  return [
    ...differences.map(describeAuditDifference),
    ...(more === 0 ? [] : [`and the same kind of thing in ${nouns(more, "other tenant", "other tenants")}`]),
  ];
}
