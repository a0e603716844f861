/** Random crashes of real workers: whatever fails and whenever, every effect happens once and everything ends. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { sqlScript } from "../src/database/sql.ts";
import { SimulatedDatabase } from "./crash-histories-database.ts";
import { describeFault, findFault } from "./crash-histories-faults.ts";
import { MUTATIONS, selectFunction, type Mutation } from "./crash-histories-mutations.sql.ts";
import { playHistory } from "./crash-histories-play.ts";

const IS_LONG = process.env["ROTA_LONG"] === "1";
const LONG_TIMEOUT_MS = 3_600_000;
/** A seed of the environment plays that history first, to look at one that failed. */
const FIRST_SEED = Number(process.env["ROTA_SEED"] ?? 1);
/** In the long mode crash-histories-beyond.test.ts plays as many again, in a process beside this one. */
const HISTORIES = IS_LONG ? 5_000 : 6;
/** One is enough where its seed still shows it. */
const MUTANT_HISTORIES = 300;

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

test.each(MUTATIONS)(
  "it is noticed when $name",
  async (mutation) => {
    const restore = await mutate(mutation);
    try {
      expect(await findFault(on, { histories: MUTANT_HISTORIES, firstSeed: mutation.seed })).toBeDefined();
    } finally {
      await restore();
    }
  },
  LONG_TIMEOUT_MS,
);

/** Gives back what undoes it. */
async function mutate({ name, function: functionName, changes }: Mutation): Promise<() => Promise<unknown>> {
  const [row] = await on.database.query(selectFunction(functionName));
  const text = row?.text ?? "";
  for (const [from] of changes)
    if (!text.includes(from))
      throw new Error(
        `mutation "${name}" no longer finds "${from}" in ${functionName}: adapt it to the text as it is now`,
      );
  const changed = changes.reduce((result, [from, to]) => result.replaceAll(from, () => to), text);
  await on.database.query(sqlScript(changed));
  return () => on.database.query(sqlScript(text));
}
