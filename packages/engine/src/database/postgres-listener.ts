/** Receives notifications on its own connection and reconnects when that connection is lost. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../runtime/logger.ts";
import { closedError } from "./database-error.ts";
import { HEARTBEAT, listenTo, unlistenFrom } from "./database.sql.ts";
import type { Listener } from "./database.ts";
import { Subscriptions } from "./driver-session.ts";
import type { PostgresConnection } from "./postgres-connection.ts";

type ListenerOptions = { readonly connect: () => Promise<PostgresConnection>; readonly logger: Logger };

const RECONNECT_FIRST_MS = 100;
const RECONNECT_MAX_MS = 5_000;
/** Interval of checks. A silent loss of the connection is detected after this and the statement time limit. */
const HEARTBEAT_MS = 30_000;

export class PostgresListener {
  readonly #options: ListenerOptions;
  readonly #subscriptions = new Subscriptions();
  readonly #closing = new AbortController();
  #connection: Promise<PostgresConnection> | undefined;
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  /** Subscribes to a channel; resolves when the server has confirmed. The returned function ends the subscription. */
  async listen(channel: string, listener: Listener): Promise<() => Promise<void>> {
    if (this.#closing.signal.aborted) throw closedError();
    const connection = await this.#connect();
    await connection.run({ text: listenTo(channel) });
    const remove = this.#subscriptions.add(channel, listener);
    return async () => {
      if (remove() === "last of its channel") await this.#unlisten(channel);
    };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#heartbeat);
    const connection = await this.#connection?.catch(() => undefined);
    await connection?.end();
  }

  async #unlisten(channel: string): Promise<void> {
    const connection = await this.#connection?.catch(() => undefined);
    await connection?.run({ text: unlistenFrom(channel) }).catch(() => undefined); // a lost connection receives nothing
  }

  #connect(): Promise<PostgresConnection> {
    if (this.#connection !== undefined) return this.#connection;
    const attempt = this.#open();
    this.#connection = attempt;
    attempt.catch(() => {
      if (this.#connection === attempt) this.#connection = undefined;
    });
    return attempt;
  }

  async #open(): Promise<PostgresConnection> {
    const connection = await this.#options.connect();
    connection.onNotification((channel, payload) => this.#subscriptions.notify(channel, payload));
    for (const channel of this.#subscriptions.channels()) await connection.run({ text: listenTo(channel) });
    connection.onEnd(() => void this.#reconnect());
    this.#startHeartbeat(connection);
    return connection;
  }

  #startHeartbeat(connection: PostgresConnection): void {
    clearInterval(this.#heartbeat);
    this.#heartbeat = setInterval(() => {
      connection.run({ text: HEARTBEAT }).catch(() => connection.destroy());
    }, HEARTBEAT_MS);
  }

  async #reconnect(): Promise<void> {
    this.#connection = undefined;
    clearInterval(this.#heartbeat);
    if (this.#closing.signal.aborted) return;
    this.#options.logger.warn("the connection that hears notifications was lost; connecting again");
    for (let waitMs = RECONNECT_FIRST_MS; !(await this.#isBack()); waitMs = Math.min(waitMs * 2, RECONNECT_MAX_MS))
      await sleep(waitMs * (0.5 + Math.random() / 2), undefined, { signal: this.#closing.signal }).catch(
        () => undefined,
      );
    if (this.#closing.signal.aborted) return;
    this.#options.logger.info("notifications are heard again");
    this.#subscriptions.reportGap();
  }

  /** Reconnects; returns whether it succeeded or is no longer needed. */
  async #isBack(): Promise<boolean> {
    if (this.#closing.signal.aborted) return true;
    return this.#connect().then(
      () => true,
      () => false,
    );
  }
}
