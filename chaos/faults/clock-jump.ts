/** Moves the clocks of server and workers ahead, then behind, then back to the right time. */
import { systemClock } from "@rota/engine/internal";
import type { Fault } from "../fault.ts";

const HOUR_MS = 3_600_000;

export const clockJump: Fault = {
  name: "clock-jump",
  sentence: "the clocks of server and workers jump up to a day ahead, then as far behind, for 2 s each",
  needs: [],
  async strike({ random, clock }) {
    const offsetMs = random.between(1, 24) * HOUR_MS;
    for (const wrongMs of [offsetMs, -offsetMs]) {
      clock.jump(Math.round(wrongMs));
      await systemClock.wait(2_000);
    }
    clock.jump(0);
    return {};
  },
};
