/** Upgrades an installation of older code while work arrives: first the schema, then one process after another. */
import { systemClock } from "@rota/engine/internal";
import type { Fault } from "../fault.ts";
import { obstacleToOlderCode } from "../stage/older-code.ts";

export const rollingUpgrade: Fault = {
  name: "rolling-upgrade",
  sentence:
    "server and workers of older code are replaced by the current one after the other (SIGTERM), after `rota migrate`",
  needs: ["older code"],
  obstacle: obstacleToOlderCode,
  async strike({ random, code, postgres, server, workers: [first, ...others] }) {
    const applied = await code.migrate(postgres.url);
    if (applied.length === 0) throw new Error("the older code has the schema of the current one");
    code.upgrade();
    for (const each of [first, server, ...others]) {
      await systemClock.wait(random.between(300, 1_500));
      await each?.stop();
      await each?.start();
    }
    return {};
  },
};
