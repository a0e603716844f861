/** Asks RabbitMQ how many messages and consumers a queue has, one question at a time. */
import type { Channel } from "amqplib";
import type { Clock } from "../../../runtime/clock.ts";
import type { QueueLook } from "../../broker.ts";
import { openChannel } from "../connection/channel.ts";
import type { Link } from "../connection/link.ts";
import { NOT_FOUND, replyCode } from "../connection/refusals.ts";
import type { Session } from "../connection/session.ts";
import type { Topologies } from "./topologies.ts";

type LookerOptions = {
  readonly link: Link;
  readonly topologies: Topologies;
  readonly lookTimeoutMs: number;
  readonly clock: Clock;
};

export type LookAtQueue = (queue: string) => Promise<QueueLook | undefined>;

/** A wrong name ends the channel, so each question waits for the one before: it cannot take others down with it. */
export function createLookAtQueue({ link, topologies, lookTimeoutMs, clock }: LookerOptions): LookAtQueue {
  let open: { readonly session: Session; readonly channel: Channel } | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const channelOf = async (session: Session): Promise<Channel> => {
    if (open?.session === session) return open.channel;
    const channel = await openChannel(session.consuming);
    open = { session, channel };
    return channel;
  };

  const ask = async (queue: string): Promise<QueueLook | undefined> => {
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
    const looked = await Promise.race([answer, clock.wait(lookTimeoutMs, answered.signal).then(() => undefined)]);
    answered.abort();
    return looked;
  };
}
