/** `rota audit-head <queue>`: prints what an auditor keeps elsewhere, to find out later whether the log was changed. */
import { exportHead, RotaError } from "@rota/engine";
import { withMigratedDatabase } from "../compose.ts";
import type { CommandContext } from "../with-config.ts";

export async function auditHead(context: CommandContext): Promise<void> {
  const [queue = ""] = context.words;
  const head = await withMigratedDatabase(context, (database) => exportHead(database, queue));
  if (head === undefined) {
    const message = `queue "${queue}" has no dispatch log: nothing was ever dispatched there`;
    throw new RotaError("QUEUE_NOT_FOUND", message, { queue });
  }
  console.log(JSON.stringify(head));
}
