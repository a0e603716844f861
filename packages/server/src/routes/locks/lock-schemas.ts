/** Locks as the API tells of them; their tokens are never told. */
import { Type } from "typebox";
import { Id, Time } from "../../wire.ts";
import { Json, Nullable, Whole, Word } from "../fields.ts";

export const Lock = Type.Object({
  key: Type.String(),
  holder: Type.String(),
  operation: Type.String(),
  startedAt: Time,
  expectedEndAt: Nullable(Time),
  expiresAt: Nullable(Time, {
    description: "When it ends unless it is extended; null: it ends with the task that it guards.",
  }),
  taskId: Nullable(Id),
  context: Json,
  progress: Nullable(
    Type.Object({ done: Type.Number(), total: Type.Number(), note: Type.Optional(Nullable(Type.String())) }),
  ),
  tenant: Nullable(Type.String()),
  line: Type.Array(Type.Object({ holder: Type.String(), operation: Type.String(), since: Time }), {
    description: "Who waits, the next one first.",
  }),
});

export const PastLock = Type.Object({
  key: Type.String(),
  holder: Type.String(),
  operation: Type.String(),
  tenant: Nullable(Type.String()),
  taskId: Nullable(Id),
  startedAt: Time,
  endedAt: Time,
  heldMs: Type.Number({ minimum: 0 }),
  outcome: Word(["RELEASED", "EXPIRED", "TASK_ENDED", "OVERRIDDEN"]),
  endedBy: Nullable(Type.String()),
  reason: Nullable(Type.String()),
});

export const LockStatistics = Type.Object({
  since: Time,
  isWhole: Type.Boolean(),
  operations: Type.Array(
    Type.Object({
      operation: Type.String(),
      acquired: Whole,
      held: Whole,
      waiting: Whole,
      refused: Whole,
      released: Whole,
      expired: Whole,
      endedWithTask: Whole,
      overridden: Whole,
      heldMsMean: Nullable(Type.Number()),
      heldMsMax: Nullable(Type.Number()),
    }),
  ),
});
