/** Declares exchanges, queues and bindings, and declares them again when RabbitMQ may have lost them. */
import type { ChannelModel, Options } from "amqplib";
import { isRotaError } from "../../errors.ts";
import type { Clock } from "../../runtime/clock.ts";
import { DEFAULT_QUEUE_DELIVERY_LIMIT, RESTORE_PAUSE_MS } from "../broker-limits.ts";
import type { Queue, Topology } from "../broker.ts";
import { declarationRefusal } from "./rabbitmq-errors.ts";
import { closeChannel, openChannel, type RabbitmqSession } from "./rabbitmq-session.ts";

export type Topologies = {
  /** Remembers a topology, and declares it if there is a session. A refused one is forgotten. */
  declare(topology: Topology, session: RabbitmqSession | undefined): Promise<void>;
  /** Declares all remembered topologies; concurrent callers share one run. */
  declareAll(session: RabbitmqSession): Promise<void>;
  /** Declares deleted queues again, after a pause in which every consumer learns of the deletion. */
  restore(session: RabbitmqSession): Promise<void>;
  /** Returns the name of a queue in a session. A temporary queue has a new name in each: the broker may still have the old one. */
  actualName(queueName: string, session: RabbitmqSession): string;
  isTemporary(queueName: string): boolean;
  knowsExchange(name: string): boolean;
};

export function createTopologies({ clock }: { readonly clock: Clock }): Topologies {
  const remembered = new Map<string, Topology>();

  const declareOn = (session: RabbitmqSession, topology: Topology) =>
    declareTopology(session.consuming, topology, { actualName: (queue) => nameIn(session, queue) });

  const declareAll = shared(async (session) => {
    for (const topology of remembered.values()) await declareOn(session, topology);
  });
  const restore = shared(async (session) => {
    await clock.wait(RESTORE_PAUSE_MS);
    await declareAll(session);
  });

  const known = (queueName: string): Queue | undefined =>
    [...remembered.values()].flatMap(({ queues }) => queues).find(({ name }) => name === queueName);

  return {
    async declare(topology, session) {
      const key = JSON.stringify(topology);
      remembered.set(key, topology);
      if (session === undefined) return;
      try {
        await declareOn(session, topology);
      } catch (error) {
        if (!isRotaError(error)) return; // the connection was lost, and the next one declares it
        remembered.delete(key);
        throw error;
      }
    },
    declareAll,
    restore,
    actualName(queueName, session) {
      const queue = known(queueName);
      return queue === undefined ? queueName : nameIn(session, queue);
    },
    isTemporary: (queueName) => known(queueName)?.kind === "temporary",
    knowsExchange: (name) =>
      [...remembered.values()].some(({ exchanges }) => exchanges.some((one) => one.name === name)),
  };
}

/** Makes concurrent callers share one run in each session. */
function shared(run: (session: RabbitmqSession) => Promise<void>): (session: RabbitmqSession) => Promise<void> {
  let running: { readonly session: RabbitmqSession; readonly done: Promise<void> } | undefined;
  return (session) => {
    if (running?.session === session) return running.done;
    const done = run(session).finally(() => {
      if (running?.done === done) running = undefined;
    });
    running = { session, done };
    return done;
  };
}

function nameIn(session: RabbitmqSession, queue: Queue): string {
  return queue.kind === "temporary" ? `${queue.name}.${session.id}` : queue.name;
}

type DeclareOptions = {
  /** Returns the name of a queue in this session. */
  readonly actualName: (queue: Queue) => string;
};

/** Declares a topology. Refuses with BROKER_TOPOLOGY_DIFFERS or BROKER_REFUSED; any other error means a lost connection. */
async function declareTopology(
  connection: ChannelModel,
  { exchanges, queues }: Topology,
  { actualName }: DeclareOptions,
): Promise<void> {
  const channel = await openChannel(connection);
  for (const { name, type } of exchanges) {
    await refusedAs(`exchange "${name}"`, channel.assertExchange(name, type, { durable: true }));
  }
  for (const queue of queues) {
    const name = actualName(queue);
    await refusedAs(`queue "${name}"`, channel.assertQueue(name, queueOptions(queue)));
    for (const { exchange, routingKey } of queue.bindings) {
      const what = `the binding of queue "${name}" to exchange "${exchange}" by "${routingKey}"`;
      await refusedAs(what, channel.bindQueue(name, exchange, routingKey));
    }
  }
  await closeChannel(channel);
}

async function refusedAs(what: string, declared: Promise<unknown>): Promise<void> {
  try {
    await declared;
  } catch (error) {
    throw declarationRefusal(error, what) ?? error;
  }
}

function queueOptions(queue: Queue): Options.AssertQueue {
  const limits = {
    ...(queue.messagesMax === undefined ? {} : { "x-max-length": queue.messagesMax }),
    ...(queue.consumerTimeoutMs === undefined ? {} : { "x-consumer-timeout": queue.consumerTimeoutMs }),
    ...deadLetterArguments(queue),
  };
  if (queue.kind === "temporary") return { durable: false, exclusive: true, autoDelete: true, arguments: limits };
  const deliveryLimit = queue.deliveryLimit ?? DEFAULT_QUEUE_DELIVERY_LIMIT;
  return { durable: true, arguments: { "x-queue-type": "quorum", "x-delivery-limit": deliveryLimit, ...limits } };
}

function deadLetterArguments({ deadLetter }: Queue): Record<string, string> {
  if (deadLetter === undefined) return {};
  const target = {
    "x-dead-letter-exchange": deadLetter.exchange,
    "x-dead-letter-routing-key": deadLetter.routingKey,
  };
  if (deadLetter.isConfirmed !== true) return target;
  // The broker requires the second: a queue that drops messages when full could not keep that promise.
  return { ...target, "x-dead-letter-strategy": "at-least-once", "x-overflow": "reject-publish" };
}
