/** Tests of limits that tasks of all tenants and types share by name: they are kept, given back once, explained and replayed. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import { queueTurns } from "../../src/dispatch/dispatch.sql.ts";
import { auditQueue } from "../../src/fairness/audit-queue.ts";
import { checkpointQueue, forgetLanes, pruneLog } from "../../src/fairness/checkpoint.ts";
import { explainChunk } from "../../src/fairness/explain-chunk.ts";
import { listSharedLimits } from "../../src/inspect/list-lanes.ts";
import { rescueLeases } from "../../src/leases/rescue-leases.ts";
import { cancelTask, sweepCancelled } from "../../src/tasks/change-task.ts";
import { setLane } from "../../src/tasks/lanes.ts";
import type { NewTask } from "../../src/tasks/new-task.ts";
import { workedQueue, type WorkedQueue } from "../support/worked-queue.ts";
import { openTestDatabase, type TestDatabase } from "../support/test-database.ts";

const GPU = { name: "gpu", max: 2 };

let opened: TestDatabase;
let database: Database;
beforeAll(async () => {
  opened = await openTestDatabase({ on: "postgres" });
  ({ database } = opened);
  await migrate(database);
});
afterAll(() => opened.dispose());

/** A pool whose chunks are named by the tenants that submitted them. */
function openPool() {
  const work: WorkedQueue = workedQueue(database);
  const { queue } = work;
  const shared = async () => (await listSharedLimits(database, { queue })).items;
  return {
    shared,
    ...work,
    submit: (tenant: string, chunks: number, more: Partial<NewTask> = {}) =>
      work.submit(chunks, { tenant, chunks: Array.from({ length: chunks }, () => ({ payload: tenant })), ...more }),
    /** Submits jobs of one type, each a task of its own. */
    job: (tenant: string, more: Partial<NewTask>) =>
      work.submit(1, { tenant, isJob: true, chunks: [{ payload: tenant }], ...more }),
    explain: async (taskId: bigint, number = 1) => (await explainChunk(database, { taskId, number })).sentence,
    limits: async () => (await shared()).map(({ name, inFlight }) => `${name} ${String(inFlight)}`),
    audit: async () => (await auditQueue(database, { queue })).difference,
  };
}

describe("a limit that tenants and types share", () => {
  test("is never exceeded, and work that does not need it continues", async () => {
    const { submit, take, complete, audit } = openPool();
    await submit("ann", 5, { type: "train", limits: [GPU] });
    await submit("bob", 5, { type: "render", limits: [GPU] });
    await submit("cy", 20);

    const rounds: string[] = [];
    for (let round = 0; round < 4; round++) {
      const taken = await take(5);
      rounds.push(
        taken
          .map(({ payload }) => String(payload))
          .sort()
          .join(" "),
      );
      await complete(...taken);
    }

    expect(rounds).toEqual(Array.from({ length: 4 }, () => "ann bob cy cy cy"));
    expect(await audit()).toBeUndefined();
  });

  test("allows as many turns as its rate does, whichever process takes them", async () => {
    const { submit, take, complete, audit } = openPool();
    const limits = [{ name: "stripe-api", rate: { turns: 1, perMs: 3_600_000, burst: 3 } }];
    await submit("ann", 5, { limits });
    await submit("bob", 5, { limits });

    const taken = await take(10);
    await complete(...taken);

    expect(taken.map(({ payload }) => payload)).toEqual(["ann", "bob", "ann"]);
    expect(await take(10)).toEqual([]);
    expect(await audit()).toBeUndefined();
  });

  test("with a key is a limit for each key, and a full one holds up no other job of the type", async () => {
    const { job, take, limits, audit } = openPool();
    const keyed = (key: string) => ({ limits: [{ name: "stripe-api", key, max: 1 }] });
    await job("ann", keyed("acme"));
    await job("ann", keyed("acme"));
    await job("bob", keyed("acme"));
    await job("ann", keyed("zeta"));

    const taken = await take(10);

    expect(taken.map(({ payload }) => payload)).toEqual(["ann", "ann"]);
    expect(await limits()).toEqual(["stripe-api:acme 1", "stripe-api:zeta 1"]);
    expect(await audit()).toBeUndefined();
  });

  test("counts beside others: a chunk needs a place in each of its limits", async () => {
    const { submit, take, limits, audit } = openPool();
    await submit("ann", 3, { limits: [GPU, { name: "disk", max: 3 }] });
    await submit("bob", 3, { limits: [{ name: "disk", max: 3 }] });

    const taken = await take(10);

    expect(taken.map(({ payload }) => payload)).toEqual(["ann", "bob", "ann"]);
    expect(await limits()).toEqual(["disk 3", "gpu 2"]);
    expect(await audit()).toBeUndefined();
  });

  test("counts tickets that were sent to the broker and not started", async () => {
    const { queue, submit, take, limits } = openPool();
    await submit("ann", 5, { limits: [GPU] });

    const tickets = await database.query(queueTurns({ queue, window: 10, queuedMax: 10 }));

    expect(tickets).toHaveLength(2);
    expect(await limits()).toEqual(["gpu 2"]);
    expect(await take(10)).toEqual([]);
  });
});

