/** Declares exchanges, queues and bindings, and declares them again when RabbitMQ may have lost them. */
import type { ChannelModel, Options } from "amqplib";
import { isRotaError } from "../../errors.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Logger } from "../../runtime/logger.ts";
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

type TopologiesOptions = { readonly clock: Clock; readonly logger: Logger };

export function createTopologies({ clock, logger }: TopologiesOptions): Topologies {
  const remembered = new Map<string, Topology>();
  /** Queues with other settings that were logged, with those settings: a reconnect does not log them again. */
  const logged = new Map<string, string>();

  const onOtherSettings = (queue: string, lacks: readonly Difference[]): void => {
    const settings = lacks
      .map(({ argument, present, wanted }) => `${argument} is ${present}, not ${wanted}`)
      .join("; ");
    if (logged.get(queue) === settings) return;
    logged.set(queue, settings);
    logger.warn({ queue }, `queue "${queue}" exists in RabbitMQ with other settings and is used as it is: ${settings}`);
  };
  const declareOn = (session: RabbitmqSession, topology: Topology) =>
    declareTopology(session.consuming, topology, { actualName: (queue) => nameIn(session, queue), onOtherSettings });

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
  /** Called for a queue that exists with other arguments and is used as it is. */
  readonly onOtherSettings: (queue: string, lacks: readonly Difference[]) => void;
};

/** Declares a topology. Refuses with BROKER_TOPOLOGY_DIFFERS or BROKER_REFUSED; any other error means a lost connection. */
async function declareTopology(
  connection: ChannelModel,
  { exchanges, queues }: Topology,
  { actualName, onOtherSettings }: DeclareOptions,
): Promise<void> {
  let channel = await openChannel(connection);

  /** Declares a queue. If it exists with other arguments, it is declared with those, which RabbitMQ names one at a time. */
  const declareQueue = async (name: string, { arguments: wanted, ...options }: QueueOptions): Promise<Difference[]> => {
    const lacks: Difference[] = [];
    for (let args = wanted; ; args = withPresent(wanted, lacks)) {
      try {
        await refusedAs(`queue "${name}"`, channel.assertQueue(name, { ...options, arguments: args }));
        return lacks;
      } catch (error) {
        const difference = differenceIn(error);
        if (difference === undefined || !mayDiffer(difference, lacks)) throw error;
        lacks.push(difference);
        channel = await openChannel(connection); // the refusal closed it
      }
    }
  };

  for (const { name, type } of exchanges) {
    await refusedAs(`exchange "${name}"`, channel.assertExchange(name, type, { durable: true }));
  }
  for (const queue of queues) {
    const name = actualName(queue);
    const lacks = await declareQueue(name, queueOptions(queue));
    if (lacks.length > 0) onOtherSettings(name, lacks);
    for (const { exchange, routingKey } of queue.bindings) {
      const what = `the binding of queue "${name}" to exchange "${exchange}" by "${routingKey}"`;
      await refusedAs(what, channel.bindQueue(name, exchange, routingKey));
    }
  }
  await closeChannel(channel);
}

type QueueArguments = Readonly<Record<string, string | number | boolean>>;
type QueueOptions = Omit<Options.AssertQueue, "arguments"> & { readonly arguments: QueueArguments };

/** Argument of a queue that exists with another value than it is declared with; `none`: without it. */
type Difference = { readonly argument: string; readonly present: string; readonly wanted: string };

function differenceIn(error: unknown): Difference | undefined {
  if (!isRotaError(error, "BROKER_TOPOLOGY_DIFFERS")) return undefined;
  const { argument, present, wanted } = error.details;
  if (typeof argument !== "string" || typeof present !== "string" || typeof wanted !== "string") return undefined;
  return { argument, present, wanted };
}

/** Consumers work alike on these types. A stream has no acknowledgements. */
const QUEUE_TYPES = ["none", "classic", "quorum"];

/** Returns whether a queue can be used with a difference: its limits may differ; it must be durable and shared. */
function mayDiffer({ argument, present }: Difference, known: readonly Difference[]): boolean {
  if (!argument.startsWith("x-") || known.some((one) => one.argument === argument)) return false;
  return argument !== "x-queue-type" || QUEUE_TYPES.includes(present);
}

/** Replaces arguments by those with which the queue exists. */
function withPresent(wanted: QueueArguments, lacks: readonly Difference[]): QueueArguments {
  const args = new Map(Object.entries(wanted));
  for (const { argument, present } of lacks)
    if (present === "none") args.delete(argument);
    else args.set(argument, typeof wanted[argument] === "string" ? present : valueOf(present));
  return Object.fromEntries(args);
}

/** Reads a value as RabbitMQ writes it. */
function valueOf(text: string): string | number | boolean {
  if (text === "true" || text === "false") return text === "true";
  return /^\d{1,15}$/.test(text) ? Number(text) : text;
}

async function refusedAs(what: string, declared: Promise<unknown>): Promise<void> {
  try {
    await declared;
  } catch (error) {
    throw declarationRefusal(error, what) ?? error;
  }
}

function queueOptions(queue: Queue): QueueOptions {
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
