/** Channels that consumers of one queue share: one for all of them costs the broker and us far less than one for each. */
import type { Channel } from "amqplib";
import { closeChannel, openChannel } from "../connection/channel.ts";
import type { Session } from "../connection/session.ts";

export type SharedChannel = {
  readonly channel: Channel;
  /** Whoever comes next gets another one, and whoever is here should join that one. */
  readonly isRetired: boolean;
  retire(): void;
  /** The last one closes it. Once each. */
  leave(): Promise<void>;
};

/** Joins the channel of a session that is open, or opens one. */
export type JoinChannel = (session: Session) => Promise<SharedChannel>;

type Opened = { readonly session: Session; readonly channel: Promise<Channel>; users: number };

/** `prefetch` holds for each consumer by itself. */
export function createSharedChannels(prefetch: number): JoinChannel {
  let current: Opened | undefined;

  const open = (session: Session): Opened => {
    const opened: Opened = { session, channel: openFor(session, prefetch), users: 0 };
    const forget = () => retire(opened);
    opened.channel.then((channel) => channel.once("close", forget), forget);
    return opened;
  };
  const retire = (opened: Opened): void => {
    if (current === opened) current = undefined;
  };

  return async (session) => {
    if (current?.session !== session) current = open(session);
    const opened = current;
    opened.users++;
    const channel = await opened.channel;
    return {
      channel,
      get isRetired() {
        return current !== opened;
      },
      retire: () => retire(opened),
      async leave() {
        opened.users--;
        if (opened.users > 0) return;
        retire(opened);
        await closeChannel(channel);
      },
    };
  };
}

async function openFor(session: Session, prefetch: number): Promise<Channel> {
  const channel = await openChannel(session.consuming);
  channel.setMaxListeners(0); // each consumer hears of its end
  await channel.prefetch(prefetch);
  return channel;
}
