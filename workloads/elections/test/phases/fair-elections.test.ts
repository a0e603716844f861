/** Tests that a large election takes turns with a small one, and that the log of turns proves it. */
import { randomBytes } from "node:crypto";
import { listDispatches } from "@rota/engine/admin";
import { auditQueue, listAuditedQueues } from "@rota/engine/internal";
import { expect, onTestFinished, test } from "vitest";
import { expectStatus } from "../life/toy-life.ts";
import { openWorld, type World } from "../life/world.ts";
import { startWorker } from "./phase-processes.ts";
import { storeToy, type StoredToy } from "./stored-toy.ts";
import { combine, decrypt, official, resultsOf, stateOf, tally, untilState } from "./toy-phases.ts";

const IS_LONG = process.env["ROTA_LONG"] === "1";
const POOL = "default";

async function startTally(world: World, { electionId }: StoredToy): Promise<void> {
  await expectStatus(202, official(world, "POST", `/v1/elections/${electionId}/tally`, {}));
}

test("chunks of a small election take turns with those of a large one that started first, and the audit shows the bound", async () => {
  const world = await openWorld({ on: "postgres", isWorking: false });
  onTestFinished(() => world.dispose());
  const large = await storeToy(world.database, { cast: 4, copies: 8, chunkSize: 2, tenant: "large" });
  const small = await storeToy(world.database, { cast: 4, chunkSize: 2, tenant: "small" });
  await startTally(world, large);
  await startTally(world, small);

  await world.engine.start();
  await untilState(world, small.electionId, "TALLIED");
  await untilState(world, large.electionId, "TALLIED");

  const { items } = await listDispatches(world.database, { queue: POOL, limit: 100 });
  const tenants = items.map(({ tenant }) => tenant).reverse();
  const untilLastOfSmall = tenants.slice(0, tenants.lastIndexOf("small", tenants.indexOf("small") + 3) + 1);
  expect(tenants.filter((tenant) => tenant === "large").length).toBeGreaterThanOrEqual(16);
  expect(untilLastOfSmall.filter((tenant) => tenant === "large").length).toBeLessThanOrEqual(4);
  await expectFair(world, POOL);
});

/**
 * Checks that replaying the log gives the same turns, and that no group was ahead of another by more than the bound.
 */
async function expectFair({ database }: World, pool: string): Promise<void> {
  const report = await auditQueue(database, { queue: pool });
  expect(report.difference).toBeUndefined();
  for (const { spread, bound } of report.unfairness) expect(spread).toBeLessThanOrEqual(bound);
}

/** Returns the time from the start of the tally to the results, in milliseconds. */
async function timeOf(world: World, toy: StoredToy): Promise<number> {
  const startedAt = performance.now();
  await tally(world, toy.electionId);
  await decrypt(world, toy, toy.guardians.length);
  await combine(world, toy.electionId);
  const took = performance.now() - startedAt;
  expect(await resultsOf(world, toy.electionId)).toEqual(toy.counts);
  return took;
}

/**
 * Ballots of the large election, copies of a pool of 50; ELECTIONS_TEST_BALLOTS sets another number. The small one has
 * a fiftieth.
 */
const BALLOTS = Number(process.env["ELECTIONS_TEST_BALLOTS"] ?? 50_000);
/**
 * The small election, in the group of 4096 bits. Its ballots are copies of four, but the proofs of each are checked.
 */
const SMALL = { group: "eg-v1-4096", cast: 4, copies: BALLOTS / 200, guardians: 3, quorum: 3, challenged: 2 };

test.runIf(IS_LONG).each([1, 2, 3, 4])(
  `with %i workers, all phases of an election of ${String(BALLOTS / 50)} ballots beside those of a toy of ${String(BALLOTS)} take less than three times as long as alone`,
  { timeout: 3_600_000 },
  async (count) => {
    const settings = { secretsKey: randomBytes(32).toString("base64") };
    const world = await openWorld({ on: "postgres", isWorking: false, config: settings });
    onTestFinished(() => world.dispose());
    for (let started = 0; started < count; started++) await startWorker(world, settings);
    const alone = await timeOf(world, await storeToy(world.database, { ...SMALL, tenant: "alone" }));
    const large = await storeToy(world.database, { cast: 50, copies: BALLOTS / 50, challenged: 100, tenant: "large" });
    const small = await storeToy(world.database, { ...SMALL, tenant: "small" });

    const whole = timeOf(world, large);
    const beside = await timeOf(world, small);
    const stateOfLarge = await stateOf(world, large.electionId);

    const ratio = beside / alone;
    process.stdout.write(
      `${String(count)} workers: ${alone.toFixed(0)} ms alone, ${beside.toFixed(0)} ms beside ${String(BALLOTS)} ballots (${stateOfLarge} then), ${ratio.toFixed(2)} times\n`,
    );
    expect(ratio).toBeLessThan(3);
    await whole;
    for (const queue of await listAuditedQueues(world.database)) await expectFair(world, queue);
  },
);
