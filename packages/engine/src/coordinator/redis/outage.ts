/** Remembers whether Redis can be used, and tells the log once when it goes and once when it returns. */
import type { Clock } from "../../runtime/clock.ts";
import type { Logger } from "../../runtime/logger.ts";

export type Outage = { readonly since: Date; readonly reason: string };

export type OutageWatch = {
  begin(reason: string): void;
  end(): void;
  current(): Outage | undefined;
  /** Whether something that may be left out is worth a try: during an outage, once in a while. */
  isWorthATry(): boolean;
};

/** How often a Redis that refuses writes is tried by what may be left out. */
const TRY_AGAIN_MS = 1_000;

export function createOutageWatch({ logger, clock, where }: { logger: Logger; clock: Clock; where: string }) {
  let outage: Outage | undefined;
  let triedMs = 0;
  const watch: OutageWatch = {
    begin(reason) {
      triedMs = clock.monotonicMs();
      if (outage !== undefined) return;
      outage = { since: clock.now(), reason };
      logger.warn(
        { redis: where, reason },
        "Redis cannot be used: locks and once go on in the database, secrets are refused until it returns",
      );
    },
    end() {
      if (outage === undefined) return;
      const awayMs = clock.now().getTime() - outage.since.getTime();
      outage = undefined;
      logger.info({ redis: where, awayMs }, "Redis can be used again");
    },
    current: () => outage,
    isWorthATry: () => outage === undefined || clock.monotonicMs() - triedMs >= TRY_AGAIN_MS,
  };
  return watch;
}
