/** PostgreSQL ends without a goodbye, is away for some time, and recovers at its start. */
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
