/** Opens a migrated PGlite in memory whose clock stands still until it is moved. */
import type { Database } from "../../database/database.ts";
import { migrate } from "../../database/migrate.ts";
import { openPglite, startPglite } from "../../database/pglite-database.ts";
import type { StartedPglite } from "../../database/pglite/started-pglite.ts";
import { systemClock, type Clock } from "../../runtime/clock.ts";
import { silentLogger, type Logger } from "../../runtime/logger.ts";
import { pgliteSnapshot } from "./pglite-snapshot.ts";
import { replaceClock, setTime } from "./held-time.sql.ts";

export type HeldDatabase = {
  readonly database: Database;
  /** The time of the database. Waits are real: whatever a handler waits for takes its time. */
  readonly clock: Clock;
  /** Moves the time of the database on. */
  readonly advance: (ms: number) => Promise<void>;
};

export type HeldOptions = {
  readonly now: Date;
  readonly logger: Logger;
  /** Default: one that is started for it, and ended with it. */
  readonly start?: () => Promise<StartedPglite>;
};

export async function openHeldDatabase({ now, logger, start = startOne }: HeldOptions): Promise<HeldDatabase> {
  const database = await openPglite({ schema: "rota", logger, started: await start() });
  let nowMs = now.getTime();
  await database.query(replaceClock());
  await database.query(setTime(now));
  await migrate(database);
  return {
    database,
    clock: { ...systemClock, now: () => new Date(nowMs) },
    async advance(ms) {
      nowMs += ms;
      await database.query(setTime(new Date(nowMs)));
    },
  };
}

async function startOne(): Promise<StartedPglite> {
  return startPglite({ logger: silentLogger, startFrom: await pgliteSnapshot() });
}
