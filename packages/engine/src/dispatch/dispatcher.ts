/** Publishes turns to the broker in fair order, at most as many as there are consumers, and resends lost tickets. */
import type { Broker, QueueLook } from "../broker/broker.ts";
import type { Database } from "../database/database.ts";
import { RotaError } from "../errors.ts";
import { type Clock, systemClock } from "../runtime/clock.ts";
import type { CallCounts } from "../runtime/histogram.ts";
import type { Logger } from "../runtime/logger.ts";
import { createLoop, type Loop, type Next } from "../runtime/loop.ts";
import type { TaskDefinition } from "../tasks/define-task.ts";
import type { TicketFields } from "../tasks/task-options.ts";
import { countQueued, queueTurns, resendTickets, type TicketRow } from "./dispatch.sql.ts";
import { DISPATCH_EXCHANGE, dispatchRoute, writeTicket } from "./ticket.ts";

export type DispatcherOptions = {
  readonly database: Database;
  readonly broker: Broker;
  readonly queues: readonly string[];
  /** How many chunks of one task may be unstarted while others wait. */
  readonly maxQueuedPerTask: number;
  readonly countsOf: CountsOf;
  /** What tickets say besides ids. Default: nothing. */
  readonly fieldsOf?: FieldsOf | undefined;
  readonly logger: Logger;
  readonly clock?: Clock;
  /** Counts claims, if anybody wants to know. */
  readonly claims?: CallCounts | undefined;
  /** These are given to the broker. */
  readonly onQueued?: ((tickets: readonly TicketRow[]) => void) | undefined;
};

export type Dispatcher = Loop & {
  /** So many chunks were started here: as many turns may follow. */
  refill(chunks: number): void;
};

/** How long it waits at most before it looks again. */
const INTERVAL_MS = 100;

/** How long starts are gathered, since a look for one turn costs nearly as much as one for many. */
const GATHER_MS = 4;

/** They are not gathered any longer once so many of those that may be unstarted have been started. */
const GATHERED_PART = 1 / 2;

/** After how long a ticket that is not in the broker is sent again, and how often that is looked at. */
const RESEND_AFTER_MS = 2_000;
const RESEND_LOOK_MS = 500;

/** Of one statement. */
const RESENT_MAX = 1_000;

/**
 * Wake it when work may wait. One look fills the window of each queue. While the broker is away it does nothing: workers then
 * take turns themselves.
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { broker, queues, logger, clock = systemClock } = options;
  const sender = createTicketSender(options);
  const lookAt = lookNowAndThen(broker, clock);
  const mayResend = nowAndThen(clock);
  let unstartedMax = 0;
  let startedHere = 0; // since the last look
  let gathering: AbortController | undefined;

  const lookOnce = async (signal: AbortSignal): Promise<Next> => {
    startedHere = 0;
    if (signal.aborted || !broker.isConnected) return "idle";
    const parts = { ...options, sender, lookAt, mayResend };
    const windows = await Promise.all(queues.map((queue) => dispatchOnce(queue, parts)));
    unstartedMax = Math.max(0, ...windows);
    return "idle";
  };
  const loop = createLoop({ name: "dispatcher", intervalMs: INTERVAL_MS, logger, clock, runOnce: lookOnce });

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

type Parts = DispatcherOptions & {
  readonly sender: TicketSender;
  readonly lookAt: (queue: string) => Promise<QueueLook | undefined>;
  readonly mayResend: (queue: string) => boolean;
};

/** @returns how many chunks of the queue may be unstarted. */
async function dispatchOnce(queue: string, parts: Parts): Promise<number> {
  const { database, sender, lookAt, maxQueuedPerTask: queuedMax, claims, onQueued } = parts;
  const look = await lookAt(queue);
  if (look === undefined || look.consumers === 0) return 0;
  const take = () => database.query(queueTurns({ queue, window: look.consumers, queuedMax }));
  const tickets = await (claims === undefined ? take() : claims.measure(take));
  onQueued?.(tickets);
  sender.send(tickets);
  if (parts.mayResend(queue)) await resendLost(queue, look, parts);
  return look.consumers;
}

/** Tickets that wait in the broker are not lost, however long they wait: some are if fewer wait there than chunks for one. */
async function resendLost(
  queue: string,
  look: QueueLook,
  { database, sender, countsOf, logger }: Parts,
): Promise<void> {
  const [count] = await database.query(countQueued({ queue, afterMs: RESEND_AFTER_MS }));
  if (count === undefined || count.late === 0 || count.queued <= look.ready) return;
  const tickets = await database.query(resendTickets({ queue, afterMs: RESEND_AFTER_MS, limit: RESENT_MAX }));
  if (tickets.length > 0) logger.info({ queue, tickets: tickets.length }, "tickets that did not arrive are sent again");
  countsOf(queue).resent += tickets.length;
  sender.send(tickets);
}

/** Consumers come and go seldom: they are counted once per interval. */
function lookNowAndThen(broker: Broker, clock: Clock): Parts["lookAt"] {
  const looks = new Map<string, { readonly look: QueueLook; readonly untilMs: number }>();
  return async (queue) => {
    const known = looks.get(queue);
    if (known !== undefined && clock.monotonicMs() < known.untilMs) return known.look;
    const look = await broker.lookAt(dispatchRoute(queue).queue);
    if (look === undefined) looks.delete(queue);
    else looks.set(queue, { look, untilMs: clock.monotonicMs() + INTERVAL_MS });
    return look;
  };
}

/** Once per pause for each queue. */
function nowAndThen(clock: Clock): Parts["mayResend"] {
  const nextMs = new Map<string, number>();
  return (queue) => {
    const nowMs = clock.monotonicMs();
    if (nowMs < (nextMs.get(queue) ?? 0)) return false;
    nextMs.set(queue, nowMs + RESEND_LOOK_MS);
    return true;
  };
}

type TicketSender = {
  /** There are never more on their way than the windows of the queues hold, since each belongs to a QUEUED chunk. */
  send(tickets: readonly TicketRow[]): void;
  /** Returns when the broker has answered for all. */
  sent(): Promise<void>;
};

export type TicketSenderOptions = {
  readonly broker: Broker;
  readonly countsOf: CountsOf;
  readonly logger: Logger;
  /** What tickets say besides ids. Default: nothing. */
  readonly fieldsOf?: FieldsOf | undefined;
};

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
      // A ticket that could not be sent is one that was lost: it is sent again, or its chunk is started without.
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

/** Of all fields together, so that a ticket stays small enough to be read. */
const FIELDS_BYTES_MAX = 2_000;

/** Nothing is said where a definition fails: what is only for people to look at must not keep work from running. */
export function createFieldsOf(definitions: readonly TaskDefinition[], logger: Logger): FieldsOf {
  const byName = new Map(definitions.map(({ name, ticketFields }) => [name, ticketFields]));
  return ({ type, tenant, group_name: group, task_key: taskKey }) => {
    const ticketFields = byName.get(type);
    if (ticketFields === undefined) return {};
    try {
      const fields = ticketFields({ tenant, group, taskKey: taskKey ?? undefined });
      if (Buffer.byteLength(JSON.stringify(fields)) <= FIELDS_BYTES_MAX) return fields;
      logger.warn({ task: type, bytesMax: FIELDS_BYTES_MAX }, "what ticketFields gives is too large: left out");
    } catch (error) {
      logger.warn({ task: type, error }, "ticketFields failed: its tickets say only ids");
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
  /** Received and given out before, to whomever. */
  redelivered: number;
  /** Received for a chunk that had moved on. */
  ignored: number;
  /** Received, and no ticket. */
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
