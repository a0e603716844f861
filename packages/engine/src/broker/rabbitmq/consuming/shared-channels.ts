/** Channels that consumers of one queue share: one for all of them costs the broker and us far less than one for each. */
import type { Channel } from "amqplib";
import { closeChannel, openChannel } from "../connection/channel.ts";
import type { Session } from "../connection/session.ts";

/** A place on a channel. */
export type SharedChannel = {
  readonly channel: Channel;
  /** It was closed for all, so that they subscribe anew on another one. */
  readonly isRenewed: boolean;
  /** It handles something from now on, or no more. */
  setBusy(isBusy: boolean): void;
  /**
   * Has the channel closed as soon as nobody on it handles anything: the broker may have forgotten its consumers, and keeps
   * messages for them until then. Nobody else joins it.
   */
  renew(): void;
  /** The last one closes it. Once each. */
  leave(): Promise<void>;
};

/** Joins the channel of a session that is open, or opens one. */
export type JoinChannel = (session: Session) => Promise<SharedChannel>;

/** `prefetch` holds for each consumer by itself. */
export function createSharedChannels(prefetch: number): JoinChannel {
  let current: Opened | undefined;

  return async (session) => {
    if (current?.session !== session || !current.isJoinable) current = new Opened(session, prefetch);
    return current.join();
  };
}

class Opened {
  readonly session: Session;
  readonly #channel: Promise<Channel>;
  #users = 0;
  #busy = 0;
  #state: "open" | "renewing" | "renewed" | "closed" = "open";

  constructor(session: Session, prefetch: number) {
    this.session = session;
    this.#channel = openFor(session, prefetch);
    const onClose = (): void => {
      if (this.#state !== "renewed") this.#state = "closed";
    };
    this.#channel.then((channel) => channel.once("close", onClose), onClose);
  }

  get isJoinable(): boolean {
    return this.#state === "open";
  }

  async join(): Promise<SharedChannel> {
    this.#users++;
    const channel = await this.#channel;
    const isRenewed = (): boolean => this.#state === "renewed";
    return {
      channel,
      get isRenewed() {
        return isRenewed();
      },
      setBusy: (isBusy) => this.#setBusy(channel, isBusy),
      renew: () => {
        if (this.#state === "open") this.#state = "renewing";
        this.#renewIfIdle(channel);
      },
      leave: () => this.#leave(channel),
    };
  }

  #setBusy(channel: Channel, isBusy: boolean): void {
    this.#busy += isBusy ? 1 : -1;
    this.#renewIfIdle(channel);
  }

  #renewIfIdle(channel: Channel): void {
    if (this.#state !== "renewing" || this.#busy > 0) return;
    this.#state = "renewed";
    void closeChannel(channel);
  }

  async #leave(channel: Channel): Promise<void> {
    this.#users--;
    if (this.#users > 0 || this.#state === "renewed") return;
    this.#state = "closed";
    await closeChannel(channel);
  }
}

async function openFor(session: Session, prefetch: number): Promise<Channel> {
  const channel = await openChannel(session.consuming);
  channel.setMaxListeners(0); // each consumer hears of its end
  await channel.prefetch(prefetch);
  return channel;
}
