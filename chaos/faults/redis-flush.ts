/** Deletes everything in Redis. */
import { systemClock } from "@rota/engine/internal";
import { Redis } from "ioredis";
import type { Fault } from "../fault.ts";

const TIMES = 3;

export const redisFlush: Fault = {
  name: "redis-flush",
  sentence: "everything in Redis is deleted (FLUSHALL), three times within 3 s",
  needs: ["redis"],
  async strike({ random, redis }) {
    const client = new Redis(redis?.url ?? "");
    for (let time = 0; time < TIMES; time++) {
      await client.flushall();
      await systemClock.wait(random.between(100, 1_000));
    }
    client.disconnect();
    return {};
  },
};
