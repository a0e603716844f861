/** Receives financial events over HTTP and answers with the outcome of each. */
import { type EventAnswer, RotaError } from "@rota/engine";
import { keyConflict } from "@rota/engine/workload";
import { Given, Line, Time, Word } from "@rota/engine/operations";
import { type Static, Type } from "typebox";
import { isObject, outsideEvent } from "../compat/financial-event.ts";
import { storedError } from "../errors.ts";
import { ledgerIntake } from "../tasks/event-intake.ts";
import { ACCOUNTANT, askedBooks, defineRoute } from "./define-route.ts";
import { AccountCode, Currency, Day, DimensionsField, EventId, ForTenant, GivenCents } from "./fields.ts";

const SentLine = Type.Object({
  accountCode: AccountCode,
  amountCents: GivenCents,
  isCredit: Type.Boolean(),
  currency: Type.Optional(Currency),
  dimensions: Type.Optional(DimensionsField),
});

const SentEvent = Type.Object(
  {
    eventId: EventId,
    eventType: Line(100, { examples: ["shop.sale"], description: "Names the rule that makes the lines." }),
    occurredAt: Time,
    postedDate: Day,
    effectiveDate: Type.Optional(Day),
    transactionDate: Type.Optional(Day),
    transactionCurrency: Currency,
    createdBy: Line(100),
    description: Type.Optional(Type.String({ maxLength: 1_000 })),
    referenceId: Type.Optional(Line(100)),
    dimensions: Type.Optional(DimensionsField),
    autoReverse: Type.Optional(Type.Boolean()),
    lines: Type.Optional(Type.Array(SentLine, { description: "With lines no rule is needed." })),
    payload: Type.Optional(
      Type.Unsafe<object>({ type: "object", additionalProperties: true, description: "What the rule makes lines of." }),
    ),
  },
  {
    examples: [
      {
        eventId: "order-4711",
        eventType: "shop.sale",
        occurredAt: "2026-03-15T12:00:00Z",
        postedDate: "2026-03-15",
        transactionCurrency: "EUR",
        createdBy: "shop",
        payload: { total: "12.99" },
      },
    ],
  },
);

const Posted = Type.Object({
  status: Word(["POSTED"]),
  ik: Type.String({ description: "The event id." }),
  journalEntryId: Type.String(),
  number: Type.Optional(Type.String({ examples: ["JE-2026-00001"] })),
  chainSeq: Type.Optional(Type.Integer()),
});
const Accepted = Type.Object({
  status: Word(["ACCEPTED"]),
  ik: Type.String({ description: "The event id." }),
  message: Type.String(),
});

export const sendEvent = defineRoute({
  name: "ledger.events.send",
  method: "POST",
  path: "/v1/events",
  summary: "Send a financial event",
  description:
    "Posted once for its tenant and id, in batches with what comes over the queue. 201: it is posted. 200: it was posted " +
    "before. 202: it is stored, and posted soon. 409: another event was accepted under its id. Else: it was rejected, is " +
    "kept with its reason, and can be replayed. X-Source-System says where it comes from.",
  role: ACCOUNTANT,
  query: Given(ForTenant),
  body: SentEvent,
  answers: { 200: Posted, 201: Posted, 202: Accepted },
  async handle(request) {
    const { tenant } = await askedBooks(request);
    const event = outsideEvent({ tenant, source: request.header("x-source-system"), event: request.body });
    const headers = request.header("traceparent");
    const answer = await request.engine.receive(
      ledgerIntake,
      event,
      headers === undefined ? {} : { headers: { traceparent: headers } },
    );
    return replyTo(answer, event.eventId);
  },
});

function replyTo({ status, body, headers }: EventAnswer, ik: string) {
  switch (status) {
    case 200:
      return { status, body: postedBody(body, ik), headers };
    case 201:
      return { status, body: postedBody(body, ik), headers };
    case 202:
      return { status, body: { status: "ACCEPTED", ik, message: "stored, and posted soon" } as const, headers };
    case 409:
      throw keyConflict({ name: `event id ${JSON.stringify(ik)}`, holder: "another event", details: { eventId: ik } });
    case 422:
      throw refusal(body);
  }
}

function postedBody(body: unknown, ik: string): Static<typeof Posted> {
  const answer = isObject(body) ? body : {};
  const { journalEntryId, number, chainSeq } = answer;
  return {
    status: "POSTED",
    ik,
    journalEntryId: String(journalEntryId),
    ...(typeof number === "string" ? { number } : {}),
    ...(typeof chainSeq === "number" ? { chainSeq } : {}),
  };
}

function refusal(body: unknown): RotaError {
  const { code, detail } = isObject(body) ? body : {};
  const message = typeof detail === "string" ? detail : "the event was rejected";
  return storedError(code, message) ?? new RotaError("EVENT_INVALID", message);
}
