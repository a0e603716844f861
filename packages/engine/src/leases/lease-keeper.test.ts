/** Tests what a worker relies on when it leaves its leases to the keeper, on every driver. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { sql } from "../database/sql.ts";
import { takeTurns } from "../fairness/take-turns.ts";
import { silentLogger } from "../runtime/logger.ts";
import { cancelTask } from "../tasks/change-task.ts";
import { submitTasks } from "../tasks/submit-tasks.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { createLeaseKeeper, type LeaseKeeperOptions } from "./lease-keeper.ts";

const WAIT = { timeout: 20_000, interval: 20 };

describe.each(["pglite", "postgres"] as const)("keeping leases on %s", (on) => {
  let opened: TestDatabase;
  let database: Database;
  let ownerCount = 0;
  beforeAll(async () => {
    opened = await openTestDatabase({ on });
    database = opened.database;
    await migrate(database);
  });
  afterAll(() => opened.dispose());

  async function keepOne(options: Partial<LeaseKeeperOptions> = {}) {
    const owner = `worker-${String(++ownerCount)}`;
    const lost: bigint[] = [];
    const cancelled: bigint[] = [];
    const keeper = await createLeaseKeeper({
      database,
      owner,
      leaseMs: 60_000,
      renewMs: 50,
      graceMs: 20_000,
      logger: silentLogger,
      onLost: (tokens) => lost.push(...tokens),
      onCancelled: (taskIds) => cancelled.push(...taskIds),
      ...options,
    });
    onTestFinished(() => keeper.close());
    await submitTasks(database, [{ queue: owner, tenant: "ann", group: "tallies", type: "count", chunks: [{}] }]);
    const [chunk] = await takeTurns(database, { queue: owner, limit: 1, owner, leaseMs: 1_000 });
    if (chunk === undefined) throw new Error("nothing was taken");
    return { keeper, lost, cancelled, chunk, token: chunk.leaseToken };
  }
  const secondsLeft = async (token: bigint): Promise<number | undefined> => {
    const [row] = await database.query(
      sql<{
        left: number;
      }>`select extract(epoch from expires_at - clock_timestamp())::float8 as left from rota.leases where lease_token = ${token}`,
    );
    return row?.left;
  };

  test("a lease that is held is renewed, for as long as leases last", async () => {
    const { keeper, token } = await keepOne();

    keeper.hold(token);

    await vi.waitUntil(async () => Number(await secondsLeft(token)) > 50, WAIT);
  });

  test("a lease that ended without us is reported once", async () => {
    const { keeper, token, lost } = await keepOne();
    keeper.hold(token);
    const other = await keepOne();

    await database.query(sql`delete from rota.leases where lease_token = ${token}`);
    await vi.waitUntil(() => lost.length > 0, WAIT);
    other.keeper.hold(other.token);
    await vi.waitUntil(async () => Number(await secondsLeft(other.token)) > 50, WAIT);

    expect(lost).toEqual([token]);
  });

  test("a task that was cancelled is reported", async () => {
    const { keeper, token, cancelled, chunk } = await keepOne();
    keeper.hold(token);

    await cancelTask(database, chunk.taskId);

    await vi.waitUntil(() => cancelled.includes(chunk.taskId), WAIT);
  });

  test("a lease that is dropped is removed, also by closing before the next renewal", async () => {
    const { keeper, token } = await keepOne({ renewMs: 30_000 });
    keeper.hold(token);

    keeper.drop(token);
    await keeper.close();

    expect(await secondsLeft(token)).toBeUndefined();
  });

  test("a lease that is still held when the keeper closes is left to be rescued", async () => {
    const { keeper, token } = await keepOne();
    keeper.hold(token);

    await keeper.close();
    await keeper.close();

    expect(await secondsLeft(token)).toBeDefined();
    expect(keeper.isWatched).toBe(false);
  });

  test("a lease past its time is reported as lost and no longer renewed", async () => {
    const { keeper, token, lost } = await keepOne();

    keeper.hold(token, { untilMs: 10 });
    await vi.waitUntil(() => lost.includes(token), WAIT);
    const left = Number(await secondsLeft(token));
    await vi.waitUntil(async () => Number(await secondsLeft(token)) < left - 0.2, WAIT);

    expect(lost).toEqual([token]);
  });

  test("a lease past its time is reported also after none was held for a while", async () => {
    const { keeper, token, lost } = await keepOne();
    keeper.hold(token, { untilMs: 10 });
    await vi.waitUntil(() => lost.length === 1, WAIT);

    keeper.hold(token, { untilMs: 10 });

    await vi.waitUntil(() => lost.length === 2, WAIT);
  });

  test("the exit of a process shows at once exactly where there can be other processes", async () => {
    const { keeper } = await keepOne();

    expect(keeper.isWatched).toBe(on === "postgres");
  });

  test("a renewal that would come too late for a second try is refused", async () => {
    await expect(keepOne({ leaseMs: 1_000, renewMs: 501 })).rejects.toMatchObject({
      code: "CONFIG_INVALID",
      details: { leaseMs: 1_000, renewMs: 501 },
    });
  });
});
