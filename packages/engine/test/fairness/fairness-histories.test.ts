/** Tests with random histories on real databases: the claim decides as the model does and leaves the lanes as the model does. */
import { afterAll, beforeAll, describe, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { expectLikeModel, expectLikeSingleClaims, SHORT_HISTORIES } from "./fairness-histories-support.ts";

const IS_LONG = process.env["ROTA_LONG"] === "1";
const LONG_TIMEOUT_MS = 3_600_000;
/** Seed of the first history; the environment can set it to examine a failed one. */
const FIRST_SEED = Number(process.env["ROTA_SEED"] ?? 1);
/** Number of histories. The gate plays the following ones in fairness-histories-beyond.check.ts. */
const HISTORIES = IS_LONG ? { pglite: 2_000, postgres: 8_000 } : SHORT_HISTORIES;
const BATCH_HISTORIES = IS_LONG ? 500 : 1;

/** Histories beyond the first few hundred that once found a fault. The long mode plays the first among the others, and none twice. */
const FOUND_SEEDS = IS_LONG ? [22_038] : [1159, 22_038];

describe.each(["pglite", "postgres"] as const)("on %s", (on) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase({ on });
  });
  afterAll(() => opened.dispose());

  test(
    "every claim equals the model, in what it was told, whom it gave turns and how it left the lanes",
    () => expectLikeModel(opened.database, { histories: HISTORIES[on], firstSeed: FIRST_SEED }),
    LONG_TIMEOUT_MS,
  );

  test.each(FOUND_SEEDS)("history %i, which found a fault once, equals the model", (seed) =>
    expectLikeModel(opened.database, { histories: 1, firstSeed: seed }),
  );

  test(
    "a claim of n gives the same chunks as n claims of one",
    () => expectLikeSingleClaims(opened.database, { histories: BATCH_HISTORIES, firstSeed: FIRST_SEED }),
    LONG_TIMEOUT_MS,
  );
});
