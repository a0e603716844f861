/** Opens brokers for tests on the shared RabbitMQ, with their logs and with names that are deleted at the end. */
import { randomBytes } from "node:crypto";
import { type ChannelModel, connect } from "amqplib";
import { serviceUrl } from "../../../../tools/services/service-urls.ts";
import { startTcpProxy, type TcpProxy } from "../../../../tools/services/tcp-proxy.ts";
import type { Broker, IncomingMessage, Queue, Topology } from "../../src/broker/broker.ts";
import { openRabbitmqBroker, type RabbitmqOptions } from "../../src/broker/rabbitmq/rabbitmq-broker.ts";
import { isRotaError, type RotaError } from "../../src/errors.ts";
import { createLogger } from "../../src/runtime/logger.ts";

export type TestBroker = {
  readonly broker: Broker;
  /** Lines of the log as JSON, of level `info` and above. */
  readonly log: string[];
  /** Proxy between this broker and the server. */
  readonly proxy: TcpProxy;
};

type TestBrokerOptions = Omit<Partial<RabbitmqOptions>, "url"> & {
  /** Whether the proxy refuses connections until `allow`. */
  readonly isUnavailable?: boolean;
  /** Query of the URL, such as `?heartbeat=1`. */
  readonly query?: string;
};

export type BrokerBench = {
  /** Connection to the server, for actions that a broker does not have. */
  readonly admin: ChannelModel;
  /** Start of all names, different in each bench, so that concurrent tests do not share names. */
  readonly prefix: string;
  readonly url: string;
  open(options?: TestBrokerOptions): Promise<TestBroker>;
  /** Makes an exchange, a queue that is bound to it by its name, and a dead-letter queue. */
  topology(
    settings?: Partial<Queue>,
  ): Topology & { readonly queue: string; readonly exchange: string; readonly dead: string };
  dispose(): Promise<void>;
};

export async function openBrokerBench(url = serviceUrl("rabbitmq")): Promise<BrokerBench> {
  const admin = await connect(url);
  const prefix = `test-${randomBytes(4).toString("hex")}`;
  const opened: TestBroker[] = [];
  const names = { queues: new Set<string>(), exchanges: new Set<string>() };
  let count = 0;

  return {
    admin,
    prefix,
    url,
    async open({ isUnavailable = false, query = "", ...options } = {}) {
      const { hostname: host, port } = new URL(url);
      const proxy = await startTcpProxy({ host, port: Number(port) });
      if (isUnavailable) proxy.refuse();
      const log: string[] = [];
      const logger = createLogger({ level: "info", json: true, destination: { write: (line) => void log.push(line) } });
      const throughProxy = url.replace(`:${port}/`, `:${String(proxy.port)}/`) + query;
      const broker = await openRabbitmqBroker({ url: throughProxy, logger, reconnect: QUICK, ...options });
      const test = { broker, log, proxy };
      opened.push(test);
      return test;
    },
    topology(settings = {}) {
      const name = `${prefix}.${String(++count)}`;
      const [queue, exchange, dead] = [`${name}.queue`, `${name}.exchange`, `${name}.dlq.queue`];
      for (const one of [queue, dead]) names.queues.add(one);
      names.exchanges.add(exchange);
      return {
        queue,
        exchange,
        dead,
        exchanges: [{ name: exchange, type: "direct" }],
        queues: [
          { name: dead, kind: "durable", bindings: [{ exchange, routingKey: dead }] },
          {
            name: queue,
            kind: "durable",
            bindings: [{ exchange, routingKey: queue }],
            deadLetter: { exchange, routingKey: dead },
            ...settings,
          },
        ],
      };
    },
    async dispose() {
      await Promise.all(opened.map(({ broker }) => broker.close()));
      await Promise.all(opened.map(({ proxy }) => proxy.close()));
      const channel = await admin.createChannel();
      for (const queue of names.queues) await channel.deleteQueue(queue);
      for (const exchange of names.exchanges) await channel.deleteExchange(exchange);
      await admin.close();
    },
  };
}

/** Returns the error with which a call was refused. */
export async function refusalOf(call: Promise<unknown>): Promise<RotaError> {
  const refusal: unknown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (isRotaError(refusal)) return refusal;
  throw new Error(`it was not refused: ${String(refusal)}`);
}

/** Makes a handler that waits until the test lets it continue. */
export function holdMessages() {
  const held: { readonly message: IncomingMessage; readonly letGo: () => void }[] = [];
  const counts = { running: 0, most: 0 };
  const onMessage = async (message: IncomingMessage): Promise<void> => {
    counts.running++;
    counts.most = Math.max(counts.most, counts.running);
    await new Promise<void>((resolve) => held.push({ message, letGo: resolve }));
    message.ack();
    counts.running--;
  };
  return { held, counts, onMessage };
}

const QUICK = { firstMs: 20, factor: 2, maxMs: 200 };
