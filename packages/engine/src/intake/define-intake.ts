/** Defines an intake: its name, its source, how events are read, checked and handled, and the outcomes a handler returns. */
import type { MessageHeaders } from "../broker/broker.ts";
import type { Transaction } from "../database/database.ts";
import { isRotaError, RotaError } from "../errors.ts";
import type { Logger } from "../runtime/logger.ts";
import { checkName, checkRange } from "../tasks/check-task.ts";
import { checkPolicy, DEFAULT_RETRY, RETRY_DELAY_MS_MAX, type RetryPolicy } from "../tasks/retry-policy.ts";
import { isSchema, type ParsedBy, type Schema } from "../tasks/schema.ts";
import { TIMEOUT_MS_MAX } from "../tasks/task-options.ts";
import * as limits from "./intake-limits.ts";

/** Name, source, schema, handler and limits of an intake. */
export type IntakeOptions<Checked extends Schema = never> = {
  /** Name: words in lower case joined by hyphens, parts joined by dots, such as `shop.events`. */
  readonly name: string;
  /** Queue whose workers handle its events. Default `intake`. */
  readonly queue?: string;
  /** Source in the broker. Without it, events arrive only by `receive`. */
  readonly broker?: IntakeBroker;
  /** Reads the event from a message. If it throws, the message is recorded as malformed. */
  readonly readEvent?: (message: ReceivedMessage) => OutsideEvent;
  /** Schema of the payload. An event that it refuses is rejected and not passed to `handle`. */
  readonly schema?: Checked;
  /** Handles events of one tenant. Its writes are in the transaction that records the outcomes. */
  readonly handle: Handle<[Checked] extends [never] ? unknown : ParsedBy<Checked>>;
  /** Retry policy of an event that fails alone; after the last attempt it is rejected. Default DEFAULT_RETRY. */
  readonly retry?: RetryPolicy;
  /** Maximum number of events of one tenant that are handled together. Default 500. */
  readonly batchEventsMax?: number;
  /** Maximum size of a message. Default 256 KiB. */
  readonly eventBytesMax?: number;
  /** Prefix of the keys in Redis; tenant and event id follow. Default `rota:event:`. */
  readonly mirrorPrefix?: string;
  /** Whether a replay with an edited payload needs a new event id. Default false: it keeps its id. */
  readonly editsNeedNewIds?: boolean;
  /** Maximum time to handle one batch. Default: that of tasks. */
  readonly timeoutMs?: number;
};

/** Exchange, queues and limits in the broker. All are durable, and the queues are quorum queues. */
export type IntakeBroker = {
  /** Topic exchange. */
  readonly exchange: string;
  /** Queue. Default: the name of the intake and `.queue`. */
  readonly queue?: string;
  /** Binding keys. Default `#`, which matches every routing key. */
  readonly bindings?: readonly string[];
  /** Target of messages that exceed the delivery limit. Default: the intake name with `.dlx`, `.dlq.queue` and `.dlq`. */
  readonly deadLetter?: { readonly exchange?: string; readonly queue?: string; readonly routingKey?: string };
  /** Maximum number of redeliveries of a message. Default 50. */
  readonly deliveryLimit?: number;
  /** Maximum number of unacknowledged messages of one consumer. Default 250. */
  readonly prefetch?: number;
  /** Number of consumers of one process, which depends on the load. Default 10 to 50. */
  readonly consumers?: { readonly min: number; readonly max: number };
};

/** Message with a JSON body. */
export type ReceivedMessage = {
  readonly body: unknown;
  readonly headers: MessageHeaders;
  readonly exchange: string;
  readonly routingKey: string;
  readonly messageId: string | undefined;
};

/** Handler of events. It returns an outcome for each event in their order, or nothing if all are done. */
export type Handle<Payload> = (
  events: readonly IntakeEvent<Payload>[],
  context: HandleContext,
) => Promise<readonly (EventOutcome | undefined)[] | undefined | void>;

/** Context of a handler of events. */
export type HandleContext = {
  /** Transaction that commits with the outcomes. The handler makes all of its writes in it. */
  readonly tx: Transaction;
  readonly tenant: string;
  /** Signal that aborts when the time is up, the lease is lost or the worker stops. */
  readonly signal: AbortSignal;
  readonly logger: Logger;
};

