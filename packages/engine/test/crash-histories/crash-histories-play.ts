/** Plays the history of a seed, first with faults and then without, and shortens a history that breaks a promise. */
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { createComputePool } from "../../src/compute/compute-pool.ts";
import { auditQueue } from "../../src/fairness/audit-queue.ts";
import { takeTurns } from "../../src/fairness/take-turns.ts";
import { silentLogger } from "../../src/runtime/logger.ts";
import { seededRandom } from "../seeded-random.ts";
import type { SimulatedDatabase } from "./crash-histories-database.ts";
import type { Fate } from "./crash-histories-network.ts";
import type { SimulatedProcess } from "./crash-histories-process.ts";
import { findUnended } from "./crash-histories-promises.ts";
import { type Happening, HistoryFault, Simulation } from "./crash-histories-simulation.ts";
import { PLACE } from "./crash-histories-tasks.ts";
import { selectBusyLanes } from "./crash-histories.sql.ts";

export type Fault = { readonly seed: number; readonly reason: string; readonly trace: readonly string[] };

/** In the calm: more than the longest back-off, the time limit of a chunk and a few turns of everybody. */
const ROUNDS_MAX = 30;
const ROUND_MS = 5_000;
const CALLS_PER_ROUND_MAX = 1_000;
const FRESH_PROCESSES = 2;

export type Played = {
  readonly seed: number;
  /** At most so many events before the calm. Default: as many as the seed says. */
  readonly eventsMax?: number;
  /** Receives the events in the end, a line for each. */
  readonly onTrace?: (trace: readonly string[]) => void;
};

/** Undefined when all promises were kept. */
export async function playHistory(
  on: SimulatedDatabase,
  { seed, eventsMax, onTrace }: Played,
): Promise<Fault | undefined> {
  return withSeededChance(seed, async () => {
    const compute = createComputePool({ logger: silentLogger });
    const simulation = new Simulation({ on, compute, seed });
    try {
      await on.begin();
      await playFaults(simulation, Math.min(simulation.features.events, eventsMax ?? Infinity));
      await playCalm(simulation);
      await checkEnd(on);
      return undefined;
    } catch (error) {
      if (!(error instanceof HistoryFault)) throw error;
      return { seed, reason: error.message, trace: simulation.trace };
    } finally {
      for (const process of simulation.processes) process.kill();
      await compute.close();
      onTrace?.(simulation.trace);
    }
  });
}

async function playFaults(simulation: Simulation, events: number): Promise<void> {
  const { random, features } = simulation;
  simulation.submit();
  for (let event = 0; event < events; event++) {
    await simulation.settle();
    const { waiting } = simulation;
    if (simulation.processes.length < features.processes && random.chance(0.3)) simulation.startProcess();
    const call = waiting[random.below(waiting.length)];
    if (call !== undefined && random.chance(0.7)) await simulation.deliver(call, fateOf(simulation));
    else await happen(random.pick(features.happenings), simulation);
  }
}

function fateOf({ random, features }: Simulation): Fate {
  if (!random.chance(features.callFaults)) return "answered";
  return random.pick(["not sent", "cut off", "reply lost", "reply lost"]);
}

async function happen(happening: Happening, simulation: Simulation): Promise<void> {
  const { random } = simulation;
  const pick = (isIt: (process: SimulatedProcess) => boolean): SimulatedProcess | undefined => {
    const found = simulation.processes.filter(isIt);
    return found[random.below(found.length)];
  };
  const running = pick(({ client }) => !client.isCutOff);
  switch (happening) {
    case "time passes":
      return simulation.pass(random.pick([10, 60, 300, 1_100]));
    case "leases run out":
      return simulation.passHour();
    case "submit":
      return simulation.submit();
    case "cancel":
      return simulation.cancel();
    case "redrive":
      return simulation.redrive();
    case "restart":
      return simulation.restart();
    case "renew":
      return running && simulation.renew(running);
    case "kill":
      return running && simulation.kill(running);
    case "freeze":
      return running && simulation.freeze(running);
    case "stop":
      return running && simulation.stop(running);
    case "thaw": {
      const frozen = pick(({ client }) => client.isCutOff);
      return frozen && simulation.thaw(frozen);
    }
  }
}

/** Earlier processes may continue or not: fresh ones are enough to end everything, within so many rounds. */
async function playCalm(simulation: Simulation): Promise<void> {
  simulation.isCalm = true;
  simulation.trace.push("from here on nothing fails");
  const areKilled = simulation.random.chance(0.5);
  for (const process of simulation.processes) {
    if (areKilled) await simulation.kill(process);
    else simulation.thaw(process);
  }
  for (let fresh = 0; fresh < FRESH_PROCESSES; fresh++) simulation.startProcess();
  for (let round = 1; round <= ROUNDS_MAX; round++) {
    await answerAll(simulation);
    if (findUnended(simulation.seen) === undefined) return;
    if (round % 2 === 0) await simulation.passHour();
    await simulation.pass(ROUND_MS);
    for (const process of simulation.processes) await simulation.renew(process);
  }
  throw new HistoryFault(`after ${String(ROUNDS_MAX)} calm rounds ${findUnended(simulation.seen) ?? ""}`);
}

async function answerAll(simulation: Simulation): Promise<void> {
  for (let calls = 0; calls < CALLS_PER_ROUND_MAX; calls++) {
    await simulation.settle();
    const call = simulation.waiting[simulation.random.below(simulation.waiting.length)];
    if (call === undefined) return;
    await simulation.deliver(call, "answered");
  }
  throw new HistoryFault(`after ${String(CALLS_PER_ROUND_MAX)} calls there are still more`);
}

/** Makes one more claim, which absorbs the last changes; then no place counts as taken, and the log replays to the same turns. */
async function checkEnd({ database }: SimulatedDatabase): Promise<void> {
  const claim = { queue: PLACE.queue, limit: 10, owner: "auditor", leaseMs: ROUND_MS };
  const taken = await takeTurns(database, claim);
  if (taken.length > 0) throw new HistoryFault(`${String(taken.length)} chunks were left to be claimed`);
  const busy = await database.query(selectBusyLanes());
  if (busy.length > 0) throw new HistoryFault(`places count as taken for ever: ${JSON.stringify(busy)}`);
  const { difference } = await auditQueue(database, { queue: PLACE.queue });
  if (difference !== undefined) throw new HistoryFault(`the log differs from the model: ${JSON.stringify(difference)}`);
}

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
  const command = `ROTA_SEED=${String(seed)} npx vitest run packages/engine/test/crash-histories/crash-histories.test.ts`;
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

const BYTE = 256;
const FRACTIONS = 2 ** 30;

/** Lease tokens and the jitter of loops are the chance that workers know; tokens decide the order in which leases are rescued. */
export async function withSeededChance<Result>(seed: number, play: () => Promise<Result>): Promise<Result> {
  const bytes = seededRandom(seed ^ 0x5eed);
  const fractions = seededRandom(seed ^ 0x71c7);
  const before = { randomBytes: crypto.randomBytes, random: Math.random };
  const randomBytes = (size: number): Buffer => Buffer.from(Array.from({ length: size }, () => bytes.below(BYTE)));
  const random = (): number => fractions.below(FRACTIONS) / FRACTIONS;
  replace(randomBytes, random);
  try {
    return await play();
  } finally {
    replace(before.randomBytes, before.random);
  }
}

function replace(randomBytes: unknown, random: () => number): void {
  Object.assign(crypto, { randomBytes });
  Math.random = random;
  syncBuiltinESMExports(); // so that those who imported the function by its name get the other one
}
