/** Defines the ticket, the message that announces a turn, and the exchange and queues that carry it. Pure. */
import type { Queue, Topology } from "../broker/broker.ts";
import { RotaError } from "../errors.ts";
import type { TicketFields } from "../tasks/task-options.ts";
import type { TicketRow } from "./dispatch.sql.ts";

export type Ticket = {
  readonly taskId: bigint;
  readonly number: number;
  /** Number of the dispatch within its queue: a ticket of an earlier one starts nothing. */
  readonly turn: bigint;
};

/** The largest ticket that is read. */
const TICKET_BYTES_MAX = 10_000;

const BIGINT_MAX = 2n ** 63n - 1n;

/** Writes a ticket. `fields` cannot replace the ids that find the row. */
export function writeTicket(row: TicketRow, fields: TicketFields = {}): Buffer {
  const taskInstanceId = row.task_key ?? String(row.task_id);
  return Buffer.from(
    JSON.stringify({
      ...fields,
      taskId: String(row.task_id),
      chunkNumber: row.number,
      turn: String(row.turn),
      taskInstanceId,
      chunkId: `${taskInstanceId}_chunk_${String(row.number)}`,
      totalChunks: row.chunk_count,
      type: row.type,
      tenant: row.tenant,
      group: row.group_name,
    }),
  );
}

/** Reads only the ids that find the row. Throws TICKET_INVALID when they are missing. */
export function readTicket(body: Uint8Array): Ticket {
  if (body.length > TICKET_BYTES_MAX)
    throw invalid(`it has ${String(body.length)} bytes, more than ${String(TICKET_BYTES_MAX)}`);
  const fields = parseObject(body);
  const { chunkNumber } = fields;
  if (typeof chunkNumber !== "number" || !Number.isInteger(chunkNumber) || chunkNumber < 1 || chunkNumber > 2 ** 31 - 1)
    throw invalid("chunkNumber is not an integer from 1");
  return { taskId: positive(fields, "taskId"), number: chunkNumber, turn: positive(fields, "turn") };
}

function parseObject(body: Uint8Array): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw invalid("it is not JSON in UTF-8");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw invalid("it is not a JSON object");
  return { ...value };
}

function positive(fields: Readonly<Record<string, unknown>>, name: string): bigint {
  const text = fields[name];
  const value = typeof text === "string" && /^[1-9]\d{0,18}$/.test(text) ? BigInt(text) : 0n;
  if (value < 1n || value > BIGINT_MAX) throw invalid(`${name} is not a decimal string from 1`);
  return value;
}

function invalid(why: string): RotaError {
  return new RotaError(
    "TICKET_INVALID",
    `the message is not a ticket: ${why}; it goes to the dead letters of its queue`,
  );
}

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
