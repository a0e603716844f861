/** `rota lanes`: lists the queues and how they stand. */
import { listQueues, type QueueView } from "@rota/engine";
import { numberFlag, textFlags } from "../../command/flags.ts";
import type { CommandContext } from "../../command/with-config.ts";
import { withMigratedDatabase } from "../../compose.ts";
import { answer } from "../../output/answer.ts";
import { ago, count } from "../../output/one-line.ts";
import { listLines, type Cell } from "../../output/table.ts";
import { describeCount, describeLimits } from "./describe-lane.ts";

export async function showQueues(context: CommandContext): Promise<void> {
  const listing = { ...textFlags(context, ["tenant", "after"]), limit: numberFlag(context, "limit") };
  const page = await withMigratedDatabase(context, (database) => listQueues(database, listing));
  answer(context, page, ({ items, next }) => listLines({ rows: items.map(toRow), next, nothing: "no queues" }, HEAD));
}

const HEAD = ["queue", "waiting", "later", "running", "lanes", "oldest wait", "turns/s", "turns", "limits"];

function toRow(queue: QueueView): Cell[] {
  return [
    queue.queue,
    describeCount(queue.waiting),
    describeCount(queue.scheduled),
    count(queue.running),
    describeCount(queue.lanesWaiting),
    ago(queue.oldestWaitingAt),
    String(Math.round(queue.turnsPerSecond * 10) / 10),
    queue.turns.toLocaleString("en"),
    describeLimits(queue),
  ];
}
