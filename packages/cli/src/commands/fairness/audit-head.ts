/** `rota audit-head <queue>`: prints what an auditor keeps elsewhere, to find out later whether the log was changed. */
import { exportHead, RotaError } from "@rota/engine";
import type { CommandSpec } from "../../command/command-spec.ts";
import type { CommandContext } from "../../command/with-config.ts";
import { withMigratedDatabase } from "../../compose.ts";

export const auditHeadCommand: CommandSpec = {
  name: "audit-head",
  sentence: "print the head of a queue's log as a line of json, to be kept elsewhere for a later audit",
  words: [{ name: "queue", sentence: "the name of the queue" }],
  examples: ["rota audit-head tallies > tallies.head"],
  run: auditHead,
};

async function auditHead(context: CommandContext): Promise<void> {
  const [queue = ""] = context.words;
  const head = await withMigratedDatabase(context, (database) => exportHead(database, queue));
  if (head === undefined) {
    const message = `queue "${queue}" has no dispatch log: nothing was ever dispatched there`;
    throw new RotaError("QUEUE_NOT_FOUND", message, { queue });
  }
  console.log(JSON.stringify(head));
}
