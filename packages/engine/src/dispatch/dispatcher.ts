/** Publishes turns to the broker in fair order, at most as many as there are consumers, and resends lost tickets. */
import type { Broker, QueueState } from "../broker/broker.ts";
import type { Database } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import { type Clock, systemClock } from "../runtime/clock.ts";
import { CallCounts } from "../runtime/histogram.ts";
import type { Logger } from "../runtime/logger.ts";
import { createLoop, type Loop, type Next } from "../runtime/loop.ts";
import type { Pool, TaskDefinition } from "../tasks/define-task.ts";
import type { TicketFields } from "../tasks/task-options.ts";
import { countQueued, type PoolQueue, queueTurns, resendTickets, type TicketRow } from "./dispatch.sql.ts";
import { DISPATCH_EXCHANGE, dispatchRoute, writeTicket } from "./ticket.ts";

export type DispatcherOptions = {
  readonly database: Database;
  readonly broker: Broker;
  readonly pools: readonly Pool[];
  /** The number of chunks of one task that may be unstarted while other tasks wait. */
  readonly maxQueuedPerTask: number;
  readonly countsOf: CountsOf;
  /** Fields that tickets carry besides ids. Default: none. */
  readonly fieldsOf?: FieldsOf | undefined;
  readonly logger: Logger;
  readonly clock?: Clock;
  /** Counts the statements that claim. */
  readonly claims?: CallCounts | undefined;
  /** Is called with the tickets that are given to the broker. */
  readonly onQueued?: ((tickets: readonly TicketRow[]) => void) | undefined;
};

export type Dispatcher = Loop & {
  /** Makes room for as many turns as chunks were started here. */
  refill(chunks: number): void;
};

/** The longest time between two polls. */
const INTERVAL_MS = 100;

/** How long starts are gathered, since a poll for one turn costs nearly as much as one for many. */
const GATHER_MS = 4;

/** The part of the unstarted chunks whose start ends the gathering. */
const GATHERED_PART = 1 / 2;

/** After how long a ticket that is not in the broker is sent again, and how often that is checked. */
const RESEND_AFTER_MS = 2_000;
const RESEND_CHECK_MS = 500;

/** The largest number of tickets in one statement. */
const RESENT_MAX = 1_000;

/**
 * Wake it when work may wait. One poll fills the window of each pool. While the broker is disconnected it does nothing: workers
 * then take turns themselves.
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { broker, pools, logger, clock = systemClock, claims = new CallCounts(clock) } = options;
  const sender = createTicketSender(options);
  const readQueue = createQueueReader(broker, clock);
  const mayResend = createResendPause(clock);
  const parts = { ...options, claims, sender, readQueue, mayResend };
  let unstartedMax = 0;
  let startedHere = 0; // since the last poll
  let gathering: AbortController | undefined;

  const pollOnce = async (signal: AbortSignal): Promise<Next> => {
    startedHere = 0;
    if (signal.aborted || !broker.isConnected) return "idle";
    const windows = await Promise.all(pools.map((pool) => dispatchOnce(pool, parts)));
    unstartedMax = Math.max(0, ...windows);
    return "idle";
  };
  const loop = createLoop({ name: "dispatcher", intervalMs: INTERVAL_MS, logger, clock, runOnce: pollOnce });

  const gather = async (): Promise<void> => {
    const gathered = (gathering = new AbortController());
    await clock.wait(GATHER_MS, gathered.signal);
    gathering = undefined;
    loop.wake();
  };

  return {
    ...loop,
    refill(chunks) {
      startedHere += chunks;
      if (startedHere < unstartedMax * GATHERED_PART) void (gathering ?? gather());
      else if (gathering === undefined) loop.wake();
      else gathering.abort("enough");
    },
    async stop() {
      await loop.stop();
      await sender.sent();
    },
  };
}

type DispatcherParts = DispatcherOptions & {
  readonly claims: CallCounts;
  readonly sender: TicketSender;
  readonly readQueue: (queue: string) => Promise<Route | undefined>;
  readonly mayResend: (queue: string) => boolean;
};

/** A queue of the broker. */
type Route = {
  readonly queue: string;
  readonly inBroker: QueueState;
  /** Whether tickets waited there for a while, since each consumer held one. */
  readonly isBusy: boolean;
};

/**
 * The tickets of all queues together fill the window of the pool, so that their order is that of the turns. Only where tickets
 * wait for the consumers of a busy queue are the other queues served without it: it is skipped, not waited for.
 *
 * @returns the number of chunks of the pool that may be unstarted.
 */
async function dispatchOnce({ name, queues }: Pool, parts: DispatcherParts): Promise<number> {
  const read = await Promise.all(queues.map(parts.readQueue));
  const routes = read.filter((route) => route !== undefined).filter(({ inBroker }) => inBroker.consumers > 0);
  if (routes.length === 0) return 0;
  const window = Math.max(...routes.map(({ inBroker }) => inBroker.consumers));
  const send = async (to: readonly Route[]): Promise<number> => {
    const { database, sender, maxQueuedPerTask: queuedMax, claims, onQueued } = parts;
    const names = to.map(({ queue }) => queue);
    const turns = queueTurns({ queue: name, routes: names, window, queuedMax });
    const tickets = await claims.measure(() => database.query(turns));
    onQueued?.(tickets);
    sender.send(tickets);
    return tickets.length;
  };
  const idle = routes.filter(({ isBusy }) => !isBusy);
  if ((await send(routes)) === 0 && idle.length > 0 && idle.length < routes.length) await send(idle);
  for (const { queue, inBroker } of routes)
    if (parts.mayResend(queue)) await resendLost({ queue: name, route: queue }, inBroker, parts);
  return window;
}

