/** Defines the intake of the chaos story: each accepted event inserts a row into a table of effects without a unique key. */
import { z } from "zod";
import {
  defineIntake,
  eventDone,
  eventLater,
  type EventOutcome,
  eventRejected,
  type IntakeEvent,
} from "../../src/intake/define-intake.ts";
import { PermanentError } from "../../src/tasks/outcome.ts";
import { list } from "../../src/tasks/retry-policy.ts";
import { insertEffects } from "../support/support.sql.ts";

const envelope = z.object({ tenant: z.string(), id: z.string(), data: z.unknown() });

/** Payload that decides the outcome: an effect, an effect at the second attempt, a rejection or an error of the handler. */
const payload = z.object({ amount: z.number(), does: z.enum(["count", "wait", "refuse", "throw"]) });

export type ChaosPayload = z.infer<typeof payload>;

export const CHAOS_BROKER = { exchange: "chaos.events", queue: "chaos.events.queue" };
export const CHAOS_DEAD_QUEUE = "chaos.events.dlq.queue";
export const CHAOS_NAME = "chaos.events";
export const EVENT_BYTES_MAX = 500;

export const chaosIntake = defineIntake({
  name: CHAOS_NAME,
  broker: CHAOS_BROKER,
  eventBytesMax: EVENT_BYTES_MAX,
  retry: list([1, 1, 1]),
  readEvent: ({ body }) => {
    const { tenant, id: eventId, data } = envelope.parse(body);
    return { tenant, eventId, payload: data };
  },
  schema: payload,
  handle: async (events, { tx, tenant }) => {
    const outcomes = events.map(outcomeOf);
    const done = events.filter((_, index) => outcomes[index]?.kind === "done");
    const rows = done.map(({ eventId, payload: { amount } }) => ({ eventId, amount }));
    await tx.query(insertEffects(tenant, rows));
    if (events.some(({ payload: { does } }) => does === "throw"))
      throw new PermanentError("a page is missing", { code: "BOOK_IS_TORN" });
    return outcomes;
  },
});

function outcomeOf({ payload: { does, amount }, attempt }: IntakeEvent<ChaosPayload>): EventOutcome {
  if (does === "refuse") return eventRejected("NOTHING_TO_BOOK", "there is nothing to book");
  if (does === "wait" && attempt === 1) return eventLater("the book is somewhere else", 1);
  return eventDone({ amount });
}
