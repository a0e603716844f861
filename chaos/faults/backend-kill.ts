/** Ends all sessions of PostgreSQL again and again. */
import { systemClock } from "@rota/engine/internal";
import type { Fault } from "../fault.ts";
import { endSessions } from "./faults.sql.ts";

const TIMES = 3;

export const backendKill: Fault = {
  name: "backend-kill",
  sentence: "all sessions of PostgreSQL are ended (pg_terminate_backend), three times within 3 s",
  needs: [],
  async strike({ random, database }) {
    for (let time = 0; time < TIMES; time++) {
      await systemClock.wait(random.between(100, 1_000));
      await database.query(endSessions());
    }
    return {};
  },
};