/** Tickets that wait in the broker are not lost, however long they wait. Some are lost if fewer wait there than chunks wait for one. */
async function resendLost(
  { queue, route }: Required<PoolQueue>,
  inBroker: QueueState,
  { database, sender, countsOf, logger }: DispatcherParts,
): Promise<void> {
  const [count] = await database.query(countQueued({ queue, route, afterMs: RESEND_AFTER_MS }));
  if (count === undefined || count.late === 0 || count.queued <= inBroker.ready) return;
  const tickets = await database.query(resendTickets({ queue, route, afterMs: RESEND_AFTER_MS, limit: RESENT_MAX }));
  if (tickets.length > 0)
    logger.info({ queue: route, tickets: tickets.length }, "tickets that did not arrive are sent again");
  countsOf(route).resent += tickets.length;
  sender.send(tickets);
}

/** Reads a queue of the broker once per interval: consumers seldom change. It is busy when tickets wait in two reads. */
function createQueueReader(broker: Broker, clock: Clock): DispatcherParts["readQueue"] {
  const reads = new Map<string, { readonly route: Route; readonly untilMs: number }>();
  return async (queue) => {
    const known = reads.get(queue);
    if (known !== undefined && clock.monotonicMs() < known.untilMs) return known.route;
    const inBroker = await broker.inspectQueue(dispatchRoute(queue).queue);
    if (inBroker === undefined) {
      reads.delete(queue);
      return undefined;
    }
    const isBusy = inBroker.ready > 0 && (known?.route.inBroker.ready ?? 0) > 0;
    const route = { queue, inBroker, isBusy };
    reads.set(queue, { route, untilMs: clock.monotonicMs() + INTERVAL_MS });
    return route;
  };
}

/** Allows one check for lost tickets per pause for each queue. */
function createResendPause(clock: Clock): DispatcherParts["mayResend"] {
  const nextMs = new Map<string, number>();
  return (queue) => {
    const nowMs = clock.monotonicMs();
    if (nowMs < (nextMs.get(queue) ?? 0)) return false;
    nextMs.set(queue, nowMs + RESEND_CHECK_MS);
    return true;
  };
}

type TicketSender = {
  /** Each ticket belongs to a QUEUED chunk, so never more are under way than the windows of the queues allow. */
  send(tickets: readonly TicketRow[]): void;
  /** Returns when the broker has answered for all. */
  sent(): Promise<void>;
};

export type TicketSenderOptions = Pick<DispatcherOptions, "broker" | "countsOf" | "logger" | "fieldsOf">;

/** Publishes tickets without delaying the next turns. */
export function createTicketSender({ broker, countsOf, logger, fieldsOf }: TicketSenderOptions): TicketSender {
  const underWay = new Set<Promise<void>>();

  const publish = async (ticket: TicketRow): Promise<void> => {
    const { routingKey } = dispatchRoute(ticket.queue);
    const messageId = `${ticket.queue}/${String(ticket.turn)}`;
    try {
      const body = writeTicket(ticket, fieldsOf?.(ticket));
      await broker.publish({ exchange: DISPATCH_EXCHANGE, routingKey, body, messageId });
      countsOf(ticket.queue).published++;
    } catch (error) {
      countsOf(ticket.queue).unsent++;
      // A ticket that could not be sent counts as lost: it is sent again, or its chunk is started without it.
      const code = error instanceof RotaError ? error.code : undefined;
      logger.debug({ error: code ?? error, messageId }, "a ticket could not be sent");
    }
  };

  return {
    send(tickets) {
      for (const ticket of tickets) {
        const publishing = publish(ticket).finally(() => underWay.delete(publishing));
        underWay.add(publishing);
      }
    },
    async sent() {
      await Promise.all(underWay);
    },
  };
}

type FieldsOf = (row: TicketRow) => TicketFields;

/** The largest size of all fields together, so that a ticket stays small enough to be read. */
const FIELDS_BYTES_MAX = 2_000;

/** Leaves the fields out where a definition fails: fields are only for people, and must not keep work from running. */
export function createFieldsOf(definitions: readonly TaskDefinition[], logger: Logger): FieldsOf {
  const byName = new Map(definitions.map(({ name, ticketFields }) => [name, ticketFields]));
  return ({ type, tenant, group_name: group, task_key: taskKey }) => {
    const ticketFields = byName.get(type);
    if (ticketFields === undefined) return {};
    try {
      const fields = ticketFields({ tenant, group, taskKey: taskKey ?? undefined });
      if (Buffer.byteLength(JSON.stringify(fields)) <= FIELDS_BYTES_MAX) return fields;
      logger.warn({ task: type, bytesMax: FIELDS_BYTES_MAX }, "the result of ticketFields is too large: left out");
    } catch (error) {
      logger.warn({ task: type, error }, "ticketFields failed: its tickets carry only ids");
    }
    return {};
  };
}

export type DispatchCounts = {
  /** Tickets that the broker confirmed. */
  published: number;
  /** Tickets sent again because they were not found in the broker. */
  resent: number;
  /** Tickets that the broker did not confirm. */
  unsent: number;
  received: number;
  /** Tickets that the broker had delivered before, here or elsewhere. */
  redelivered: number;
  /** Tickets received for a chunk that had moved on. */
  ignored: number;
  /** Messages received that are no tickets. */
  malformed: number;
};

export type CountsOf = (queue: string) => DispatchCounts;

const NONE: DispatchCounts = {
  published: 0,
  resent: 0,
  unsent: 0,
  received: 0,
  redelivered: 0,
  ignored: 0,
  malformed: 0,
};

export function createDispatchCounts(queues: readonly string[]): CountsOf {
  const byQueue = new Map(queues.map((queue) => [queue, { ...NONE }]));
  return (queue) => byQueue.get(queue) ?? { ...NONE };
}
