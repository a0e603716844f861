/** `rota audit-log head`: prints what is kept elsewhere, to find out later whether the log was cut off or written anew. */
import { exportAuditHead, exportAuditHeads } from "@rota/engine";
import { textFlag } from "../../command/flags.ts";
import { withMigratedDatabase } from "../../compose.ts";
import type { CommandContext } from "../../command/with-config.ts";
import { tenantNotFound } from "./tenant-not-found.ts";

export async function printHeads(context: CommandContext): Promise<void> {
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
