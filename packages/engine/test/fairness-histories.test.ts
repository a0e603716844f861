/** Random histories on real databases: the claim decides as the model does and leaves the lanes as the model does. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrate } from "../src/database/migrate.ts";
import { describeFault, findFault } from "../src/fairness/simulation/database/find-fault.ts";
import { simulateOnDatabase } from "../src/fairness/simulation/database/simulate-on-database.ts";
import { makeHistory } from "../src/fairness/simulation/history/history.ts";
import { withoutTimeAndCancels, withSingleClaims } from "../src/fairness/simulation/history/change-history.ts";
import { openTestDatabase, type TestDatabase } from "../src/testing/test-database.ts";

const IS_LONG = process.env["ROTA_LONG"] === "1";
const LONG_TIMEOUT_MS = 3_600_000;
/** A seed of the environment plays that history first, to look at one that failed. */
const FIRST_SEED = Number(process.env["ROTA_SEED"] ?? 1);
const HISTORIES = { pglite: IS_LONG ? 2_000 : 16, postgres: IS_LONG ? 8_000 : 64 };
/** Queues are independent of each other, so histories are played beside each other. */
const CONNECTIONS = 4;
const BATCH_HISTORIES = IS_LONG ? 500 : 2;

/** Histories that once found a fault beyond the first few hundred. The long mode plays them among the others, and none twice. */
const FOUND_SEEDS = IS_LONG ? [] : [1159];

describe.each(["pglite", "postgres"] as const)("on %s", (on) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase({ on });
    await migrate(opened.database);
  });
  afterAll(() => opened.dispose());

  test(
    "every claim equals the model, in what it was told, whom it gave turns and how it left the lanes",
    async () => {
      const share = HISTORIES[on] / CONNECTIONS;
      const searches = Array.from({ length: CONNECTIONS }, (_, index) =>
        findFault(opened.database, { judge: "model", histories: share, firstSeed: FIRST_SEED + index * share }),
      );
      const fault = (await Promise.all(searches)).find((found) => found !== undefined);

      expect(fault && (await describeFault(opened.database, fault, "model"))).toBeUndefined();
    },
    LONG_TIMEOUT_MS,
  );

  test.each(FOUND_SEEDS)("history %i, which found a fault once, equals the model", async (seed) => {
    const fault = await findFault(opened.database, { judge: "model", histories: 1, firstSeed: seed });

    expect(fault && (await describeFault(opened.database, fault, "model"))).toBeUndefined();
  });

  test(
    "a claim of n gives the same chunks as n claims of one",
    async () => {
      for (let seed = FIRST_SEED; seed < FIRST_SEED + BATCH_HISTORIES; seed++) {
        const history = withoutTimeAndCancels(makeHistory(seed));
        const whole = await simulateOnDatabase(opened.database, history, { queue: `whole-${String(seed)}` });
        const single = await simulateOnDatabase(opened.database, withSingleClaims(history), {
          queue: `single-${String(seed)}`,
        });

        expect({ seed, order: whole.order }).toEqual({ seed, order: single.order });
      }
    },
    LONG_TIMEOUT_MS,
  );
});
