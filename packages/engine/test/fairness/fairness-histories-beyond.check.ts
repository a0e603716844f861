/** Tests with the random histories that follow those of the fast tests: the claim decides as the model does. */
import { onTestFinished, test } from "vitest";
import { openTestDatabase } from "../support/test-database.ts";
import { expectLikeModel, expectLikeSingleClaims, SHORT_HISTORIES } from "./fairness-histories-support.ts";

/** Whether the tests run in the long mode, in which the fast tests play these histories too. */
const IS_LONG = process.env["ROTA_LONG"] === "1";
const BEYOND = { pglite: 12, postgres: 48 };

test.skipIf(IS_LONG).each(["pglite", "postgres"] as const)("further histories on %s equal the model", async (on) => {
  const { database, dispose } = await openTestDatabase({ on });
  onTestFinished(dispose);

  await expectLikeModel(database, { histories: BEYOND[on], firstSeed: 1 + SHORT_HISTORIES[on] });
  await expectLikeSingleClaims(database, { histories: 1, firstSeed: 2 });
});
