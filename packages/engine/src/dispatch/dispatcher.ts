/** Hands turns of its queues to the broker, in fair order, as far as somebody is there to start them. Any number may run. */
import type { Broker, QueueLook } from "../broker/broker.ts";
import type { Database } from "../database/database.ts";
import { systemClock, type Clock } from "../runtime/clock.ts";
import type { Logger } from "../runtime/logger.ts";
import { createLoop, type Loop, type Next } from "../runtime/loop.ts";
import type { CountsOf } from "./dispatch-counts.ts";
import { countQueued, queueTurns, resendTickets } from "./dispatch.sql.ts";
import { dispatchRoute } from "./dispatch-topology.ts";
import { createTicketSender, type TicketSender } from "./send-tickets.ts";

export type DispatcherOptions = {
  readonly database: Database;
  readonly broker: Broker;
  readonly queues: readonly string[];
  /** How many chunks of one task may be unstarted while others wait. */
  readonly maxQueuedPerTask: number;
  readonly countsOf: CountsOf;
  readonly logger: Logger;
  readonly clock?: Clock;
};

/** How long it waits at most before it looks again. */
const INTERVAL_MS = 100;

/** How often one look goes on for as long as there is something to send. */
const PASSES_MAX = 8;

/** After how long a ticket that is not in the broker is sent again. */
const RESEND_AFTER_MS = 2_000;

/** Of one statement. */
const RESENT_MAX = 1_000;

/**
 * Wake it when a chunk was started or work may wait. While the broker is away it does nothing: workers then take turns
 * themselves.
 */
export function createDispatcher(options: DispatcherOptions): Loop {
  const { broker, queues, logger, clock = systemClock } = options;
  const sender = createTicketSender(options);
  const lookAt = lookNowAndThen(broker, clock);
  const loop = createLoop({
    name: "dispatcher",
    intervalMs: INTERVAL_MS,
    logger,
    clock,
    async runOnce(signal): Promise<Next> {
      for (let pass = 0; pass < PASSES_MAX; pass++) {
        if (signal.aborted || !broker.isConnected) return "idle";
        const sent = await Promise.all(queues.map((queue) => dispatchOnce(queue, { ...options, sender, lookAt })));
        if (!sent.includes(true)) return "idle";
      }
      return "again";
    },
  });
  return {
    ...loop,
    async stop() {
      await loop.stop();
      await sender.sent();
    },
  };
}

type Parts = DispatcherOptions & {
  readonly sender: TicketSender;
  readonly lookAt: (queue: string) => Promise<QueueLook | undefined>;
};

/** @returns whether a turn was given. */
async function dispatchOnce(queue: string, parts: Parts): Promise<boolean> {
  const { database, sender, lookAt, maxQueuedPerTask: queuedMax } = parts;
  const look = await lookAt(queue);
  if (look === undefined || look.consumers === 0) return false;
  const tickets = await database.query(queueTurns({ queue, window: look.consumers, queuedMax }));
  sender.send(tickets);
  if (tickets.length === 0) await resendLost(queue, look, parts);
  return tickets.length > 0;
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
