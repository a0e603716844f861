/** Publishes messages to RabbitMQ and settles each one as confirmed, unroutable, invalid or timed out. */
import { randomUUID } from "node:crypto";
import type { ConfirmChannel, Options } from "amqplib";
import { RotaError } from "../../errors.ts";
import type { Clock } from "../../runtime/clock.ts";
import { createDeadlines } from "../../runtime/deadlines.ts";
import { AMQP_NAME_BYTES_MAX, MESSAGE_BYTES_MAX, UNCONFIRMED_MAX } from "../broker-limits.ts";
import type { OutgoingMessage } from "../broker.ts";
import { messageOf, NOT_FOUND, replyCode, unavailable } from "./rabbitmq-errors.ts";
import type { RabbitmqLink } from "./rabbitmq-link.ts";
import type { RabbitmqSession } from "./rabbitmq-session.ts";
import type { Topologies } from "./topologies.ts";

type Publisher = {
  publish(message: OutgoingMessage): Promise<void>;
  /** Resolves when no message waits for its confirmation any more; none may be sent after that. */
  close(): Promise<void>;
};

type PublisherOptions = {
  readonly link: RabbitmqLink;
  readonly topologies: Topologies;
  readonly confirmTimeoutMs: number;
  readonly clock: Clock;
};

/** Message that was sent and not confirmed yet. */
type Sent = {
  readonly message: OutgoingMessage;
  readonly messageId: string;
  isUnroutable: boolean;
  isExchangeMissing: boolean;
};
type OpenChannel = { readonly session: RabbitmqSession; readonly channel: Promise<ConfirmChannel> };

export function createPublisher({ link, topologies, confirmTimeoutMs, clock }: PublisherOptions): Publisher {
  const unconfirmed = new Map<Sent, Promise<void>>();
  const confirmations = createDeadlines(clock, confirmTimeoutMs);
  let open: OpenChannel | undefined;

  const openChannel = async (session: RabbitmqSession): Promise<ConfirmChannel> => {
    const channel = await openConfirmChannel(session, unconfirmed);
    channel.on("close", () => {
      if (open?.session === session) open = undefined;
    });
    return channel;
  };

  const currentChannel = async (): Promise<ConfirmChannel> => {
    const { session } = link;
    if (session === undefined) throw unavailable("RabbitMQ is away; the message was not sent");
    if (open?.session !== session) open = { session, channel: openChannel(session) };
    return open.channel.catch((error: unknown) => {
      open = undefined;
      throw unavailable(`RabbitMQ opened no channel, and the message was not sent: ${messageOf(error)}`, error);
    });
  };

  /** Sends a message. Throws the refusal of the broker or of the time limit. */
  const confirm = (sent: Sent): Promise<void> =>
    new Promise((resolve, reject) => {
      const met = confirmations.add(() => reject(notConfirmed(link, confirmTimeoutMs)));
      currentChannel()
        .then((channel) => send(channel, sent))
        .then((refusal) => (refusal === undefined ? resolve() : reject(refusal)), reject)
        .finally(met);
    });

  /** Declares queues again. An unroutable message may mean that a queue was deleted: it exists again when the caller retries. */
  const restoreQueues = async ({ message: { exchange } }: Sent): Promise<void> => {
    const { session } = link;
    if (session === undefined || !topologies.knowsExchange(exchange)) return;
    await topologies.restore(session).catch(() => undefined); // the caller gets the error of its message
  };

  const publish = async (sent: Sent): Promise<void> => {
    await confirm(sent).catch((error: unknown) => {
      if (!sent.isUnroutable) throw error; // else that is the reason
    });
    if (!sent.isUnroutable) return;
    await restoreQueues(sent);
    throw unroutable(sent);
  };

  return {
    publish(message) {
      checkMessage(message);
      if (unconfirmed.size >= UNCONFIRMED_MAX) throw tooMany();
      const sent: Sent = {
        message,
        messageId: message.messageId ?? randomUUID(),
        isUnroutable: false,
        isExchangeMissing: false,
      };
      const done = publish(sent).finally(() => unconfirmed.delete(sent));
      unconfirmed.set(sent, done);
      return done;
    },
    async close() {
      await Promise.allSettled(unconfirmed.values());
      confirmations.stop();
    },
  };
}

