/** Makes an intake definition: what it is called, where its events come from, how they are read, checked and handled. */
import type { MessageHeaders } from "../broker/broker.ts";
import type { Transaction } from "../database/database.ts";
import { DEFAULT_RETRY } from "../retries/known-policies.ts";
import type { RetryPolicy } from "../retries/retry-policy.ts";
import type { Logger } from "../runtime/logger.ts";
import type { ParsedBy, Schema } from "../tasks/definition/input/schema.ts";
import { checkIntake } from "./check-intake.ts";
import type { EventOutcome, IntakeEvent, OutsideEvent } from "./event.ts";
import * as limits from "./limits.ts";

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
 * Refuses options that are outside their limits or do not go together.
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
