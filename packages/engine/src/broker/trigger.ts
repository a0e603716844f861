/** Sends and receives messages that say "there is a job": they wake workers, and are trusted for nothing else. */
import { isRotaError } from "../errors.ts";
import type { Logger } from "../runtime/logger.ts";
import type { Broker, IncomingMessage, Topology } from "./broker.ts";

/** Route of triggers: `brokerTriggerExchange` and `brokerTriggerRoutingKey` of the configuration. */
export type TriggerRoute = { readonly exchange: string; readonly routingKey: string };

export type TriggerListener = {
  readonly received: number;
  /** Number of triggers that were received, acknowledged and ignored. */
  readonly malformed: number;
  stop(): Promise<void>;
};

type ListenOptions = TriggerRoute & {
  readonly broker: Broker;
  /** Checks the database for work. */
  readonly wake: () => void;
  readonly logger: Logger;
};

/** Receives triggers. Every listening process gets every trigger, from its own queue that is deleted with its connection. */
export async function listenForTriggers({ broker, wake, logger, ...route }: ListenOptions): Promise<TriggerListener> {
  const queue = `${route.exchange}.${route.routingKey}`;
  const counts = { received: 0, malformed: 0 };
  const onMessage = async (message: IncomingMessage): Promise<void> => {
    counts.received++;
    message.ack();
    if (isTrigger(message.body)) return wake();
    counts.malformed++;
    logger.debug({ queue, bytes: message.body.byteLength }, "a trigger that cannot be read was ignored");
  };
  await broker.declare(listeningTopology(route, queue));
  const consumption = await broker.consume({
    queue,
    concurrency: { min: 1, max: 1 },
    prefetch: TRIGGER_PREFETCH,
    onMessage,
  });
  return {
    get received() {
      return counts.received;
    },
    get malformed() {
      return counts.malformed;
    },
    stop: () => consumption.stop(),
  };
}

/** Sends a trigger; no process has to listen. Refuses with BROKER_UNAVAILABLE: polling finds the job anyway. */
export async function publishTrigger(
  broker: Broker,
  jobId: string,
  { exchange, routingKey }: TriggerRoute,
): Promise<void> {
  const body = Buffer.from(JSON.stringify({ job_id: jobId }));
  const send = () => broker.publish({ exchange, routingKey, body, isMandatory: false, isPersistent: false });
  try {
    await send();
  } catch (error) {
    if (!isRotaError(error, "BROKER_UNROUTABLE")) throw error;
    await broker.declare(exchangeTopology(exchange)); // no process has listened or sent yet
    await send();
  }
}

const TRIGGER_PREFETCH = 100;
/** Maximum number of waiting triggers: a process that is so far behind has been woken already. */
const TRIGGERS_WAITING_MAX = 1_000;
const TRIGGER_BYTES_MAX = 1_024;

function exchangeTopology(exchange: string): Topology {
  return { exchanges: [{ name: exchange, type: "topic" }], queues: [] };
}

function listeningTopology({ exchange, routingKey }: TriggerRoute, queue: string): Topology {
  const bindings = [{ exchange, routingKey }];
  return {
    ...exchangeTopology(exchange),
    queues: [{ name: queue, kind: "temporary", bindings, messagesMax: TRIGGERS_WAITING_MAX }],
  };
}

function isTrigger(body: Buffer): boolean {
  if (body.byteLength > TRIGGER_BYTES_MAX) return false;
  try {
    const parsed: unknown = JSON.parse(body.toString());
    return typeof parsed === "object" && parsed !== null && "job_id" in parsed && typeof parsed.job_id === "string";
  } catch {
    return false;
  }
}