/** Definition of an intake with all of its defaults. */
export type IntakeDefinition = {
  readonly name: string;
  /** Type of the tasks that handle its batches. */
  readonly taskType: string;
  readonly queue: string;
  readonly broker: Required<IntakeBroker> | undefined;
  readonly readEvent: ((message: ReceivedMessage) => OutsideEvent) | undefined;
  readonly schema: Schema | undefined;
  /** Handles a batch. It is a method, whose parameters are bivariant, so that handlers of any payload type fit. */
  handle(events: readonly IntakeEvent[], context: HandleContext): ReturnType<Handle<unknown>>;
  readonly retry: RetryPolicy;
  readonly batchEventsMax: number;
  readonly eventBytesMax: number;
  readonly mirrorPrefix: string;
  readonly editsNeedNewIds: boolean;
  readonly timeoutMs: number | undefined;
};

export const DEFAULT_INTAKE_QUEUE = "intake";

/**
 * Defines an intake: where events from outside arrive and how a batch of them is handled. Refuses options that are outside
 * their limits or do not go together.
 *
 * @example
 * const orders = defineIntake({
 *   name: "orders",
 *   broker: { exchange: "shop.events" },
 *   readEvent: ({ body }) => readEnvelope(body),
 *   handle: async (events, { tx, tenant }) => void (await tx.query(insertOrders(tenant, events))),
 * });
 */
export function defineIntake<Checked extends Schema = never>(options: IntakeOptions<Checked>): IntakeDefinition {
  checkIntake(options);
  const { name, broker, schema } = options;
  const handled: Pick<IntakeDefinition, "handle"> = { handle: options.handle };
  return Object.freeze({
    name,
    taskType: `intake.${name}`,
    queue: options.queue ?? DEFAULT_INTAKE_QUEUE,
    broker: broker && withDefaults(name, broker),
    readEvent: options.readEvent,
    schema,
    ...handled,
    retry: options.retry ?? DEFAULT_RETRY,
    batchEventsMax: options.batchEventsMax ?? limits.DEFAULT_BATCH_EVENTS,
    eventBytesMax: options.eventBytesMax ?? limits.DEFAULT_EVENT_BYTES,
    mirrorPrefix: options.mirrorPrefix ?? limits.MIRROR_PREFIX,
    editsNeedNewIds: options.editsNeedNewIds ?? false,
    timeoutMs: options.timeoutMs,
  });
}

function withDefaults(name: string, broker: IntakeBroker): Required<IntakeBroker> {
  return {
    queue: `${name}.queue`,
    bindings: ["#"],
    deliveryLimit: limits.DEFAULT_DELIVERY_LIMIT,
    prefetch: limits.DEFAULT_PREFETCH,
    consumers: limits.DEFAULT_CONSUMERS,
    deadLetter: {},
    ...broker,
  };
}

/** Event from outside. Its id is unique within its tenant, and its payload has no envelope. */
export type OutsideEvent = {
  readonly tenant: string;
  readonly eventId: string;
  readonly payload: unknown;
};

/** Origin of an event. */
export type EventOrigin = {
  readonly source: "queue" | "direct" | "replay";
  readonly exchange?: string;
  readonly routingKey?: string;
  readonly messageId?: string;
  readonly headers?: Readonly<Record<string, string | number | boolean>>;
  /** Id of the rejected event that was edited into this one. */
  readonly replayOf?: string;
};

/** Event as `handle` gets it, with the payload that the schema returned. */
export type IntakeEvent<Payload = unknown> = {
  readonly eventId: string;
  readonly payload: Payload;
  /** SHA-256 of the canonical JSON of the payload as it was accepted, in hexadecimal digits. It identifies copies. */
  readonly payloadHash: string;
  readonly origin: EventOrigin;
  /** Number of the attempt, counted from 1. */
  readonly attempt: number;
};

/**
 * Outcome of one event.
 *
 * - `done`: it was handled; later deliveries of the same event get the same answer.
 * - `rejected`: it is recorded with the reason, and can be replayed.
 * - `later`: it is retried after `delayMs`, up to the limit of the retry policy.
 */
export type EventOutcome =
  | { readonly kind: "done"; readonly answer: unknown }
  | { readonly kind: "rejected"; readonly code: string; readonly reason: string }
  | { readonly kind: "later"; readonly delayMs: number | undefined; readonly reason: string };

