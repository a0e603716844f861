/** Describes the body with which a task is submitted, and turns it into the submission of the engine. */
import { type NamedSubmission, RotaError, type SubmitOptions } from "@rota/engine";
import { ANNOUNCEMENTS } from "@rota/engine/internal";
import { Given, Line, Tenant, Word } from "@rota/engine/operations";
import { type Static, Type } from "typebox";
import { GivenTime, Group, Json, Queue, readTime, TaskType } from "../schemas.ts";

const Key = Line(300, { examples: ["order-4711"] });

const Unique = Type.Union([
  Given({ key: Key, mode: Type.Optional(Word(["forever", "singleton"])) }),
  Given({
    key: Key,
    mode: Word(["debounce", "throttle"]),
    windowMs: Type.Integer({ minimum: 1, maximum: 31_536_000_000 }),
  }),
]);

export const Submission = Given(
  {
    type: TaskType,
    version: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    input: Type.Optional(Json),
    tenant: Type.Optional(Tenant),
    group: Type.Optional(Group),
    queue: Type.Optional(Queue),
    key: Type.Optional(Line(300, { description: "Unique for tenant and type: the same as `unique` in mode forever." })),
    unique: Type.Optional(Unique),
    taskKey: Type.Optional(Line(300, { description: "An id of the workload's own, unique among all tasks." })),
    priority: Type.Optional(Type.Integer({ minimum: 0, maximum: 3 })),
    cost: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
    weight: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    maxInFlight: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    dueAt: Type.Optional(GivenTime),
    announce: Type.Optional(
      Type.Array(Word([...ANNOUNCEMENTS]), {
        maxItems: ANNOUNCEMENTS.length,
        description:
          "What it announces as events. Default: that it completed or failed, if a webhook endpoint of the tenant wants one of them.",
      }),
    ),
    callbackUrl: Type.Optional(
      Line(2_000, {
        description:
          "Receives the event of its end. The tenant needs an active webhook endpoint of the same origin, whose keys sign it.",
        examples: ["https://shop.example.org/done/4711"],
      }),
    ),
  },
  { examples: [{ type: "demo.count-words", input: { pages: ["to be", "or not to be"] }, group: "books" }] },
);
export type Submission = Static<typeof Submission>;

type SubmissionContext = {
  readonly tenant: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly submittedBy: string;
};

/** Returns the submission. Without `announce` its end is announced where a webhook endpoint of the tenant wants it. */
export function placementOf(
  { type, version, input, ...given }: Submission,
  { tenant, idempotencyKey, submittedBy }: SubmissionContext,
): NamedSubmission {
  const { key, unique, dueAt, ...rest } = given;
  const keys = [key, unique?.key, idempotencyKey].filter((each) => each !== undefined);
  if (keys.length > 1)
    throw new RotaError("TASK_INVALID", "refused: give one of key, unique and the header Idempotency-Key", {
      field: "key",
    });
  const held: SubmitOptions["unique"] = unique ?? (keys[0] === undefined ? undefined : { key: keys[0] });
  const due = readTime(dueAt);
  const options: SubmitOptions = {
    ...rest,
    announceWanted: rest.announce === undefined,
    submittedBy,
    ...(tenant === undefined ? {} : { tenant }),
    ...(held === undefined ? {} : { unique: held }),
    ...(due === undefined ? {} : { dueAt: due }),
  };
  return { type, ...(version === undefined ? {} : { version }), input, options };
}
