/** Prepares exchanges and queues in RabbitMQ as another program would, with exactly the given arguments. */
import { connect } from "amqplib";

/** Exchanges, and queues with their bindings. All are durable. */
export type PreparedTopology = {
  readonly exchanges: readonly { readonly name: string; readonly type: "direct" | "topic" | "fanout" }[];
  readonly queues: readonly {
    readonly name: string;
    readonly arguments?: Readonly<Record<string, string | number>>;
    readonly bindings: readonly { readonly exchange: string; readonly routingKey: string }[];
  }[];
};

export type PreparedBroker = {
  /** Publishes persistent messages; resolves when the broker has confirmed all. */
  publish(exchange: string, routingKey: string, bodies: readonly Buffer[]): Promise<void>;
  /** Returns the messages of a queue without removing any. */
  peek(queue: string): Promise<string[]>;
  /** Disconnects; deletes what was prepared unless `isKept`. */
  dispose(options?: { readonly isKept?: boolean }): Promise<void>;
};

export async function prepareBroker(url: string, { exchanges, queues }: PreparedTopology): Promise<PreparedBroker> {
  const connection = await connect(url);
  const channel = await connection.createConfirmChannel();
  channel.on("error", () => undefined); // the call that fails reports it
  for (const { name, type } of exchanges) await channel.assertExchange(name, type, { durable: true });
  for (const { name, arguments: args = {}, bindings } of queues) {
    await channel.assertQueue(name, { durable: true, arguments: args });
    for (const { exchange, routingKey } of bindings) await channel.bindQueue(name, exchange, routingKey);
  }
  return {
    async publish(exchange, routingKey, bodies) {
      for (const body of bodies) channel.publish(exchange, routingKey, body, { persistent: true });
      await channel.waitForConfirms();
    },
    async peek(queue) {
      const bodies: string[] = [];
      const reader = await connection.createChannel();
      for (let message = await reader.get(queue); message !== false; message = await reader.get(queue))
        bodies.push(message.content.toString());
      await reader.close(); // returns them to the queue
      return bodies;
    },
    async dispose({ isKept = false } = {}) {
      for (const { name } of isKept ? [] : queues) await channel.deleteQueue(name);
      for (const { name } of isKept ? [] : exchanges) await channel.deleteExchange(name);
      await connection.close();
    },
  };
}
