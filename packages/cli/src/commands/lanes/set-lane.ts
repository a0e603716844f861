/** `rota lanes set`: sets a lane; the setting and its entry in the audit log are one transaction. */
import {
  appendAudit,
  getTask,
  RotaError,
  setLane,
  type LaneName,
  type NewLaneSettings,
  type Queryable,
} from "@rota/engine";
import { isGiven, neededFlag, numberFlag, readActor, textFlag, textFlags, wholeFlag } from "../../command/flags.ts";
import type { CommandContext } from "../../command/with-config.ts";
import { withMigratedDatabase } from "../../compose.ts";
import { answer } from "../../output/answer.ts";
import { readTask } from "../tasks/read-task.ts";

/** Whose log tells of what concerns all tenants. */
const SYSTEM_TENANT = "system";
const NO_LIMIT = "none";

export async function setLaneOfFlags(context: CommandContext): Promise<void> {
  const settings = readSettings(context);
  const { actor, reason } = readActor(context);
  const lane = await withMigratedDatabase(context, (database) =>
    database.transaction(async (tx) => {
      const { name, tenant, subject } = await readLane(context, tx);
      await setLane(tx, name, settings);
      const details = { settings, ...(reason === undefined ? {} : { reason }) };
      await appendAudit(tx, { tenant, actor, action: "lane.set", subject: { type: "lane", id: subject }, details });
      return subject;
    }),
  );
  answer(context, { lane, settings }, () => [`lane ${lane} was set; the next claim goes by it`]);
}

function readSettings(context: CommandContext): NewLaneSettings {
  const [weight, maxInFlight, rate] = [
    numberFlag(context, "weight"),
    limitFlag(context, "maxInFlight"),
    readRate(context),
  ];
  const [isPaused, isResumed] = [isGiven(context, "pause"), isGiven(context, "resume")];
  if (isPaused && isResumed) throw new RotaError("COMMAND_INVALID", "give --pause or --resume, not both");
  return {
    ...(weight === undefined ? {} : { weight }),
    ...(maxInFlight === undefined ? {} : { maxInFlight }),
    ...(rate === undefined ? {} : { rate }),
    ...(isPaused || isResumed ? { isPaused } : {}),
  };
}

/** Null: the limit is taken away. */
function limitFlag(context: CommandContext, name: string): number | null | undefined {
  return textFlag(context, name) === NO_LIMIT ? null : numberFlag(context, name);
}

const RATE_WINDOW_MS = 1_000_000;

function readRate(context: CommandContext): NewLaneSettings["rate"] {
  const perSecond = limitFlag(context, "rate");
  const burst = wholeFlag(context, "burst", { min: 1, max: 1_000_000 });
  if (perSecond === undefined && burst !== undefined)
    throw new RotaError("COMMAND_INVALID", "--burst goes with --rate; give both");
  if (perSecond === undefined || perSecond === null) return perSecond;
  const turns = Math.round((perSecond * RATE_WINDOW_MS) / 1_000);
  if (turns < 1 || turns > 1_000_000)
    throw new RotaError("COMMAND_INVALID", `--rate ${String(perSecond)}: give turns a second, from 0.001 to 1000`);
  return { turns, perMs: RATE_WINDOW_MS, ...(burst === undefined ? {} : { burst }) };
}

type NamedLane = { readonly name: LaneName; readonly tenant: string; readonly subject: string };

async function readLane(context: CommandContext, on: Queryable): Promise<NamedLane> {
  const { task, queue, tenant, group, type } = textFlags(context, ["task", "queue", "tenant", "group", "type"]);
  const priority = numberFlag(context, "priority");
  if (task !== undefined) {
    if ([queue, tenant, group, type, priority].some((part) => part !== undefined))
      throw new RotaError("COMMAND_INVALID", "--task names the lane by itself; leave out --queue and what is below it");
    const found = await getTask(on, { task: readTask(task) });
    return { name: { taskId: found.taskId }, tenant: found.tenant, subject: `task ${String(found.taskId)}` };
  }
  const name = neededFlag(context, "queue", "which queue");
  const subject = [name, tenant, group, type].filter((part) => part !== undefined).join(" > ");
  const owner = tenant ?? SYSTEM_TENANT;
  if (group === undefined) {
    if (type !== undefined || priority !== undefined)
      throw new RotaError("COMMAND_INVALID", "--type and --priority go with --group; give it as well");
    return { name: { queue: name, ...(tenant === undefined ? {} : { tenant }) }, tenant: owner, subject };
  }
  if (tenant === undefined)
    throw new RotaError("COMMAND_INVALID", "--group goes with --tenant, whose it is; give both");
  const below = { ...(priority === undefined ? {} : { priority }), ...(type === undefined ? {} : { type }) };
  return { name: { queue: name, tenant, group, ...below }, tenant: owner, subject };
}
