/** Queues, lanes, turns and workers, as the API tells of them. */
import { Type } from "typebox";
import { Id, Time } from "../../wire.ts";
import { ChunkNumber, Count, Nullable, Whole, Word } from "../fields.ts";

export const LaneId = Type.String({ pattern: "^-?[0-9]{1,19}$" });
const Level = Word(["tenant", "group", "task"], {
  description: "A leaf is of level task: a task, or all jobs of one type.",
});
const Part = Type.Number({ minimum: 0, maximum: 1 });
const Priority = Nullable(Type.Integer({ minimum: 0, maximum: 3 }));

const limits = {
  isPaused: Type.Boolean(),
  maxInFlight: Nullable(Whole),
  rate: Nullable(Type.Object({ turns: Type.Number(), perMs: Type.Number(), burst: Type.Number() })),
};

export const Queue = Type.Object({
  ...limits,
  queue: Type.String(),
  waiting: Count,
  scheduled: Count,
  queued: Count,
  running: Whole,
  lanesWaiting: Count,
  oldestWaitingAt: Nullable(Time),
  turnsPerSecond: Type.Number({ description: "In the last minute." }),
  turns: Id,
  lastTurnAt: Nullable(Time),
});

export const Lane = Type.Object({
  ...limits,
  laneId: LaneId,
  parentId: Nullable(LaneId),
  level: Level,
  name: Type.String(),
  tenant: Type.String(),
  priority: Priority,
  group: Nullable(Type.String()),
  weight: Nullable(Whole),
  cost: Nullable(Whole),
  isAwake: Type.Boolean({ description: "Takes part in the sharing now." }),
  waiting: Count,
  running: Whole,
  turns: Whole,
  share: Nullable(Part, { description: "Part of the latest turns of the queue that it had." }),
  entitlement: Type.Number({
    minimum: 0,
    maximum: 1,
    description: "Part of the turns that is its due at this moment.",
  }),
  lastTurnAt: Nullable(Time),
});

const Spread = Type.Object({ tenant: Type.Number(), group: Type.Number(), task: Type.Number() });

const LaneShare = Type.Object({
  laneId: LaneId,
  parentId: Nullable(LaneId),
  level: Level,
  name: Type.String(),
  tenant: Type.String(),
  group: Nullable(Type.String()),
  priority: Priority,
  weight: Whole,
  isLimited: Type.Boolean(),
  turns: Whole,
  share: Part,
  entitlement: Part,
});

export const Fairness = Type.Object({
  queue: Type.String(),
  turns: Type.Integer({ description: "How many turns were looked at: the newest ones." }),
  from: Nullable(Time),
  to: Nullable(Time),
  lanes: Type.Array(LaneShare),
  isWhole: Type.Boolean(),
  spread: Type.Object(Spread.properties, {
    description: "How far two siblings that share turns are apart now, by level.",
  }),
  bound: Type.Object(Spread.properties, { description: "How far they may be apart, by level." }),
});

export const Dispatch = Type.Object({
  queue: Type.String(),
  turn: Id,
  at: Time,
  laneId: LaneId,
  tenant: Nullable(Type.String()),
  group: Nullable(Type.String()),
  priority: Priority,
  type: Nullable(Type.String()),
  taskId: Id,
  taskKey: Nullable(Type.String()),
  number: ChunkNumber,
});

export const Worker = Type.Object({
  owner: Type.String(),
  state: Word(["present", "absent", "stopped"]),
  since: Nullable(Time),
  lastSeenAt: Nullable(Time),
  queues: Type.Array(Type.String()),
  slots: Nullable(Whole),
  running: Whole,
  leaseExpiresAt: Nullable(Time),
  host: Nullable(Type.String()),
  pid: Nullable(Type.Integer()),
  version: Nullable(Type.String()),
});
