/** Crashes PostgreSQL, leaves it unavailable for some time, and restarts it with a recovery. */
import { systemClock } from "@rota/engine/internal";
import type { Fault } from "../fault.ts";

export const postgresRestart: Fault = {
  name: "postgres-restart",
  sentence: "PostgreSQL is stopped at once (SIGQUIT), is away for up to 3 s and recovers",
  needs: [],
  async strike({ random, postgres }) {
    await postgres.kill("SIGQUIT");
    await systemClock.wait(random.between(200, 3_000));
    await postgres.start();
    return {};
  },
};
