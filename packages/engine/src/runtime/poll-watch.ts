/** Waits for rows to change: all waiters share one statement per poll, and each is polled for with back-off. */
import type { Clock } from "./clock.ts";

export type PollWatch<Name, Found> = {
  /** What was found when it was final, or when the time was over. Rejects with the signal's reason or what the poll threw. */
  wait(name: Name, options?: PollWait): Promise<Found>;
  /** Tells waiters what this process knows: what to return to them, or that a poll is worth it now. */
  settle(decide: (name: Name) => { readonly found: Found } | "poll" | undefined): void;
};

export type PollWait = {
  /** Default: until what is found is final. */
  readonly waitMs?: number | undefined;
  /** The time until the first poll. Default: at once. */
  readonly firstMs?: number;
  readonly signal?: AbortSignal | undefined;
};

export type PollWatchOptions<Name, Found> = {
  readonly clock: Clock;
  /** What is known of each name, in their order. */
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

/** Does nothing while no caller waits. */
export function createPollWatch<Name, Found>(options: PollWatchOptions<Name, Found>): PollWatch<Name, Found> {
  const { clock, poll, pause } = options;
  const waiters = new Set<Waiter<Name, Found>>();
  let sleep = new AbortController();
  let isWatching = false;

  const watch = async (): Promise<void> => {
    while (waiters.size > 0) {
      sleep = new AbortController();
      const nowMs = clock.monotonicMs();
      const due = [...waiters].filter(({ dueMs }) => dueMs <= nowMs).slice(0, NAMES_MAX);
      if (due.length > 0) {
        await pollFor(due);
        await clock.wait(POLL_MS_MIN);
      } else {
        const soonestMs = [...waiters].reduce((soonest, { dueMs }) => Math.min(soonest, dueMs), Infinity);
        await clock.wait(soonestMs - nowMs, sleep.signal);
      }
    }
    isWatching = false;
  };

  const pollFor = async (asked: readonly Waiter<Name, Found>[]): Promise<void> => {
    for (const waiter of asked) waiter.dueMs = Infinity;
    try {
      const answers = await poll(asked.map(({ name }) => name));
      const nowMs = clock.monotonicMs();
      for (const [index, waiter] of asked.entries()) {
        const answer = answers[index];
        if (answer === undefined) throw new Error("a poll answered for fewer names than it was asked for");
        if (!waiters.delete(waiter)) continue; // it was settled meanwhile
        if (answer.isFinal || nowMs >= waiter.untilMs) {
          waiter.resolve(answer.found);
        } else {
          waiter.dueMs = nextPollMs(waiter, nowMs, pause);
          waiters.add(waiter); // behind those that were not asked for
        }
      }
    } catch (error) {
      for (const waiter of asked) if (waiters.delete(waiter)) waiter.reject(error);
    }
  };

  const join = (
    name: Name,
    { waitMs = Infinity, firstMs = 0, signal, ended }: Joining,
  ): Promise<Found | typeof GIVEN_UP> =>
    new Promise((resolve, reject) => {
      const sinceMs = clock.monotonicMs();
      const untilMs = sinceMs + waitMs;
      const waiter = { name, sinceMs, untilMs, dueMs: Math.min(sinceMs + firstMs, untilMs), resolve, reject };
      waiters.add(waiter);
      signal?.addEventListener("abort", () => void (waiters.delete(waiter) && resolve(GIVEN_UP)), { signal: ended });
      sleep.abort();
      if (isWatching) return;
      isWatching = true;
      void watch();
    });

  return {
    async wait(name, { signal, ...options } = {}) {
      signal?.throwIfAborted();
      const ended = new AbortController();
      const found = await join(name, { ...options, signal, ended: ended.signal }).finally(() => ended.abort());
      if (found !== GIVEN_UP) return found;
      signal?.throwIfAborted();
      throw new Error("a wait was given up without an abort");
    },
    settle(decide) {
      for (const waiter of [...waiters]) {
        const decision = decide(waiter.name);
        if (decision === undefined) continue;
        if (decision === "poll") waiter.dueMs = AT_ONCE;
        else if (waiters.delete(waiter)) waiter.resolve(decision.found);
        sleep.abort();
      }
    },
  };
}

type Times = Pick<Waiter<unknown, unknown>, "sinceMs" | "untilMs" | "dueMs">;

/** When the next poll for a waiter is due; a poll that was asked for meanwhile is due at once. */
function nextPollMs({ sinceMs, untilMs, dueMs }: Times, nowMs: number, pause: Pause): number {
  if (dueMs === AT_ONCE) return AT_ONCE;
  const pauseMs = Math.min(pause.maxMs, Math.max(pause.minMs, (nowMs - sinceMs) * pause.factor));
  return Math.min(nowMs + pauseMs, untilMs);
}