/** Opens a channel that marks messages which are returned before they are confirmed. */
async function openConfirmChannel(
  session: RabbitmqSession,
  unconfirmed: ReadonlyMap<Sent, unknown>,
): Promise<ConfirmChannel> {
  const channel = await session.publishing.createConfirmChannel();
  channel.on("return", ({ properties }) => {
    for (const sent of unconfirmed.keys()) sent.isUnroutable ||= sent.messageId === properties.messageId;
  });
  channel.on("error", (error) => markMissingExchange(error, unconfirmed.keys()));
  return channel;
}

/** Sends a message; resolves with nothing when confirmed, else with the reason. */
function send(channel: ConfirmChannel, { message, messageId }: Sent): Promise<RotaError | undefined> {
  return new Promise((resolve) => {
    const onAnswer = (error: unknown) =>
      resolve(
        error === null ? undefined : unavailable(`RabbitMQ did not confirm a message: ${messageOf(error)}`, error),
      );
    try {
      const body = Buffer.from(message.body.buffer, message.body.byteOffset, message.body.byteLength);
      channel.publish(message.exchange, message.routingKey, body, sendOptions(message, messageId), onAnswer);
    } catch (error) {
      resolve(notSent(error, message));
    }
  });
}

function sendOptions(message: OutgoingMessage, messageId: string): Options.Publish {
  return {
    messageId,
    mandatory: message.isMandatory ?? true,
    persistent: message.isPersistent ?? true,
    contentType: message.contentType ?? "application/json",
    headers: message.headers ?? {},
  };
}

/** Checks the exchange first: a message to a missing exchange ends the channel, and with it the confirmations of all others. */
function markMissingExchange(error: unknown, sent: Iterable<Sent>): void {
  if (replyCode(error) !== NOT_FOUND) return;
  const [, missing] = /no exchange '([^']*)'/.exec(messageOf(error)) ?? [];
  for (const one of sent) {
    if (one.message.exchange === missing) one.isUnroutable = one.isExchangeMissing = true;
  }
}

function notSent(error: unknown, { routingKey }: OutgoingMessage): RotaError {
  const text = messageOf(error);
  if (error instanceof Error && error.name === "IllegalOperationError") return unavailable(`not sent: ${text}`, error);
  const message = `the message for "${routingKey}" cannot be sent: ${text}; headers hold text, numbers and truth values`;
  return new RotaError("BROKER_MESSAGE_INVALID", message, {}, { cause: error });
}

function notConfirmed({ state: { blockedBecause } }: RabbitmqLink, timeoutMs: number): RotaError {
  const reason = blockedBecause === undefined ? "" : `, since it takes no messages: ${blockedBecause}`;
  return unavailable(`RabbitMQ did not confirm a message within ${String(timeoutMs)} ms${reason}`);
}

function unroutable({ message: { exchange, routingKey }, isExchangeMissing }: Sent): RotaError {
  const message = isExchangeMissing
    ? `there is no exchange "${exchange}" for the message with the routing key "${routingKey}": declare it`
    : `no queue takes messages with the routing key "${routingKey}" on exchange "${exchange}": declare the queue and its binding`;
  return new RotaError("BROKER_UNROUTABLE", message, { exchange, routingKey, isExchangeMissing });
}

function tooMany(): RotaError {
  return unavailable(
    `${String(UNCONFIRMED_MAX)} messages wait for RabbitMQ to confirm them already: send fewer at once`,
  );
}

/**
 * Refuses, before anything is sent, a message that would cost the channel and with it the confirmations of other
 * messages. Pure.
 */
function checkMessage({ exchange, routingKey, messageId = "", body }: OutgoingMessage): void {
  for (const [field, text] of Object.entries({ exchange, routingKey, messageId })) {
    const bytes = Buffer.byteLength(text);
    if (bytes <= AMQP_NAME_BYTES_MAX) continue;
    const message = `${field} of a message has ${String(bytes)} bytes, at most ${String(AMQP_NAME_BYTES_MAX)} can be sent`;
    throw new RotaError("BROKER_MESSAGE_INVALID", message, { field, bytes, bytesMax: AMQP_NAME_BYTES_MAX });
  }
  if (body.byteLength <= MESSAGE_BYTES_MAX) return;
  const message = `the message for "${routingKey}" has ${String(body.byteLength)} bytes, at most ${String(MESSAGE_BYTES_MAX)} are sent: send ids and leave the rest to the database`;
  throw new RotaError("BROKER_MESSAGE_INVALID", message, { bytes: body.byteLength, bytesMax: MESSAGE_BYTES_MAX });
}
