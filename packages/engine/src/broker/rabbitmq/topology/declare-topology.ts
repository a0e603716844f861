/** Declares exchanges, queues and bindings on a connection of RabbitMQ. */
import type { ChannelModel, Options } from "amqplib";
import type { Queue, Topology } from "../../contract/topology.ts";
import { DEFAULT_DELIVERY_LIMIT } from "../../limits.ts";
import { closeChannel, openChannel } from "../connection/channel.ts";
import { declarationRefusal } from "../connection/refusals.ts";

type DeclareOptions = {
  /** What a queue is called in this session. */
  readonly actualName: (queue: Queue) => string;
};

/** Refuses with BROKER_TOPOLOGY_DIFFERS or BROKER_REFUSED; any other error means that the connection has gone. */
export async function declareTopology(
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
  const deliveryLimit = queue.deliveryLimit ?? DEFAULT_DELIVERY_LIMIT;
  return { durable: true, arguments: { "x-queue-type": "quorum", "x-delivery-limit": deliveryLimit, ...limits } };
}

function deadLetterArguments({ deadLetter }: Queue): Record<string, string> {
  if (deadLetter === undefined) return {};
  const target = {
    "x-dead-letter-exchange": deadLetter.exchange,
    "x-dead-letter-routing-key": deadLetter.routingKey,
  };
  if (deadLetter.isConfirmed !== true) return target;
  // The broker asks for the second: a queue that drops messages when full could not keep that promise.
  return { ...target, "x-dead-letter-strategy": "at-least-once", "x-overflow": "reject-publish" };
}
