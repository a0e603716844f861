/** Takes every connection of PostgreSQL and meanwhile ends the connections of Rota. */
import { openPostgres, silentLogger } from "@rota/engine";
import { systemClock } from "@rota/engine/internal";
import type { Fault } from "../fault.ts";
import { endSessions, holdSession } from "./faults.sql.ts";

/** More connections than a server allows. */
const GREED = 150;
const HOLD_SECONDS = 4;
/** Time within which all free connections are taken. */
const TAKE_MS = 1_000;
const LIMITS = { statementTimeoutMs: 30_000, connectTimeoutMs: 5_000, logger: silentLogger };

export const poolExhaustion: Fault = {
  name: "pool-exhaustion",
  sentence: `all connections of PostgreSQL are taken by somebody else for ${String(HOLD_SECONDS)} s, and those of Rota are ended`,
  needs: [],
  async strike({ postgres, database }) {
    const greedy = await openPostgres({ url: postgres.url, schema: "rota", poolSize: GREED, ...LIMITS });
    const take = () =>
      Array.from({ length: GREED }, () => greedy.query(holdSession(HOLD_SECONDS)).catch(() => undefined));
    const held = take();
    await systemClock.wait(TAKE_MS);
    await database.query(endSessions());
    await Promise.all(held);
    await greedy.close();
    return {};
  },
};
