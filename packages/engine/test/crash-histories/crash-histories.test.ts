/** Random crashes of real workers: whatever fails and whenever, every effect happens once and everything ends. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { SimulatedDatabase } from "./crash-histories-database.ts";
import { expectNoticed } from "./crash-histories-mutants.ts";
import { REPRESENTATIVE_MUTATIONS } from "./crash-histories-mutations.sql.ts";
import { describeFault, findFault, playHistory } from "./crash-histories-play.ts";

const IS_LONG = process.env["ROTA_LONG"] === "1";
const LONG_TIMEOUT_MS = 3_600_000;
/** A seed of the environment plays that history first, to debug one that failed. */
const FIRST_SEED = Number(process.env["ROTA_SEED"] ?? 1);
/** The gate plays those that follow in crash-histories-beyond.check.ts, in a process beside this one. */
const HISTORIES = IS_LONG ? 5_000 : 3;

/** Histories that once found a fault: a worker that stopped without its database dropped leases of chunks that it still had. */
const FOUND_SEEDS = [52];

let on: SimulatedDatabase;
beforeAll(async () => {
  on = await SimulatedDatabase.open();
});
afterAll(() => on.close());

test(
  "whatever is lost, cut off, killed, frozen or restarted: effects happen once, tasks say what their chunks say, all of it ends",
  async () => {
    const fault = await findFault(on, { histories: HISTORIES, firstSeed: FIRST_SEED });

    expect(fault && (await describeFault(on, fault))).toBeUndefined();
  },
  LONG_TIMEOUT_MS,
);

test.each(FOUND_SEEDS)("history %i, which found a fault once, keeps all promises", async (seed) => {
  const fault = await playHistory(on, { seed });

  expect(fault && (await describeFault(on, fault))).toBeUndefined();
});

test("a history goes the same way every time", async () => {
  const traces: unknown[] = [];
  const onTrace = (trace: readonly string[]): unknown => traces.push(trace);

  await playHistory(on, { seed: FIRST_SEED, onTrace });
  await findFault(on, { histories: 1, firstSeed: FIRST_SEED + 1 });
  await playHistory(on, { seed: FIRST_SEED, onTrace });

  expect(traces[1]).toEqual(traces[0]);
});

test.each(REPRESENTATIVE_MUTATIONS)(
  "it is noticed when $name",
  (mutation) => expectNoticed(on, mutation),
  LONG_TIMEOUT_MS,
);
