/** Tests that the other wrong versions of the rule and a claim without its lock are noticed, and that the right version passes. */
import { expect, test } from "vitest";
import { claimTogether, expectNoticed, isShareWrong, openMutant } from "./fairness-mutant-support.ts";
import { LIMIT_MUTATIONS, LOCK_MUTATIONS, ROUTE_MUTATIONS, RULE_MUTATIONS } from "./fairness-mutations.sql.ts";
import { findFault } from "./simulate-on-database.ts";

test.each([...RULE_MUTATIONS, ...ROUTE_MUTATIONS, ...LIMIT_MUTATIONS])(
  "model and consumers notice when $name",
  expectNoticed,
);

test.each(LOCK_MUTATIONS)("several claimers notice when $name", async (mutation) => {
  const database = await openMutant(mutation);

  await expect(claimTogether(database)).rejects.toThrow(/given twice|dispatch_log_is_numbered|concurrent|deadlock/);
});

test("without a mutation no fault is found", async () => {
  const database = await openMutant({ name: "none", changes: [] });

  await claimTogether(database);

  expect(await isShareWrong(database)).toBe(false);
  expect(await findFault(database, { judge: "consumers", histories: 10 })).toBeUndefined();
});
