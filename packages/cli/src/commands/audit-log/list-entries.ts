/** `rota audit-log`: lists who did what, the newest first. */
import { listAudit, RotaError, type AuditEntry, type AuditFilter, type AuditPage } from "@rota/engine";
import { textFlag } from "../../command/flags.ts";
import { withMigratedDatabase } from "../../compose.ts";
import { answer } from "../../output/answer.ts";
import type { CommandContext } from "../../command/with-config.ts";

const DEFAULT_LIMIT = 50;
/** What a line shows of an entry's details; all of them are in the json. */
const DETAILS_SHOWN = 100;

export async function listEntries(context: CommandContext): Promise<void> {
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
  const act = `${actor ?? "the system"}: ${action} ${subject.type} ${subject.id}`;
  return `${at.toISOString()}  ${tenant} #${String(number)}  ${act}${details === null ? "" : `  ${shorten(details)}`}`;
}

/** JSON leaves some characters as they are that a terminal may obey. */
function shorten(details: unknown): string {
  const text = JSON.stringify(details).replace(/[\u007f-\u009f\p{Cf}]/gu, "\ufffd");
  return text.length <= DETAILS_SHOWN ? text : `${text.slice(0, DETAILS_SHOWN)}…`;
}
