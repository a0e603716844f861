/** The topology that carries tickets: one direct exchange, and for each engine queue a queue and its dead-letter queue. Pure. */
import type { Queue, Topology } from "../broker/broker.ts";

export const DISPATCH_EXCHANGE = "task.exchange";
export const DISPATCH_DEAD_LETTER_EXCHANGE = "task.dlx.exchange";

/** The name of a queue in the broker, and the key by which the exchange finds it. */
export type QueueRoute = { readonly queue: string; readonly routingKey: string };

/** The queue `tally.creation` of the engine is `tally.creation.queue` in the broker, by the key `task.tally.creation`. */
export function dispatchRoute(engineQueue: string): QueueRoute {
  return { queue: `${engineQueue}${QUEUE_SUFFIX}`, routingKey: `task.${engineQueue}` };
}

/** Routes of `dispatchRoute`, or pairs of one's own. */
export function dispatchTopology(routes: readonly QueueRoute[]): Topology {
  return {
    exchanges: [
      { name: DISPATCH_EXCHANGE, type: "direct" },
      { name: DISPATCH_DEAD_LETTER_EXCHANGE, type: "direct" },
    ],
    queues: routes.flatMap((route) => [deadLetterQueue(route), ticketQueue(route)]),
  };
}

const QUEUE_SUFFIX = ".queue";

function ticketQueue(route: QueueRoute): Queue {
  return {
    name: route.queue,
    kind: "durable",
    bindings: [{ exchange: DISPATCH_EXCHANGE, routingKey: route.routingKey }],
    deadLetter: { exchange: DISPATCH_DEAD_LETTER_EXCHANGE, routingKey: deadLetterKey(route) },
  };
}

function deadLetterQueue(route: QueueRoute): Queue {
  const routingKey = deadLetterKey(route);
  return {
    name: `${routingKey}${QUEUE_SUFFIX}`,
    kind: "durable",
    bindings: [{ exchange: DISPATCH_DEAD_LETTER_EXCHANGE, routingKey }],
  };
}

/** `tally.creation.queue` dead-letters by `tally.creation.dlq` into `tally.creation.dlq.queue`. */
function deadLetterKey({ queue }: QueueRoute): string {
  const stem = queue.endsWith(QUEUE_SUFFIX) ? queue.slice(0, -QUEUE_SUFFIX.length) : queue;
  return `${stem}.dlq`;
}
