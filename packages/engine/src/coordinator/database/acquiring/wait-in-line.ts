/** Looks again and again until it is somebody's turn: at each notification, and every second in case one was lost. */
import type { Database } from "../../../database/database.ts";
import type { Clock } from "../../../runtime/clock.ts";
import type { Logger } from "../../../runtime/logger.ts";
import { LINE_LOOK_MS } from "../../limits.ts";

export type WaitOptions<Answer> = {
  readonly key: string;
  readonly waitMs: number;
  /** Ends the waiting early. */
  readonly signal: AbortSignal;
  /** One look, which keeps the place in line, or leaves it when it is the last. */
  readonly look: (options: { isLast: boolean }) => Promise<Answer>;
  /** Whether this is what was waited for. */
  readonly isOver: (answer: Answer) => boolean;
};

export type WaitTools = { readonly database: Database; readonly clock: Clock; readonly logger: Logger };

/** The channel on which the database says that a lock was given to the next in line; the payload is the lock's key. */
const CHANNEL = "locks";

/** @returns what the last look said. */
export async function waitInLine<Answer>(tools: WaitTools, options: WaitOptions<Answer>): Promise<Answer> {
  const { clock } = tools;
  const { key, waitMs, signal, look, isOver } = options;
  const endMs = clock.monotonicMs() + waitMs;
  let pause = new AbortController();
  const stopListening = await listen(tools, (heard) => {
    if (heard === undefined || heard === key) pause.abort();
  });
  try {
    for (;;) {
      pause = new AbortController(); // before the look, so that what is heard during it is not missed
      const leftMs = endMs - clock.monotonicMs();
      const isLast = leftMs <= 0 || signal.aborted;
      const answer = await look({ isLast });
      if (isLast || isOver(answer)) return answer;
      await clock.wait(Math.min(leftMs, LINE_LOOK_MS), AbortSignal.any([pause.signal, signal]));
    }
  } finally {
    await stopListening();
  }
}

/** Some connection poolers cannot listen: looking every second is enough then. Hears undefined after a gap. */
async function listen({ database, logger }: WaitTools, hear: (key: string | undefined) => void) {
  const listener = { onNotification: hear, onGap: () => hear(undefined) };
  try {
    return await database.listen(CHANNEL, listener);
  } catch (error) {
    logger.warn({ error, lookMs: LINE_LOOK_MS }, "notifications of locks cannot be heard; looking again and again");
    return async () => undefined;
  }
}
