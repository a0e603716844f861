/** Dead letters as the API tells of them. */
import { Type } from "typebox";
import { Id, Time } from "../../wire.ts";
import { Attempt } from "../tasks/chunk-schemas.ts";
import { ChunkNumber, Json, Nullable, Whole, Word } from "../fields.ts";

export const LETTER_STATES = ["open", "replayed", "discarded"] as const;

export const LetterId = Type.String({
  pattern: "^(chunk|event|parked)-[1-9][0-9]{0,18}(-[1-9][0-9]{0,18})?$",
  examples: ["chunk-17-3"],
});

const letter = {
  id: LetterId,
  state: Word(LETTER_STATES),
  code: Nullable(Type.String()),
  reason: Nullable(Type.String()),
  attempts: Whole,
  at: Time,
};

const chunk = {
  ...letter,
  kind: Type.Literal("chunk"),
  tenant: Type.String(),
  queue: Type.String(),
  group: Type.String(),
  type: Type.String(),
  version: Whole,
  taskId: Id,
  number: ChunkNumber,
};

const event = {
  ...letter,
  kind: Type.Literal("event"),
  tenant: Nullable(Type.String()),
  intake: Type.String(),
  eventId: Nullable(Type.String()),
  rejection: Word(["MALFORMED", "REJECTED", "CONFLICT", "DEAD_LETTER"]),
  routingKey: Nullable(Type.String()),
  times: Whole,
};

const parked = {
  ...letter,
  kind: Type.Literal("parked"),
  tenant: Type.String(),
  sink: Type.String(),
  eventId: Type.String(),
  type: Type.String(),
  aggregate: Type.Object({ type: Type.String(), id: Type.String() }),
  waiting: Whole,
};

export const DeadLetter = Type.Union([Type.Object(chunk), Type.Object(event), Type.Object(parked)]);

const acts = Type.Array(
  Type.Object({
    action: Word(["replayed", "edited", "discarded"]),
    actor: Nullable(Type.String()),
    details: Json,
    at: Time,
  }),
);

export const DeadLetterDetails = Type.Union([
  Type.Object({
    ...chunk,
    payload: Json,
    payloadProblem: Nullable(Type.String(), { description: "Why the payload is shown as it is stored." }),
    error: Json,
    pastAttempts: Type.Array(Attempt),
    acts,
  }),
  Type.Object({
    ...event,
    payload: Json,
    payloadHash: Type.String(),
    raw: Nullable(Type.String(), { description: "As it was received, where it could not be read." }),
    held: Nullable(Type.Object({ payloadHash: Type.String(), payload: Json })),
    error: Json,
    origin: Type.Unknown(),
    lastAt: Time,
    acts,
  }),
  Type.Object({ ...parked, payload: Json, headers: Json, routingKey: Type.String(), acts }),
]);

export const Replayed = Type.Object({
  id: LetterId,
  outcome: Word(["waiting", "duplicate"], { description: "duplicate: the event was accepted meanwhile." }),
});

export const ReplayReport = Type.Object({
  done: Whole,
  failed: Whole,
  left: Whole,
  failures: Type.Array(Type.Object({ id: LetterId, code: Type.String(), message: Type.String() })),
});
