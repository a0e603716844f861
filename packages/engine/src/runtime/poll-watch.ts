/** Waits for rows to change: all waiters share one statement per poll, and each is polled for with back-off. */
import type { Clock } from "./clock.ts";

export type PollWatch<Name, Found> = {
  /**
   * Resolves with what was found once it is final, or when the time is over. Rejects with the signal's reason or the error of
   * the poll.
   */
  wait(name: Name, options?: PollWait): Promise<Found>;
  /** Passes what this process knows to the waiters: what they resolve with, or that their next poll is due at once. */
  settle(decide: (name: Name) => Decision<Found>): void;
};

type Decision<Found> = { readonly found: Found } | "poll" | undefined;

export type PollWait = {
  /** Default: until what is found is final. */
  readonly waitMs?: number | undefined;
  /** The time until the first poll. Default: at once. */
  readonly firstMs?: number;
  readonly signal?: AbortSignal | undefined;
};

export type PollWatchOptions<Name, Found> = {
  readonly clock: Clock;
  /** Reads what is known of each name, in the same order. */
  readonly poll: (names: readonly Name[]) => Promise<readonly Polled<Found>[]>;
  /** The pause before the next poll for a waiter, as a part of how long it has waited, and its bounds. */
  readonly pause: { readonly factor: number; readonly minMs: number; readonly maxMs: number };
};

export type Polled<Found> = { readonly found: Found; readonly isFinal: boolean };

type Waiter<Name, Found> = {
  readonly name: Name;
  readonly sinceMs: number;
  readonly untilMs: number;
  readonly resolve: (found: Found) => void;
  readonly reject: (error: unknown) => void;
  dueMs: number;
};

const GIVEN_UP = Symbol("given up");
/** Due at once, whatever a poll under way will find. */
const AT_ONCE = 0;
/** Names of one poll; the others have the next. */
const NAMES_MAX = 1_000;
/** Between two polls, however many wait. */
const POLL_MS_MIN = 3;

type Joining = PollWait & {
  /** Aborts when the wait is over, so that nothing is left at the signal of the caller. */
  readonly ended: AbortSignal;
};
type Pause = PollWatchOptions<unknown, unknown>["pause"];

/** Creates a watch, which does nothing while no caller waits. */
export function createPollWatch<Name, Found>(options: PollWatchOptions<Name, Found>): PollWatch<Name, Found> {
  return new SharedPolls(options);
}

class SharedPolls<Name, Found> implements PollWatch<Name, Found> {
  readonly #options: PollWatchOptions<Name, Found>;
  readonly #waiters = new Set<Waiter<Name, Found>>();
  #sleep = new AbortController();
  #isWatching = false;

  constructor(options: PollWatchOptions<Name, Found>) {
    this.#options = options;
  }

  async wait(name: Name, { signal, ...options }: PollWait = {}): Promise<Found> {
    signal?.throwIfAborted();
    const ended = new AbortController();
    const found = await this.#join(name, { ...options, signal, ended: ended.signal }).finally(() => ended.abort());
    if (found !== GIVEN_UP) return found;
    signal?.throwIfAborted();
    throw new Error("a wait was given up without an abort");
  }

  settle(decide: (name: Name) => Decision<Found>): void {
    for (const waiter of [...this.#waiters]) {
      const decision = decide(waiter.name);
      if (decision === undefined) continue;
      if (decision === "poll") waiter.dueMs = AT_ONCE;
      else if (this.#waiters.delete(waiter)) waiter.resolve(decision.found);
      this.#sleep.abort();
    }
  }

  #join(name: Name, { waitMs = Infinity, firstMs = 0, signal, ended }: Joining): Promise<Found | typeof GIVEN_UP> {
    return new Promise((resolve, reject) => {
      const sinceMs = this.#options.clock.monotonicMs();
      const untilMs = sinceMs + waitMs;
      const waiter = { name, sinceMs, untilMs, dueMs: Math.min(sinceMs + firstMs, untilMs), resolve, reject };
      this.#waiters.add(waiter);
      signal?.addEventListener("abort", () => void (this.#waiters.delete(waiter) && resolve(GIVEN_UP)), {
        signal: ended,
      });
      this.#sleep.abort();
      if (this.#isWatching) return;
      this.#isWatching = true;
      void this.#watch();
    });
  }

  async #watch(): Promise<void> {
    const { clock } = this.#options;
    while (this.#waiters.size > 0) {
      this.#sleep = new AbortController();
      const nowMs = clock.monotonicMs();
      const due = [...this.#waiters].filter(({ dueMs }) => dueMs <= nowMs).slice(0, NAMES_MAX);
      if (due.length > 0) {
        await this.#pollFor(due);
        await clock.wait(POLL_MS_MIN);
      } else {
        const soonestMs = [...this.#waiters].reduce((soonest, { dueMs }) => Math.min(soonest, dueMs), Infinity);
        await clock.wait(soonestMs - nowMs, this.#sleep.signal);
      }
    }
    this.#isWatching = false;
  }

  async #pollFor(asked: readonly Waiter<Name, Found>[]): Promise<void> {
    const { clock, poll, pause } = this.#options;
    for (const waiter of asked) waiter.dueMs = Infinity;
    try {
      const answers = await poll(asked.map(({ name }) => name));
      const nowMs = clock.monotonicMs();
      for (const [index, waiter] of asked.entries()) {
        const answer = answers[index];
        if (answer === undefined) throw new Error("a poll answered for fewer names than it was asked for");
        if (!this.#waiters.delete(waiter)) continue; // it was settled meanwhile
        if (answer.isFinal || nowMs >= waiter.untilMs) {
          waiter.resolve(answer.found);
        } else {
          waiter.dueMs = nextPollMs(waiter, nowMs, pause);
          this.#waiters.add(waiter); // behind those that were not asked for
        }
      }
    } catch (error) {
      for (const waiter of asked) if (this.#waiters.delete(waiter)) waiter.reject(error);
    }
  }
}

type Times = Pick<Waiter<unknown, unknown>, "sinceMs" | "untilMs" | "dueMs">;

/** When the next poll for a waiter is due; a poll that was asked for meanwhile is due at once. */
function nextPollMs({ sinceMs, untilMs, dueMs }: Times, nowMs: number, pause: Pause): number {
  if (dueMs === AT_ONCE) return AT_ONCE;
  const pauseMs = Math.min(pause.maxMs, Math.max(pause.minMs, (nowMs - sinceMs) * pause.factor));
  return Math.min(nowMs + pauseMs, untilMs);
}
