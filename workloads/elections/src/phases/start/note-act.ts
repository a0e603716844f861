/** Writes into the audit log what somebody did to an election. Opens a transaction. */
import { appendAudit, type Database } from "@rota/engine";

export type Act = { readonly by: string; readonly action: string; readonly details?: unknown };

export async function noteAct(
  database: Database,
  { electionId, tenant }: { readonly electionId: bigint; readonly tenant: string },
  { by, action, details }: Act,
): Promise<void> {
  const subject = { type: "election", id: String(electionId) };
  await database.transaction((tx) => appendAudit(tx, { tenant, actor: by, action, subject, details }));
}
