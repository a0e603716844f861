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
  /** Words in lower case joined by hyphens, parts joined by dots: `ledger.events`. */
  readonly name: string;
  /** The pool of workers that handles its events. Default `intake`. */
  readonly queue?: string;
  /** Where events are consumed from. Without it they come by `receive` only. */
  readonly broker?: IntakeBroker;
  /** Says what a message holds; throws when it is no event. The message is then set aside as malformed. */
  readonly readEvent?: (message: ReceivedMessage) => OutsideEvent;
  /** Checks each payload; an event that it refuses is rejected and `handle` does not see it. */
  readonly schema?: Checked;
  /** Does the work of events of one tenant, with writes in the transaction that records their outcomes. */
  readonly handle: Handle<[Checked] extends [never] ? unknown : ParsedBy<Checked>>;
  /** When an event that failed alone is tried again; then it is rejected. Default DEFAULT_RETRY. */
  readonly retry?: RetryPolicy;
  /** How many events of one tenant are handled together at most. Default 500. */
  readonly batchEventsMax?: number;
  /** How large a message may be. Default 256 KiB. */
  readonly eventBytesMax?: number;
  /** What keys of the mirror in Redis start with; tenant and event id follow. Default `fis:ik:`. */
  readonly mirrorPrefix?: string;
  /** Whether a replay with another payload needs an event id of its own. Default false: it keeps its id. */
  readonly editsNeedNewIds?: boolean;
  /** How long one batch may take. Default: that of tasks. */
  readonly timeoutMs?: number;
};

/** Names in the broker. All of it is durable, the queues are quorum queues. */
export type IntakeBroker = {
  /** A topic exchange. */
  readonly exchange: string;
  /** Default: the name of the intake and `.queue`. */
  readonly queue?: string;
  /** Default `#`, which takes keys of any length. */
  readonly bindings?: readonly string[];
  /** Where messages go that came back too often. Default: the name of the intake with `.dlx`, `.dlq.queue` and `.dlq`. */
  readonly deadLetter?: { readonly exchange?: string; readonly queue?: string; readonly routingKey?: string };
  /** How often a message may come back. Default 50. */
  readonly deliveryLimit?: number;
  /** How many unanswered messages one consumer holds. Default 250. */
  readonly prefetch?: number;
  /** How many consumers one process has, by load. Default 10 to 50. */
  readonly consumers?: { readonly min: number; readonly max: number };
};

/** A message whose body was json. */
export type ReceivedMessage = {
  readonly body: unknown;
  readonly headers: MessageHeaders;
  readonly exchange: string;
  readonly routingKey: string;
  readonly messageId: string | undefined;
};

/** Returns an outcome for each event in their order, or nothing: then all are done. */
export type Handle<Payload> = (
  events: readonly IntakeEvent<Payload>[],
  context: HandleContext,
) => Promise<readonly (EventOutcome | undefined)[] | undefined | void>;

/** Context of a handler of events. */
export type HandleContext = {
  /** Commits with the outcomes. Everything that the handler writes belongs in here. */
  readonly tx: Transaction;
  readonly tenant: string;
  /** Aborts when time is up, the lease is lost or the worker stops. */
  readonly signal: AbortSignal;
  readonly logger: Logger;
};

/** An intake as the engine sees it. */
export type IntakeDefinition = {
  readonly name: string;
  /** Of the task whose chunks are its batches. */
  readonly taskType: string;
  readonly queue: string;
  readonly broker: Required<IntakeBroker> | undefined;
  readonly readEvent: ((message: ReceivedMessage) => OutsideEvent) | undefined;
  readonly schema: Schema | undefined;
  /** A method, because only its parameters may be told anything. */
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

/** An event of the outside world. Its id is unique within its tenant; the payload is what it says, without any envelope. */
export type OutsideEvent = {
  readonly tenant: string;
  readonly eventId: string;
  readonly payload: unknown;
};

/** How an event came in. */
export type EventOrigin = {
  readonly source: "queue" | "direct" | "replay";
  readonly exchange?: string;
  readonly routingKey?: string;
  readonly messageId?: string;
  readonly headers?: Readonly<Record<string, string | number | boolean>>;
  /** The id of the rejected event that was edited into this one. */
  readonly replayOf?: string;
};

/** An event as `handle` gets it, its payload as the schema made it. */
export type IntakeEvent<Payload = unknown> = {
  readonly eventId: string;
  readonly payload: Payload;
  /** SHA-256 of the canonical JSON of the payload as it was accepted, in hexadecimal digits: by it a copy is known. */
  readonly payloadHash: string;
  readonly origin: EventOrigin;
  /** Counted from 1. */
  readonly attempt: number;
};

/**
 * Outcome of one event.
 *
 * - `done`: with an answer, which later deliveries of the same event are given.
 * - `rejected`: it is set aside with the reason, and can be replayed.
 * - `later`: it is tried again after `delayMs`, as often as the retry policy says.
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

/** Asks for the event to be handled again. Without a delay the retry policy says when. */
export function eventLater(reason: string, delayMs?: number): EventOutcome {
  const isDelay = delayMs === undefined || (Number.isInteger(delayMs) && delayMs >= 0 && delayMs <= RETRY_DELAY_MS_MAX);
  if (isDelay) return { kind: "later", delayMs, reason: String(reason) };
  const message = `eventLater(${String(delayMs)}) must be given a whole number of milliseconds from 0 to ${String(RETRY_DELAY_MS_MAX)}`;
  throw new RotaError("INTAKE_OUTCOME_INVALID", message, { value: String(delayMs) });
}

/** What is checked of any intake, with the types forgotten. */
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
    throw invalid("name", "must be words in lower case joined by hyphens, parts joined by dots, such as ledger.events");
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
