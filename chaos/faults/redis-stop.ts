/** Kills Redis with all its data, leaves it unavailable for some time, and restarts it empty. */
import { systemClock } from "@rota/engine/internal";
import type { Fault } from "../fault.ts";

export const redisStop: Fault = {
  name: "redis-stop",
  sentence: "kill -9 of Redis, which is away for up to 3 s and comes back empty",
  needs: ["redis"],
  async strike({ random, redis }) {
    if (redis === undefined) throw new Error("there is no Redis");
    await redis.kill();
    await systemClock.wait(random.between(500, 3_000));
    await redis.start();
    return {};
  },
};
