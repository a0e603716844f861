/** Plays histories until one breaks a promise, and tells that one as short as it still does. */
import type { SimulatedDatabase } from "./crash-histories-database.ts";
import { playHistory, type Fault } from "./crash-histories-play.ts";

export type FaultSearch = { readonly histories: number; readonly firstSeed?: number };

/** No history has more events before the calm. */
const EVENTS_MAX = 120;

export async function findFault(
  on: SimulatedDatabase,
  { histories, firstSeed = 1 }: FaultSearch,
): Promise<Fault | undefined> {
  for (let seed = firstSeed; seed < firstSeed + histories; seed++) {
    const fault = await playHistory(on, { seed });
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** With all that happened, and the command that shows it again. */
export async function describeFault(on: SimulatedDatabase, fault: Fault): Promise<string> {
  const { seed, reason, trace } = await shortened(on, fault);
  const command = `ROTA_SEED=${String(seed)} npx vitest run packages/engine/test/crash-histories.test.ts`;
  return [`seed ${String(seed)}: ${reason}`, ...trace, `again: ${command}`].join("\n");
}

/** The same history with an earlier calm goes the same way until then, so leaving out its end may keep the fault. */
async function shortened(on: SimulatedDatabase, fault: Fault): Promise<Fault> {
  let [best, fails, passes] = [fault, EVENTS_MAX, 0];
  while (fails - passes > 1) {
    const eventsMax = Math.floor((fails + passes) / 2);
    const shorter = await playHistory(on, { seed: fault.seed, eventsMax });
    if (shorter === undefined) passes = eventsMax;
    else [best, fails] = [shorter, eventsMax];
  }
  return best;
}
