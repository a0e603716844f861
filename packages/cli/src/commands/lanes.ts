/** Implements `rota lanes`: lists pools and lanes, and sets weights, pauses and limits. */
import {
  appendAudit,
  getTask,
  type LaneName,
  type NewLaneSettings,
  type Queryable,
  RotaError,
  setLane,
} from "@rota/engine";
import {
  DEFAULT_POOL,
  type LaneView,
  listLanes,
  listQueues,
  listSharedLimits,
  type QueueView,
  type SharedLimit,
} from "@rota/engine/internal";
import type { CommandContext, CommandSpec } from "../command-spec.ts";
import { withMigratedDatabase } from "../compose.ts";
import { isGiven, numberFlag, readActor, textFlag, textFlags, wholeFlag } from "../flags.ts";
import { ago, answer, count } from "../output/answer.ts";
import { type Cell, listLines } from "../output/table.ts";
import { withSubCommands } from "../sub-commands.ts";
import { readTask } from "./tasks.ts";

export const lanesCommand: CommandSpec = withSubCommands({
  name: "lanes",
  sentence: "show who shares the turns of a pool, and set weights, pauses and limits",
  subCommands: [
    { name: "pools", sentence: "the pools and how they stand", flags: ["limit", "after", "tenant"], run: showPools },
    {
      name: "list",
      sentence: "the lanes of a pool: tenants, their groups, their tasks",
      flags: ["pool", "tenant", "limit", "after"],
      run: listPoolLanes,
    },
    {
      name: "limits",
      sentence: "the limits that lanes of a pool share, of queues and by name, and what is in flight under them",
      flags: ["pool", "limit", "after"],
      run: listPoolLimits,
    },
    {
      name: "set",
      sentence: "weight, pause or limits of a lane",
      flags: [
        ...["pool", "queue", "namedLimit", "tenant", "group", "priority", "type", "task"],
        ...["weight", "pause", "resume", "maxInFlight", "rate", "burst", "actor", "reason"],
      ],
      run: setLaneOfFlags,
    },
  ],
  flags: [
    { flag: "--pool <name>", sentence: "the pool (default: default)" },
    { flag: "--queue <name>", sentence: "a queue of the pool, for its pause and limits" },
    { flag: "--named-limit <name>", sentence: "a limit that tasks share by this name, such as gpu or stripe-api:acme" },
    { flag: "--tenant <name>", sentence: "a tenant in the pool" },
    { flag: "--group <name>", sentence: "a group of the tenant" },
    { flag: "--priority <0-3>", sentence: "of the group, which has a lane for each (default: 2)" },
    { flag: "--type <name>", sentence: "the jobs of this type in the group" },
    { flag: "--task <id>", sentence: "the lane of this task, named by nothing else" },
    { flag: "--weight <count>", sentence: "its share among its siblings" },
    { flag: "--pause", sentence: "give it no turns" },
    { flag: "--resume", sentence: "give it turns again" },
    { flag: "--max-in-flight <count>", sentence: "how many chunks may run at once; none for no limit" },
    { flag: "--rate <turns/s>", sentence: "turns a second, such as 10 or 0.5; none for no limit" },
    { flag: "--burst <count>", sentence: "with --rate: how many at once after a rest (default: 1)" },
    { flag: "--actor <name>", sentence: "who does it (default: who is logged in)" },
    { flag: "--reason <text>", sentence: "why, for the audit log" },
    { flag: "--limit <count>", sentence: "how many (default: 50, at most 200)" },
    { flag: "--after <place>", sentence: "go on where the page before ended, as it said" },
  ],
  examples: [
    "rota lanes",
    "rota lanes list",
    "rota lanes set --tenant ann --weight 3 --rate 10",
    "rota lanes set --queue tallies --max-in-flight 4",
    "rota lanes limits",
    "rota lanes set --named-limit gpu --max-in-flight 4",
    'rota lanes set --task 19 --pause --reason "its input is checked"',
  ],
});

async function showPools(context: CommandContext): Promise<void> {
  const listing = { ...textFlags(context, ["tenant", "after"]), limit: numberFlag(context, "limit") };
  const page = await withMigratedDatabase(context, (database) => listQueues(database, listing));
  answer(context, page, ({ items, next }) =>
    listLines({ rows: items.map(poolRow), next, nothing: "no pools" }, POOL_HEAD),
  );
}

const POOL_HEAD = ["pool", "waiting", "later", "running", "lanes", "oldest wait", "turns/s", "turns", "limits"];

