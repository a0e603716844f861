/** `rota lanes list --queue <name>`: lists the lanes of a queue, with what they get and what is their due. */
import { listLanes, type LaneView } from "@rota/engine";
import { neededFlag, numberFlag, textFlags } from "../../command/flags.ts";
import type { CommandContext } from "../../command/with-config.ts";
import { withMigratedDatabase } from "../../compose.ts";
import { answer } from "../../output/answer.ts";
import { ago, count } from "../../output/one-line.ts";
import { listLines, type Cell } from "../../output/table.ts";
import { describeCount, describeLimits, describeShare } from "./describe-lane.ts";

export async function listQueueLanes(context: CommandContext): Promise<void> {
  const queue = neededFlag(context, "queue", "which queue");
  const listing = { queue, ...textFlags(context, ["tenant", "after"]), limit: numberFlag(context, "limit") };
  const page = await withMigratedDatabase(context, (database) => listLanes(database, listing));
  answer(context, page, ({ items, next }) => listLines({ rows: items.map(toRow), next, nothing: "no lanes" }, HEAD));
}

const HEAD = ["lane", "weight", "waiting", "running", "share", "due", "last turn", "limits"];
const INDENTS = { tenant: "", group: "  ", task: "    " } as const;

function toRow(lane: LaneView): Cell[] {
  return [
    `${INDENTS[lane.level]}${lane.name}`,
    lane.weight === undefined ? "" : String(lane.weight),
    describeCount(lane.waiting),
    count(lane.running),
    describeShare(lane.share),
    describeShare(lane.entitlement),
    ago(lane.lastTurnAt),
    describeLimits(lane),
  ];
}