describe("the places of a limit", () => {
  test("are given back once, however an attempt ends", async () => {
    const { submit, take, takeOne, complete, end, expire, limits, audit } = openPool();
    const cap = { limits: [{ name: "gpu", max: 6 }] };
    await submit("ann", 6, cap);
    const [completed, retried, failed, returned, lost, snoozed] = await take(6);
    if (!completed || !retried || !failed || !returned || !lost || !snoozed)
      throw new Error("six chunks were expected");
    await complete(completed);
    await complete(completed);
    await end(retried, "RETRY", { delayMs: 3_600_000 });
    await end(failed, "EXHAUSTED");
    await end(snoozed, "SNOOZE", { delayMs: 3_600_000 });
    await end(returned, "RETURN");
    await submit("bob", 1, cap);

    const [again] = await take(1);
    expect(await limits()).toEqual(["gpu 2"]);
    if (again !== undefined) await complete(again);
    await expire(lost.leaseToken);
    await rescueLeases(database, 1_000);
    await complete(lost);
    for (const chunk of await take(10)) await complete(chunk);
    await submit("cy", 1, cap);
    await complete(await takeOne());
    await submit("dan", 1);
    await takeOne();

    expect(await limits()).toEqual(["gpu 0"]);
    expect(await audit()).toBeUndefined();
  });

  test("are given back by a cancelled task whose tickets wait in the broker", async () => {
    const { queue, submit, take, limits } = openPool();
    const taskId = await submit("ann", 5, { limits: [GPU] });
    await database.query(queueTurns({ queue, window: 10, queuedMax: 10 }));
    await submit("bob", 1, { limits: [GPU] });

    await cancelTask(database, taskId);
    await take(1);
    await sweepCancelled(database);

    expect((await take(5)).map(({ payload }) => payload)).toEqual(["bob"]);
    expect(await limits()).toEqual(["gpu 1"]);
  });
});

describe("explain", () => {
  test("names the limit that a chunk waits for, and how full it is", async () => {
    const { submit, take, explain } = openPool();
    await submit("ann", 2, { limits: [GPU] });
    await take(2);
    const waiting = await submit("bob", 1, { limits: [GPU] });

    expect(await explain(waiting)).toBe("its turn is next; waits for limit gpu (2 of 2 in flight)");
  });

  test("says for how long a limit is at its rate, and that one is paused", async () => {
    const { queue, submit, take, explain } = openPool();
    const limits = [{ name: "stripe-api", key: "acme", rate: "1/h" }];
    await submit("ann", 2, { limits });
    await take(2);
    const waiting = await submit("bob", 1, { limits });
    await setLane(database, { pool: queue, limit: "stripe-api:acme" }, { isPaused: true });

    const sentence = await explain(waiting);

    expect(sentence).toContain("waits for limit stripe-api:acme, which is paused");
    expect(sentence).toMatch(/waits for limit stripe-api:acme \(at its rate for (60 min|3600 s|1 h)\)/);
  });

  test("knows the limit of a task that no claim has seen yet", async () => {
    const { submit, explain } = openPool();
    await submit("ann", 2, { limits: [{ name: "gpu", max: 1 }] });
    const waiting = await submit("bob", 1, { limits: [{ name: "gpu", max: 1 }] });

    expect(await explain(waiting)).toContain("waits for limit gpu (1 of 1 in flight)");
  });
});

