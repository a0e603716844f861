/** Keeps one session with RabbitMQ: connects, connects again when it has gone, and tells who wants to know. */
import { isRotaError } from "../../../errors.ts";
import type { Clock } from "../../../runtime/clock.ts";
import type { Logger } from "../../../runtime/logger.ts";
import { backoffMs, type Backoff } from "../../../runtime/loop.ts";
import { RECONNECT_JITTER } from "../../limits.ts";
import { createLinkState, type LinkState } from "./link-state.ts";
import type { Session } from "./session.ts";

export type LinkOptions = {
  readonly open: () => Promise<Session>;
  /** Makes a new session fit for use, before anybody is told of it. */
  readonly prepare: (session: Session) => Promise<void>;
  readonly reconnect: Backoff;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly described: string;
};

export class Link {
  readonly state: LinkState;
  readonly #options: LinkOptions;
  readonly #stopping = new AbortController();
  readonly #waiting = new Set<(session: Session) => void>();
  #session: Session | undefined;
  #running: Promise<void> | undefined;
  #failures = 0;

  constructor(options: LinkOptions) {
    this.#options = options;
    this.state = createLinkState(options);
  }

  /** Returns when the first attempt has ended, either way. Throws what was refused and would be refused again. */
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

  /** Fit for use; undefined while the broker is away. */
  get session(): Session | undefined {
    return this.state.isThere ? this.#session : undefined;
  }

  /** Connected, and perhaps still being prepared. */
  get newestSession(): Session | undefined {
    return this.#session;
  }

  /** Resolves with a session that is fit for use as soon as there is one, or with undefined when the signal aborts. */
  untilSession(signal: AbortSignal): Promise<Session | undefined> {
    const found = signal.aborted ? undefined : this.session;
    if (signal.aborted || found !== undefined) return Promise.resolve(found);
    return new Promise((resolve) => {
      const give = (found: Session | undefined) => {
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

  /** Returns what ended the session, or why there was none. */
  async #holdSession(onSettled: (error?: unknown) => void): Promise<unknown> {
    try {
      const session = await this.#options.open();
      this.#session = session;
      session.publishing.on("blocked", (reason) => this.state.block(reason));
      session.publishing.on("unblocked", () => this.state.unblock());
      await this.#options.prepare(session);
      this.#failures = 0;
      this.state.tellThere();
      for (const give of [...this.#waiting]) give(session);
      onSettled();
      return await session.gone;
    } catch (error) {
      onSettled(error);
      return error;
    }
  }

  async #leaveSession(reason: unknown): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    if (this.#stopping.signal.aborted) this.state.leave();
    else this.state.tellAway(reason);
    await session?.close();
  }
}
