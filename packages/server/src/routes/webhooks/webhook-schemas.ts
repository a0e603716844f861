/** Endpoints and deliveries of webhooks, as the API takes and tells them. */
import { Type } from "typebox";
import { Time } from "../../wire.ts";
import { Given, Nullable, Uuid, Whole, Word } from "../fields.ts";

const Url = Type.String({ minLength: 8, maxLength: 2_000, pattern: "^https?://[^\\s\\p{Cc}\\p{Cs}]+$" });
const EventTypes = Type.Array(
  Type.String({ pattern: "^(\\*|[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*(\\.\\*)?)$", maxLength: 200 }),
  {
    minItems: 1,
    maxItems: 100,
    description: "Event types, `prefix.*` for all that begin so, or `*` for all.",
  },
);
const TimeoutMs = Type.Integer({ minimum: 100, maximum: 60_000 });
const Schedule = Type.Union(
  [
    Type.Literal("default"),
    Type.Literal("seed"),
    Type.Array(Type.Integer({ minimum: 0, maximum: 604_800_000 }), { maxItems: 20 }),
  ],
  { description: "When a failed attempt is tried again: a known schedule, or waits in milliseconds." },
);
const MaxInFlight = Type.Integer({ minimum: 1, maximum: 100 });
const RatePerSecond = Type.Integer({ minimum: 1, maximum: 10_000 });
const SignatureKey = Word(["shown", "decoded"]);
export const GivenSecret = Type.String({
  pattern: "^whsec_[A-Za-z0-9+/]{32,86}={0,2}$",
  description: "`whsec_` and the base64 of 24 to 64 bytes. Default: one of chance.",
});

const settings = {
  timeoutMs: Type.Optional(TimeoutMs),
  schedule: Type.Optional(Schedule),
  retry4xx: Type.Optional(Type.Boolean()),
  maxInFlight: Type.Optional(MaxInFlight),
  ratePerSecond: Type.Optional(RatePerSecond),
  signatureKey: Type.Optional(SignatureKey),
};

export const NewEndpoint = Given(
  {
    url: Url,
    eventTypes: EventTypes,
    tenant: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: "^[^\\p{Cc}\\p{Cs}]+$" })),
    secret: Type.Optional(GivenSecret),
    ed25519: Type.Optional(Type.Boolean({ description: "Whether requests are signed with a key of Ed25519 as well." })),
    ...settings,
  },
  { examples: [{ url: "https://hooks.example.com/rota", eventTypes: ["task.*"], tenant: "ann" }] },
);

export const ChangedEndpoint = Given({
  url: Type.Optional(Url),
  eventTypes: Type.Optional(EventTypes),
  ...settings,
});

const endpoint = {
  endpointId: Uuid,
  tenant: Type.String(),
  url: Type.String(),
  eventTypes: Type.Array(Type.String()),
  state: Word(["ACTIVE", "DISABLED"]),
  disabledReason: Nullable(Type.String()),
  disabledAt: Nullable(Time),
  timeoutMs: Whole,
  schedule: Schedule,
  retry4xx: Type.Boolean(),
  maxInFlight: Whole,
  ratePerSecond: Whole,
  signatureKey: SignatureKey,
  previousSecretUntil: Nullable(Time),
  verificationKey: Nullable(Type.String()),
  failures: Whole,
  failingSince: Nullable(Time),
  heldUntil: Nullable(Time),
  createdAt: Time,
};

export const Endpoint = Type.Object(endpoint);
export const CreatedEndpoint = Type.Object({
  ...endpoint,
  secret: Type.String({ description: "Shown this once." }),
});

export const DELIVERY_STATES = ["PENDING", "DELIVERED", "FAILED"] as const;

const delivery = {
  deliveryId: Uuid,
  endpointId: Uuid,
  tenant: Type.String(),
  eventId: Type.String(),
  eventType: Type.String(),
  replayOf: Nullable(Uuid),
  state: Word(DELIVERY_STATES),
  attempts: Whole,
  nextAttemptAt: Nullable(Time),
  lastStatus: Nullable(Type.Integer()),
  lastError: Nullable(Type.String()),
  createdAt: Time,
  endedAt: Nullable(Time),
};

export const Delivery = Type.Object(delivery);

export const DeliveryDetails = Type.Object({
  ...delivery,
  body: Type.String({ description: "What is sent; empty when it was erased." }),
  history: Type.Array(
    Type.Object({
      number: Whole,
      startedAt: Time,
      durationMs: Type.Number({ minimum: 0 }),
      status: Nullable(Type.Integer()),
      errorClass: Nullable(Type.String()),
      error: Nullable(Type.String()),
      answerBody: Nullable(Type.String(), { description: "The first 4 KiB of the answer." }),
    }),
  ),
});

export const PingResult = Type.Object({
  isDelivered: Type.Boolean(),
  status: Nullable(Type.Integer()),
  errorClass: Nullable(Type.String()),
  error: Nullable(Type.String()),
  durationMs: Type.Number({ minimum: 0 }),
  answerBody: Nullable(Type.String()),
});