function poolRow(queue: QueueView): Cell[] {
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

async function listPoolLanes(context: CommandContext): Promise<void> {
  const { pool: queue = DEFAULT_POOL } = textFlags(context, ["pool"]);
  const listing = { queue, ...textFlags(context, ["tenant", "after"]), limit: numberFlag(context, "limit") };
  const page = await withMigratedDatabase(context, (database) => listLanes(database, listing));
  answer(context, page, ({ items, next }) =>
    listLines({ rows: items.map(laneRow), next, nothing: "no lanes" }, LANE_HEAD),
  );
}

const LANE_HEAD = ["lane", "weight", "waiting", "running", "share", "due", "last turn", "limits"];
const INDENTS = { tenant: "", group: "  ", task: "    " } as const;

function laneRow(lane: LaneView): Cell[] {
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

async function listPoolLimits(context: CommandContext): Promise<void> {
  const { pool: queue = DEFAULT_POOL } = textFlags(context, ["pool"]);
  const listing = { queue, ...textFlags(context, ["after"]), limit: numberFlag(context, "limit") };
  const page = await withMigratedDatabase(context, (database) => listSharedLimits(database, listing));
  answer(context, page, ({ items, next }) =>
    listLines({ rows: items.map(limitRow), next, nothing: "no limits are shared" }, LIMIT_HEAD),
  );
}

const LIMIT_HEAD = ["limit", "in flight", "limits", "opens"];

function limitRow(limit: SharedLimit): Cell[] {
  const { kind, name, inFlight, opensAt } = limit;
  return [
    kind === "queue" ? `queue ${name}` : name,
    count(inFlight),
    describeLimits(limit),
    opensAt === undefined ? "" : opensAt.toISOString(),
  ];
}

const SIGNS = { exact: "", atLeast: "+", atMost: " at most", about: " about" } as const;

/** Formats a count with its precision: `12`, `1,000+`. */
function describeCount({ count: value, precision }: QueueView["waiting"]): string {
  return `${count(value)}${SIGNS[precision]}`;
}

function describeLimits({ isPaused, maxInFlight, rate }: Pick<LaneView, "isPaused" | "maxInFlight" | "rate">): string {
  return [
    ...(isPaused ? ["paused"] : []),
    ...(maxInFlight === undefined ? [] : [`at most ${count(maxInFlight)} at once`]),
    ...(rate === undefined ? [] : [`${String(Math.round((rate.turns * 10_000) / rate.perMs) / 10)} turns/s`]),
  ].join(", ");
}

/** Formats a share: `33 %`. */
function describeShare(share: number | undefined): string {
  return share === undefined ? "" : `${String(Math.round(share * 100))} %`;
}

/** Tenant whose audit log records changes that concern all tenants. */
const SYSTEM_TENANT = "system";
const NO_LIMIT = "none";

async function setLaneOfFlags(context: CommandContext): Promise<void> {
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

/** Reads a limit; null removes it. */
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
  const named = textFlags(context, ["task", "pool", "queue", "namedLimit", "tenant", "group", "type"]);
  const { task, pool, queue, namedLimit: limit, tenant, group, type } = named;
  const priority = numberFlag(context, "priority");
  if (task !== undefined) {
    if ([pool, queue, limit, tenant, group, type, priority].some((part) => part !== undefined))
      throw new RotaError("COMMAND_INVALID", "--task names the lane by itself; leave out --pool and what is below it");
    const found = await getTask(on, { task: readTask(task) });
    return { name: { taskId: found.taskId }, tenant: found.tenant, subject: `task ${String(found.taskId)}` };
  }
  const subject = [pool ?? DEFAULT_POOL, queue, limit, tenant, group, type]
    .filter((part) => part !== undefined)
    .join(" > ");
  const owner = tenant ?? SYSTEM_TENANT;
  const inPool = pool === undefined ? {} : { pool };
  const shared = queue === undefined ? (limit === undefined ? undefined : { limit }) : { queue };
  if (shared !== undefined) {
    const others = [queue === undefined ? undefined : limit, tenant, group, type, priority];
    if (others.some((part) => part !== undefined))
      throw new RotaError(
        "COMMAND_INVALID",
        "tenants share the limits of queues and named ones; give --queue or --named-limit alone, at most with --pool",
      );
    return { name: { ...inPool, ...shared }, tenant: owner, subject };
  }
  if (group === undefined) {
    if (type !== undefined || priority !== undefined)
      throw new RotaError("COMMAND_INVALID", "--type and --priority go with --group; give it as well");
    const name = tenant === undefined ? { pool: pool ?? DEFAULT_POOL } : { ...inPool, tenant };
    return { name, tenant: owner, subject };
  }
  if (tenant === undefined)
    throw new RotaError("COMMAND_INVALID", "--group goes with --tenant, whose it is; give both");
  const below = { ...(priority === undefined ? {} : { priority }), ...(type === undefined ? {} : { type }) };
  return { name: { ...inPool, tenant, group, ...below }, tenant: owner, subject };
}
