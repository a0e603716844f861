/** Kills a machine with workers and starts it again later; the other one continues. */
import { systemClock } from "@rota/engine/internal";
import type { Fault } from "../fault.ts";

export const workerKill: Fault = {
  name: "worker-kill",
  sentence: "kill -9 of one of two `rota work` with its processes; it is started again after some time",
  needs: [],
  async strike({ random, workers }) {
    const victim = random.pick(workers);
    await victim.kill();
    return {
      async repair() {
        await systemClock.wait(random.between(500, 2_000));
        await victim.start();
      },
    };
  },
};