describe("the values of a limit", () => {
  test("are those of the task that was submitted last, for all that wait", async () => {
    const { submit, take, audit } = openPool();
    await submit("ann", 10, { limits: [GPU] });
    const before = await take(10);
    await submit("bob", 1, { limits: [{ name: "gpu", max: 5 }] });

    const after = await take(10);

    expect([before.length, after.length]).toEqual([2, 3]);
    expect(await audit()).toBeUndefined();
  });

  test("that an operator set stay until the code brings others", async () => {
    const { queue, submit, take, audit } = openPool();
    await submit("ann", 10, { limits: [GPU] });
    await take(2);
    await setLane(database, { pool: queue, limit: "gpu" }, { maxInFlight: 4 });
    await submit("bob", 10, { limits: [GPU] });
    const raised = await take(10);
    await submit("cy", 10, { limits: [{ name: "gpu", max: 5 }] });
    const changed = await take(10);

    expect([raised.length, changed.length]).toEqual([2, 1]);
    expect(await audit()).toBeUndefined();
  });

  test("are listed with what is in flight, and when a rate opens", async () => {
    const { queue, submit, take, shared } = openPool();
    await submit("ann", 3, { limits: [GPU, { name: "stripe-api", key: "acme", rate: "1/h" }] });
    await setLane(database, { pool: queue, queue }, { maxInFlight: 9 });
    await take(3);

    const none = { isPaused: false, maxInFlight: undefined, rate: undefined };
    const items = await shared();
    expect(items).toMatchObject([
      { ...none, kind: "limit", name: "gpu", maxInFlight: 2, inFlight: 1 },
      { ...none, kind: "queue", name: queue, maxInFlight: 9, inFlight: 1 },
      {
        ...none,
        kind: "limit",
        name: "stripe-api:acme",
        inFlight: 0,
        rate: { turns: 1, perMs: 3_600_000, burst: 1 },
      },
    ]);
    expect(items.map(({ opensAt }) => opensAt instanceof Date)).toEqual([false, false, true]);
  });

  test("are stored in checkpoints, so a pruned log replays them", async () => {
    const { queue, submit, take, complete, audit } = openPool();
    await submit("ann", 4, { limits: [GPU] });
    await submit("bob", 4, { limits: [GPU] });
    const taken = await take(10);
    await checkpointQueue(database, queue);
    await complete(...taken);
    await take(10);
    await pruneLog(database, { queue, keepEntries: 1 });

    expect(await audit()).toBeUndefined();
  });

  test("are forgotten when nothing needs them, and come back with the next task", async () => {
    const { queue, job, take, complete, limits, audit } = openPool();
    const keyed = (key: string) => ({ cost: 2, limits: [{ name: "stripe-api", key, max: 1 }] });
    await job("ann", keyed("acme"));
    await job("ann", keyed("acme"));
    await job("ann", keyed("zeta"));
    const [first, second] = await take(10);
    if (second !== undefined) await complete(second);
    await job("ann", keyed("theta"));
    await complete(...(await take(1)));
    await take(1);
    await forgetLanes(database, queue);
    const kept = await limits();
    if (first !== undefined) await complete(first);
    await complete(...(await take(5)));
    await take(1);
    await forgetLanes(database, queue);
    await job("ann", keyed("acme"));
    await job("ann", keyed("acme"));

    expect(kept).toEqual(["stripe-api:acme 1"]);
    expect(await take(10)).toHaveLength(1);
    expect(await limits()).toEqual(["stripe-api:acme 1"]);
    expect(await audit()).toBeUndefined();
  });
});
