/** Keeps one session with RabbitMQ open: connects, reconnects, and reports each change to log and listeners. */
import { isRotaError } from "../../errors.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Logger } from "../../runtime/logger.ts";
import { type Backoff, backoffMs } from "../../runtime/loop.ts";
import { RECONNECT_JITTER } from "../broker-limits.ts";
import { messageOf } from "./rabbitmq-errors.ts";
import type { RabbitmqSession } from "./rabbitmq-session.ts";

type LinkOptions = {
  readonly open: () => Promise<RabbitmqSession>;
  /** Prepares a new session before it is reported as connected. */
  readonly prepare: (session: RabbitmqSession) => Promise<void>;
  readonly reconnect: Backoff;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly described: string;
};

export class RabbitmqLink {
  readonly state: LinkState;
  readonly #options: LinkOptions;
  readonly #stopping = new AbortController();
  readonly #waiting = new Set<(session: RabbitmqSession) => void>();
  #session: RabbitmqSession | undefined;
  #running: Promise<void> | undefined;
  #failures = 0;

  constructor(options: LinkOptions) {
    this.#options = options;
    this.state = createLinkState(options);
  }

  /** Resolves when the first attempt has ended, either way. Throws a refusal that another attempt would not fix. */
  async start(): Promise<void> {
    const refusal = await new Promise<unknown>((resolve) => {
      this.#running = this.#run(resolve);
    });
    if (!isRotaError(refusal, "BROKER_REFUSED")) return;
    await this.stop();
    throw refusal;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#session?.close();
    await this.#running;
  }

  /** Prepared session; undefined while the broker is unavailable. */
  get session(): RabbitmqSession | undefined {
    return this.state.isThere ? this.#session : undefined;
  }

  /** Connected session, which may still be in preparation. */
  get newestSession(): RabbitmqSession | undefined {
    return this.#session;
  }

  /** Resolves with a prepared session as soon as there is one, or with undefined when the signal aborts. */
  untilSession(signal: AbortSignal): Promise<RabbitmqSession | undefined> {
    const found = signal.aborted ? undefined : this.session;
    if (signal.aborted || found !== undefined) return Promise.resolve(found);
    return new Promise((resolve) => {
      const give = (found: RabbitmqSession | undefined) => {
        this.#waiting.delete(give);
        signal.removeEventListener("abort", giveUp);
        resolve(found);
      };
      const giveUp = () => give(undefined);
      this.#waiting.add(give);
      signal.addEventListener("abort", giveUp, { once: true });
    });
  }

  async #run(onFirst: (error?: unknown) => void): Promise<void> {
    const { reconnect, clock } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const reason = await this.#holdSession(onFirst);
      await this.#leaveSession(reason);
      this.#failures++;
      const pauseMs = backoffMs(reconnect, this.#failures);
      await clock.wait(pauseMs * (1 - RECONNECT_JITTER * Math.random()), signal);
    }
  }

  /** Opens a session and waits for its end. Returns the reason of the end, or why there was none. */
  async #holdSession(onSettled: (error?: unknown) => void): Promise<unknown> {
    try {
      const session = await this.#options.open();
      this.#session = session;
      session.publishing.on("blocked", (reason) => this.state.block(reason));
      session.publishing.on("unblocked", () => this.state.unblock());
      await this.#options.prepare(session);
      this.#failures = 0;
      this.state.reportConnected();
      for (const give of [...this.#waiting]) give(session);
      onSettled();
      return await session.disconnected;
    } catch (error) {
      onSettled(error);
      return error;
    }
  }

  async #leaveSession(reason: unknown): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    if (this.#stopping.signal.aborted) this.state.leave();
    else this.state.reportDisconnected(reason);
    await session?.close();
  }
}

type LinkState = {
  readonly isThere: boolean;
  /** Whether the broker is available and not blocked. */
  readonly isConnected: boolean;
  /** Resource that the broker ran out of, while it takes no messages. */
  readonly blockedBecause: string | undefined;
  reportConnected(): void;
  reportDisconnected(reason: unknown): void;
  /** Disconnects on purpose. */
  leave(): void;
  block(reason: string): void;
  unblock(): void;
  onChange(listener: (isConnected: boolean) => void): () => void;
};

/**
 * Tracks whether the broker is connected and takes messages. Each change is reported once, to the log and to listeners.
 */
function createLinkState({ logger, described }: { logger: Logger; described: string }): LinkState {
  const listeners = new Set<(isConnected: boolean) => void>();
  let isThere = false;
  let blockedBecause: string | undefined;
  let reportedReason: string | undefined;
  let reportedConnected = false;

  const isConnected = () => isThere && blockedBecause === undefined;
  const reportChange = () => {
    if (reportedConnected === isConnected()) return;
    reportedConnected = isConnected();
    for (const listener of [...listeners]) listener(reportedConnected);
  };
  const leave = () => {
    isThere = false;
    blockedBecause = undefined;
    reportChange();
  };

  return {
    get isThere() {
      return isThere;
    },
    get isConnected() {
      return isConnected();
    },
    get blockedBecause() {
      return blockedBecause;
    },
    reportConnected() {
      const wasDisconnected = reportedReason !== undefined;
      isThere = true;
      reportedReason = undefined;
      logger.info({ broker: described }, wasDisconnected ? "RabbitMQ is back" : "RabbitMQ is there");
      reportChange();
    },
    leave,
    reportDisconnected(reason) {
      // A refusal needs a manual fix, so it is logged even after an absence, which ends by itself.
      const kind = isRotaError(reason) ? reason.code : "BROKER_UNAVAILABLE";
      const fields = { broker: described, error: reason };
      if (reportedReason === kind) logger.debug(fields, "RabbitMQ is still away");
      else logger.warn(fields, `RabbitMQ is away and is tried again until it is back: ${messageOf(reason)}`);
      reportedReason = kind;
      leave();
    },
    block(reason) {
      if (blockedBecause === undefined) {
        const message = `RabbitMQ takes no messages, since it is ${reason || "short of memory or disk"}`;
        logger.warn({ broker: described, reason }, message);
      }
      blockedBecause = reason;
      reportChange();
    },
    unblock() {
      if (blockedBecause === undefined) return;
      blockedBecause = undefined;
      logger.info({ broker: described }, "RabbitMQ takes messages again");
      reportChange();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
