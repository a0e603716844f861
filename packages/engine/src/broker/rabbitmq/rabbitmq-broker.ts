/** Implements the broker contract on RabbitMQ: reconnects, and restores exchanges, queues and consumers. */
import type { Channel } from "amqplib";
import { RotaError } from "../../errors.ts";
import { type Clock, systemClock } from "../../runtime/clock.ts";
import type { Logger } from "../../runtime/logger.ts";
import type { Backoff } from "../../runtime/loop.ts";
import * as limits from "../broker-limits.ts";
import type { Broker, Consumption, QueueState } from "../broker.ts";
import { startConsumption } from "./consumption.ts";
import { createPublisher } from "./publisher.ts";
import { readRabbitmqAddress } from "./rabbitmq-address.ts";
import { NOT_FOUND, replyCode } from "./rabbitmq-errors.ts";
import { RabbitmqLink } from "./rabbitmq-link.ts";
import { loadAmqplib, openChannel, openRabbitmqSession, type RabbitmqSession } from "./rabbitmq-session.ts";
import { createTopologies, type Topologies } from "./topologies.ts";

/** Address, time limits and reconnection of a broker. */
export type RabbitmqOptions = {
  /** amqp[s]://user:password@host:port/vhost?heartbeat=10&cacertfile=ca.pem */
  readonly url: string;
  /** Password, which overrides the one in the URL. */
  readonly password?: string | undefined;
  readonly logger: Logger;
  /** Default 5 s. */
  readonly connectTimeoutMs?: number;
  /** Time limit of a confirmation. Default 10 s. */
  readonly confirmTimeoutMs?: number;
  /** Time limit for the state of a queue. Default 5 s. */
  readonly inspectTimeoutMs?: number;
  /** Pauses between attempts to connect. Default 250 ms, doubled up to 5 s, half of it random. */
  readonly reconnect?: Backoff;
  /** Time for which a consumer above the minimum stays without a message. Default 10 s. */
  readonly consumerIdleMs?: number;
  /**
   * Time without a message after which a consumer resubscribes: RabbitMQ before 4.0 silently forgets the consumers of a
   * queue that is deleted and declared again at once. Default 30 s, half of it random; not done where it is not needed.
   */
  readonly consumerRenewMs?: number;
  readonly clock?: Clock;
};

/**
 * Opens a broker; resolves after the first attempt to connect, whether RabbitMQ answers or not. Rejects what another
 * attempt would not fix: BROKER_URL_INVALID, PACKAGE_MISSING without amqplib, and BROKER_REFUSED for a wrong login, virtual
 * host or certificate. The same refusals of later attempts are logged, and the next attempt follows.
 *
 * @example const broker = await openRabbitmqBroker({ url: "amqp://127.0.0.1", logger });
 */
export async function openRabbitmqBroker(options: RabbitmqOptions): Promise<Broker> {
  const address = readRabbitmqAddress(options.url, options.password);
  const { clock = systemClock, connectTimeoutMs = limits.DEFAULT_CONNECT_TIMEOUT_MS, logger } = options;
  await loadAmqplib(); // without it no later attempt would connect
  const topologies = createTopologies({ clock, logger });
  const link = new RabbitmqLink({
    open: () => openRabbitmqSession({ address, connectTimeoutMs }),
    prepare: (session) => topologies.declareAll(session),
    reconnect: options.reconnect ?? limits.DEFAULT_RECONNECT,
    described: address.described,
    logger,
    clock,
  });
  await link.start();
  return assemble({ ...options, clock }, { link, topologies });
}

type BrokerParts = { readonly link: RabbitmqLink; readonly topologies: ReturnType<typeof createTopologies> };

function assemble(options: RabbitmqOptions & { readonly clock: Clock }, parts: BrokerParts): Broker {
  const { clock, logger, confirmTimeoutMs = limits.DEFAULT_CONFIRM_TIMEOUT_MS } = options;
  const { consumerIdleMs = limits.DEFAULT_CONSUMER_IDLE_MS, inspectTimeoutMs = limits.DEFAULT_INSPECT_TIMEOUT_MS } =
    options;
  const { consumerRenewMs = limits.DEFAULT_CONSUMER_RENEW_MS } = options;
  const { link, topologies } = parts;
  const publisher = createPublisher({ ...parts, confirmTimeoutMs, clock });
  const inspectQueue = createInspectQueue({ ...parts, inspectTimeoutMs, clock });
  const consumptions = new Set<Consumption>();
  let closed: Promise<void> | undefined;

  const whileOpen = <Result>(work: () => Result): Result => {
    if (closed === undefined) return work();
    throw new RotaError(
      "BROKER_CLOSED",
      "the broker was closed and takes no more calls: close it last, or open it again",
    );
  };
  const close = async (): Promise<void> => {
    await Promise.all([...consumptions].map((consumption) => consumption.stop()));
    await publisher.close();
    await link.stop();
  };

  return {
    declare: async (topology) => whileOpen(() => topologies.declare(topology, link.newestSession)),
    publish: async (message) => whileOpen(() => publisher.publish(message)),
    consume: async (wanted) =>
      whileOpen(() => {
        const consumption = startConsumption(wanted, { ...parts, logger, clock, consumerIdleMs, consumerRenewMs });
        consumptions.add(consumption);
        return {
          get consumers() {
            return consumption.consumers;
          },
          async stop() {
            await consumption.stop();
            consumptions.delete(consumption);
          },
        };
      }),
    inspectQueue: async (queue) => whileOpen(() => inspectQueue(queue)),
    get isConnected() {
      return link.state.isConnected;
    },
    onChange: (listener) => link.state.onChange(listener),
    close: () => (closed ??= close()),
  };
}

type InspectOptions = {
  readonly link: RabbitmqLink;
  readonly topologies: Topologies;
  readonly inspectTimeoutMs: number;
  readonly clock: Clock;
};

type InspectQueue = (queue: string) => Promise<QueueState | undefined>;

/** Creates the function that reads the state of a queue. A wrong name ends the channel, so one call waits for the previous one. */
function createInspectQueue({ link, topologies, inspectTimeoutMs, clock }: InspectOptions): InspectQueue {
  let open: { readonly session: RabbitmqSession; readonly channel: Channel } | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const channelOf = async (session: RabbitmqSession): Promise<Channel> => {
    if (open?.session === session) return open.channel;
    const channel = await openChannel(session.consuming);
    open = { session, channel };
    return channel;
  };

  const ask = async (queue: string): Promise<QueueState | undefined> => {
    const { session } = link;
    if (session === undefined) return undefined;
    try {
      const channel = await channelOf(session);
      const { messageCount, consumerCount } = await channel.checkQueue(topologies.actualName(queue, session));
      return { ready: messageCount, consumers: consumerCount };
    } catch (error) {
      open = undefined;
      if (replyCode(error) !== NOT_FOUND) return undefined;
      await topologies.restore(session).catch(() => undefined); // its consumers report what is wrong
      return { ready: 0, consumers: 0 };
    }
  };

  return async (queue) => {
    const answered = new AbortController();
    const answer = last.then(() => ask(queue));
    last = answer;
    const state = await Promise.race([answer, clock.wait(inspectTimeoutMs, answered.signal).then(() => undefined)]);
    answered.abort();
    return state;
  };
}
