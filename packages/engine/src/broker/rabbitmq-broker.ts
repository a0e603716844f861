/** The broker contract on RabbitMQ: it comes and goes as it likes, and comes back as it was. */
import { RotaError } from "../errors.ts";
import { systemClock, type Clock } from "../runtime/clock.ts";
import type { Logger } from "../runtime/logger.ts";
import type { Backoff } from "../runtime/loop.ts";
import type { Broker, Consumption } from "./broker.ts";
import * as limits from "./limits.ts";
import { startConsumption } from "./rabbitmq/consuming/consumption.ts";
import { Link } from "./rabbitmq/connection/link.ts";
import { createLookAtQueue } from "./rabbitmq/topology/look-at-queue.ts";
import { createPublisher } from "./rabbitmq/publishing/publisher.ts";
import { readAddress } from "./rabbitmq/connection/rabbitmq-address.ts";
import { openSession } from "./rabbitmq/connection/session.ts";
import { createTopologies } from "./rabbitmq/topology/topologies.ts";

export type RabbitmqOptions = {
  /** amqp[s]://user:password@host:port/vhost?heartbeat=10&cacertfile=ca.pem */
  readonly url: string;
  /** Wins over the one in the URL. */
  readonly password?: string | undefined;
  readonly logger: Logger;
  /** Default 5 s. */
  readonly connectTimeoutMs?: number;
  /** How long a message may go without a confirmation. Default 10 s. */
  readonly confirmTimeoutMs?: number;
  /** How long the broker may take to describe a queue. Default 5 s. */
  readonly lookTimeoutMs?: number;
  /** The pauses between attempts to connect. Default 250 ms, doubled up to 5 s, half of it left to chance. */
  readonly reconnect?: Backoff;
  /** How long a consumer above the minimum stays without a message. Default 10 s. */
  readonly consumerIdleMs?: number;
  /**
   * After how long without a message a consumer subscribes anew: RabbitMQ before 4.0 silently forgets those of a queue that
   * is deleted and made again at once. Default 30 s, half of it left to chance; not done where it is not needed.
   */
  readonly consumerRenewMs?: number;
  readonly clock?: Clock;
};

/**
 * Returns after the first attempt to connect, whether RabbitMQ is there or not. Refuses what trying again would not mend:
 * BROKER_URL_INVALID, and BROKER_REFUSED for a wrong login, virtual host or certificate. The same refusals later on are
 * logged and tried again.
 */
export async function openRabbitmqBroker(options: RabbitmqOptions): Promise<Broker> {
  const address = readAddress(options.url, options.password);
  const { clock = systemClock, connectTimeoutMs = limits.DEFAULT_CONNECT_TIMEOUT_MS, logger } = options;
  const topologies = createTopologies({ clock });
  const link = new Link({
    open: () => openSession({ address, connectTimeoutMs }),
    prepare: (session) => topologies.declareAll(session),
    reconnect: options.reconnect ?? limits.DEFAULT_RECONNECT,
    described: address.described,
    logger,
    clock,
  });
  await link.start();
  return assemble({ ...options, clock }, { link, topologies });
}

type BrokerParts = { readonly link: Link; readonly topologies: ReturnType<typeof createTopologies> };

function assemble(options: RabbitmqOptions & { readonly clock: Clock }, parts: BrokerParts): Broker {
  const { clock, logger, confirmTimeoutMs = limits.DEFAULT_CONFIRM_TIMEOUT_MS } = options;
  const { consumerIdleMs = limits.DEFAULT_CONSUMER_IDLE_MS, lookTimeoutMs = limits.DEFAULT_LOOK_TIMEOUT_MS } = options;
  const { consumerRenewMs = limits.DEFAULT_CONSUMER_RENEW_MS } = options;
  const { link, topologies } = parts;
  const publisher = createPublisher({ ...parts, confirmTimeoutMs, clock });
  const lookAtQueue = createLookAtQueue({ ...parts, lookTimeoutMs, clock });
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
    lookAt: async (queue) => whileOpen(() => lookAtQueue(queue)),
    get isConnected() {
      return link.state.isConnected;
    },
    onChange: (listener) => link.state.onChange(listener),
    close: () => (closed ??= close()),
  };
}
