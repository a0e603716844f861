/** Lends a limited number of connections, opens them on demand and discards broken ones. */
import { RotaError } from "../errors.ts";
import { cancelled, closedError } from "./database-error.ts";
import type { PoolUsage } from "./database.ts";
import type { PostgresConnection } from "./postgres-connection.ts";

type PoolOptions = {
  readonly connect: () => Promise<PostgresConnection>;
  readonly size: number;
  /** Time that a caller waits for a connection while all are in use. */
  readonly waitMs: number;
};

type Waiter = { readonly resume: () => void };

/** Pool in which each caller opens the connection that it needs. A free place goes to the caller that has waited longest. */
export class ConnectionPool {
  readonly #options: PoolOptions;
  readonly #idle: PostgresConnection[] = [];
  readonly #lent = new Set<PostgresConnection>();
  readonly #waiting = new Set<Waiter>();
  #placesTaken = 0;
  #closing: Promise<void> | undefined;
  #isShut = false;
  #whenUnused: (() => void) | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  async borrow(signal?: AbortSignal): Promise<PostgresConnection> {
    if (this.#closing !== undefined) throw closedError();
    if (this.#placesTaken < this.#options.size) this.#placesTaken++;
    else await this.#waitInLine(signal);
    try {
      const connection = this.#takeIdle() ?? (await this.#connect());
      this.#lent.add(connection);
      return connection;
    } catch (error) {
      this.#freePlace();
      throw error;
    }
  }

  giveBack(connection: PostgresConnection): void {
    this.#lent.delete(connection);
    if (!connection.isBroken()) this.#idle.push(connection);
    this.#freePlace();
  }

  usage(): PoolUsage {
    const { size } = this.#options;
    return { size, lent: this.#lent.size, idle: this.#idle.length, waiting: this.#waiting.size };
  }

  /** Waits until every connection is returned, then ends them all; connections that are not returned in time are destroyed. */
  close(): Promise<void> {
    this.#closing ??= this.#closeOnce();
    return this.#closing;
  }

  async #closeOnce(): Promise<void> {
    if (this.#placesTaken > 0) await this.#untilUnused();
    this.#isShut = true;
    for (const connection of this.#lent) connection.destroy();
    await Promise.all(this.#idle.splice(0).map((connection) => connection.end()));
  }

  async #untilUnused(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#whenUnused = resolve;
      timer = setTimeout(resolve, this.#options.waitMs);
    });
    clearTimeout(timer);
  }

  async #connect(): Promise<PostgresConnection> {
    const connection = this.#isShut ? undefined : await this.#options.connect();
    if (connection !== undefined && !this.#isShut) return connection;
    connection?.destroy();
    throw closedError();
  }

  /** Takes the connection that was used last, and discards those that broke while they were idle. */
  #takeIdle(): PostgresConnection | undefined {
    for (let next = this.#idle.pop(); next !== undefined; next = this.#idle.pop()) if (!next.isBroken()) return next;
    return undefined;
  }

  #freePlace(): void {
    for (const waiter of this.#waiting) {
      waiter.resume();
      return;
    }
    this.#placesTaken--;
    if (this.#placesTaken === 0) this.#whenUnused?.();
  }

  #waitInLine(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (outcome: () => void) => {
        clearTimeout(timer);
        this.#waiting.delete(waiter);
        signal?.removeEventListener("abort", onAbort);
        outcome();
      };
      const waiter: Waiter = { resume: () => leave(resolve) };
      const onAbort = () => leave(() => reject(cancelled(signal?.reason)));
      const timer = setTimeout(() => leave(() => reject(this.#busyError())), this.#options.waitMs);
      signal?.addEventListener("abort", onAbort, { once: true });
      if (signal?.aborted === true) onAbort();
      else this.#waiting.add(waiter);
    });
  }

  #busyError(): RotaError {
    const { size, waitMs } = this.#options;
    const message = `all ${String(size)} connections to PostgreSQL were busy for ${String(waitMs)} ms: raise poolSize or make transactions shorter`;
    return new RotaError("DATABASE_UNAVAILABLE", message, { poolSize: size, waitMs });
  }
}
