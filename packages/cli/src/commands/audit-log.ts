/** Implements `rota audit-log`: lists entries, verifies the hash chains and prints their heads. */
import { readFile } from "node:fs/promises";
import { type AuditEntry, RotaError } from "@rota/engine";
import { type AuditPage, listAudit } from "@rota/engine/admin";
import {
  type AuditFilter,
  type AuditHead,
  type AuditVerificationProgress,
  type AuditVerificationReport,
  describeAuditDifference,
  exportAuditHead,
  exportAuditHeads,
  parseAuditHeads,
  verifyAudit,
} from "@rota/engine/internal";
import type { CommandContext, CommandSpec } from "../command-spec.ts";
import { withMigratedDatabase } from "../compose.ts";
import { textFlag } from "../flags.ts";
import { answer, count, nouns } from "../output/answer.ts";
import { createProgressBar } from "../output/progress-bar.ts";
import { withSubCommands } from "../sub-commands.ts";

export const auditLogCommand: CommandSpec = withSubCommands({
  name: "audit-log",
  sentence: "show who did what, or say whether the log of it is as it was written",
  subCommands: [
    {
      name: "list",
      sentence: "show entries, the newest first",
      flags: ["tenant", "actor", "action", "subject", "subjectId", "limit", "after"],
      run: listEntries,
    },
    { name: "verify", sentence: "compute every hash again", flags: ["tenant", "head"], run: verifyEntries },
    { name: "head", sentence: "print the heads, one line of json each", flags: ["tenant"], run: printHeads },
  ],
  flags: [
    { flag: "--tenant <name>", sentence: "only this tenant (default: all of them)" },
    { flag: "--actor <name>", sentence: "only what this one did" },
    { flag: "--action <name>", sentence: "only this action" },
    { flag: "--subject <type>", sentence: "only what was done to subjects of this type" },
    { flag: "--subject-id <id>", sentence: "only what was done to this one of them" },
    { flag: "--limit <count>", sentence: "how many entries (default: 50, at most 1000)" },
    { flag: "--after <place>", sentence: "go on where the page before ended, as it said" },
    {
      flag: "--head <file>",
      sentence: "what rota audit-log head printed earlier; finds a log that was cut off or written anew",
    },
  ],
  examples: [
    "rota audit-log --tenant ann --actor op@example.org",
    "rota audit-log head > heads.jsonl",
    "rota audit-log verify --head heads.jsonl",
  ],
  exitOneWhen: "verify finds that the log is not as it was written",
});

const DEFAULT_LIMIT = 50;
/** Maximum number of characters of an entry's details in a line; the JSON has all of them. */
const DETAILS_SHOWN = 100;

async function listEntries(context: CommandContext): Promise<void> {
  const tenant = textFlag(context, "tenant");
  const after = textFlag(context, "after");
  const listing = {
    ...(tenant === undefined ? {} : { tenant }),
    ...(after === undefined ? {} : { after }),
    limit: Number(textFlag(context, "limit") ?? DEFAULT_LIMIT),
    filter: readFilter(context),
  };
  const page = await withMigratedDatabase(context, (database) => listAudit(database, listing));
  answer(context, page, describePage);
}

function readFilter(context: CommandContext): AuditFilter {
  const actor = textFlag(context, "actor");
  const action = textFlag(context, "action");
  const type = textFlag(context, "subject");
  const id = textFlag(context, "subjectId");
  if (id !== undefined && type === undefined)
    throw new RotaError("COMMAND_INVALID", "--subject-id goes with --subject, the type of the subject; give both");
  return {
    ...(actor === undefined ? {} : { actor }),
    ...(action === undefined ? {} : { action }),
    ...(type === undefined ? {} : { subject: { type, ...(id === undefined ? {} : { id }) } }),
  };
}

function describePage({ entries, next }: AuditPage): string[] {
  if (entries.length === 0) return ["no entries"];
  return [...entries.map(describeEntry), ...(next === undefined ? [] : [`for more, add --after ${next}`])];
}

function describeEntry({ at, tenant, number, actor, action, subject, details }: AuditEntry): string {
  const summary = `${actor ?? "the system"}: ${action} ${subject.type} ${subject.id}`;
  return `${at.toISOString()}  ${tenant} #${String(number)}  ${summary}${details === null ? "" : `  ${shorten(details)}`}`;
}

/** Shortens the details and removes characters that JSON keeps but a terminal may interpret. */
function shorten(details: unknown): string {
  const text = JSON.stringify(details).replace(/[\u007f-\u009f\p{Cf}]/gu, "\ufffd");
  return text.length <= DETAILS_SHOWN ? text : `${text.slice(0, DETAILS_SHOWN)}…`;
}

async function verifyEntries(context: CommandContext): Promise<void> {
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

async function printHeads(context: CommandContext): Promise<void> {
  const tenant = textFlag(context, "tenant");
  await withMigratedDatabase(context, async (database) => {
    if (tenant === undefined) {
      for await (const head of exportAuditHeads(database)) console.log(JSON.stringify(head));
      return;
    }
    const head = await exportAuditHead(database, tenant);
    if (head === undefined) throw tenantNotFound(tenant);
    console.log(JSON.stringify(head));
  });
}

/** Error for a tenant that has no entry in the audit log, which is most often a misspelt name. */
function tenantNotFound(tenant: string): RotaError {
  const message = `the audit log has no entry of tenant "${tenant}": look the name up with rota audit-log head`;
  return new RotaError("TENANT_NOT_FOUND", message, { tenant });
}
