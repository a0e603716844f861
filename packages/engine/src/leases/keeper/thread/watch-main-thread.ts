/** Asks the main thread whether it lives, and ends the process when it does not answer. */
import { isatty } from "node:tty";
import { systemClock } from "../../../runtime/clock.ts";
import { createLogger } from "../../../runtime/logger.ts";

export type MainThreadWatch = {
  /** True when it answered within the grace. */
  isAlive(graceMs: number): Promise<boolean>;
  /** It said something. */
  answered(): void;
};

export function watchMainThread(ask: () => void): MainThreadWatch {
  const waiting = new Set<AbortController>();
  return {
    async isAlive(graceMs) {
      const answer = new AbortController();
      waiting.add(answer);
      ask();
      await systemClock.wait(graceMs, answer.signal);
      waiting.delete(answer);
      return answer.signal.aborted;
    },
    answered() {
      for (const answer of waiting) answer.abort();
    },
  };
}

const STANDARD_ERROR = 2;

/**
 * Says why on standard error, without the main thread, and ends the process with SIGKILL: everything gentler, such as
 * process.exit(), ends only the thread or waits for the main thread.
 */
export function endProcess(fields: Record<string, unknown>): void {
  const logger = createLogger({ level: "error", json: !isatty(STANDARD_ERROR) });
  logger.error(fields, "the main thread is blocked and a lease is past its time: the process ends itself");
  process.kill(process.pid, "SIGKILL");
}