/** Marks an event as handled; `answer` is what its sender receives. */
export function eventDone(answer?: unknown): EventOutcome {
  return { kind: "done", answer };
}

/**
 * Refuses an event for good, with a code and a reason for its sender.
 *
 * @example return events.map((event) => (isOpen(event) ? eventDone() : eventRejected("PERIOD_CLOSED", "May is closed")));
 */
export function eventRejected(code: string, reason: string): EventOutcome {
  return { kind: "rejected", code: String(code), reason: String(reason) };
}

/** Requests a retry of the event. The default delay is that of the retry policy. */
export function eventLater(reason: string, delayMs?: number): EventOutcome {
  const isDelay = delayMs === undefined || (Number.isInteger(delayMs) && delayMs >= 0 && delayMs <= RETRY_DELAY_MS_MAX);
  if (isDelay) return { kind: "later", delayMs, reason: String(reason) };
  const message = `eventLater(${String(delayMs)}) must be given a whole number of milliseconds from 0 to ${String(RETRY_DELAY_MS_MAX)}`;
  throw new RotaError("INTAKE_OUTCOME_INVALID", message, { value: String(delayMs) });
}

/** Options of an intake as callers without types may give them. */
type GivenIntake = {
  readonly name: unknown;
  readonly queue?: unknown;
  readonly broker?: IntakeBroker;
  readonly readEvent?: unknown;
  readonly schema?: unknown;
  readonly handle: unknown;
  readonly retry?: Parameters<typeof checkPolicy>[0];
  readonly batchEventsMax?: number;
  readonly eventBytesMax?: number;
  readonly mirrorPrefix?: unknown;
  readonly timeoutMs?: number;
};

const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?:\.[a-z][a-z0-9]*(?:-[a-z0-9]+)*)*$/;
const NAME_LENGTH_MAX = 100;
const MIRROR_PREFIX = /^[\x21-\x7e]{1,100}$/;

function checkIntake(options: GivenIntake): void {
  const { name, broker } = options;
  if (typeof name !== "string" || name.length > NAME_LENGTH_MAX || !NAME.test(name))
    throw invalid("name", "must be words in lower case joined by hyphens, parts joined by dots, such as shop.events");
  for (const option of ["handle", "readEvent"] as const)
    if (typeof options[option] !== "function" && (option === "handle" || options[option] !== undefined))
      throw invalid(option, "must be a function");
  if (options.schema !== undefined && !isSchema(options.schema))
    throw invalid("schema", "must be a Standard Schema or a function that throws");
  if (broker !== undefined && options.readEvent === undefined)
    throw invalid("readEvent", "is missing: say what a message of the broker holds");
  const { mirrorPrefix = "any" } = options;
  if (typeof mirrorPrefix !== "string" || !MIRROR_PREFIX.test(mirrorPrefix))
    throw invalid("mirrorPrefix", "must be 1 to 100 visible ASCII characters");
  refuseAs(name, () => checkFields(options));
}

function checkFields({ queue, broker, retry, batchEventsMax, eventBytesMax, timeoutMs }: GivenIntake): void {
  if (queue !== undefined) checkName("queue", queue);
  checkRange("batchEventsMax", batchEventsMax, [1, limits.BATCH_EVENTS_MAX]);
  checkRange("eventBytesMax", eventBytesMax, [1, limits.EVENT_BYTES_MAX]);
  checkRange("timeoutMs", timeoutMs, [1, TIMEOUT_MS_MAX]);
  if (retry !== undefined) checkPolicy(retry);
  if (broker === undefined) return;
  checkName("broker.exchange", broker.exchange);
  if (broker.queue !== undefined) checkName("broker.queue", broker.queue);
  for (const binding of broker.bindings ?? []) checkName("broker.bindings", binding);
  checkRange("broker.deliveryLimit", broker.deliveryLimit, [1, 1_000]);
}

function refuseAs(name: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!isRotaError(error)) throw error;
    const message = `intake "${name}": ${error.message.replace(/^refused: /, "")}`;
    throw new RotaError("INTAKE_INVALID", message, error.details, { cause: error });
  }
}

function invalid(option: string, reason: string): RotaError {
  return new RotaError("INTAKE_INVALID", `${option} of an intake ${reason}`, { option });
}
