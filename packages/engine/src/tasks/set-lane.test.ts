/** Tests what operators rely on when they set weights, pauses, caps and rates. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { sql } from "../database/sql.ts";
import { takeTurns } from "../fairness/take-turns.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { nextDueMs } from "../worker/claim-chunks.ts";
import type { NewLimit } from "./named-limits.ts";
import { submitTasks } from "./submit-tasks.ts";
import { setLane, type LaneName, type NewLaneSettings } from "./lanes.ts";

describe.each(["pglite", "postgres"] as const)("settings of lanes on %s", (on) => {
  let opened: TestDatabase;
  let database: Database;
  let queue = "";
  let queueCount = 0;

  beforeAll(async () => {
    opened = await openTestDatabase({ on });
    database = opened.database;
    await migrate(database);
  });
  beforeEach(() => {
    queue = `queue-${String(++queueCount)}`;
  });
  afterAll(() => opened.dispose());

  const chunksOf = (payload: string) => Array.from({ length: 20 }, () => ({ payload }));
  const submit = async (
    tenant: string,
    more: { group?: string; type?: string; jobs?: number; limits?: NewLimit[] } = {},
  ) => {
    const { jobs = 0, ...fields } = more;
    const { type = "count" } = fields;
    const one = { queue, tenant, group: "g", type, ...fields };
    const tasks =
      jobs === 0
        ? [{ ...one, chunks: chunksOf(tenant) }]
        : Array.from({ length: jobs }, () => ({ ...one, chunks: [{ payload: type }] }));
    const [first] = await submitTasks(database, tasks);
    return first?.taskId ?? 0n;
  };
  const take = async (limit: number) =>
    (await takeTurns(database, { queue, limit, owner: "worker-1", leaseMs: 60_000 })).map(({ payload }) => payload);
  const count = (payloads: unknown[], payload: string) => payloads.filter((each) => each === payload).length;

  test("a tenant of weight 3 gets three turns for one of another's", async () => {
    await submit("ann");
    await submit("bob");
    await setLane(database, { pool: queue, tenant: "ann" }, { weight: 3 });

    const taken = await take(16);

    expect([count(taken, "ann"), count(taken, "bob")]).toEqual([12, 4]);
  });

  test.each<[string, (taskId: bigint) => LaneName]>([
    ["pool", () => ({ pool: queue })],
    ["queue", () => ({ pool: queue, queue })],
    ["named limit", () => ({ pool: queue, limit: "gpu" })],
    ["tenant", () => ({ pool: queue, tenant: "ann" })],
    ["group", () => ({ pool: queue, tenant: "ann", group: "g" })],
    ["task", (taskId) => ({ taskId })],
  ])("a %s can be paused, resumed, capped and limited in its rate", async (_, lane) => {
    const name = lane(await submit("ann", { limits: [{ name: "gpu", max: 100 }] }));

    await setLane(database, name, { isPaused: true });
    const paused = await take(5);
    await setLane(database, name, { isPaused: false, maxInFlight: 2 });
    const capped = await take(5);
    await setLane(database, name, { maxInFlight: null, rate: { turns: 1, perMs: 3_600_000, burst: 3 } });
    const limited = await take(5);
    const dueInMs = await nextDueMs(database, queue);
    await setLane(database, name, { rate: null });
    const free = await take(5);

    expect([paused, capped, limited, free].map(({ length }) => length)).toEqual([0, 2, 3, 5]);
    expect(dueInMs).toBeGreaterThan(3_000_000);
    expect(dueInMs).toBeLessThanOrEqual(3_600_000);
  });

  test("the jobs of a type can be paused without those of another", async () => {
    await submit("ann", { type: "count", jobs: 3 });
    await submit("ann", { type: "sum", jobs: 3 });
    await setLane(database, { pool: queue, tenant: "ann", group: "g", type: "count" }, { isPaused: true });

    expect(await take(10)).toEqual(["sum", "sum", "sum"]);
  });

  test.each<[string, LaneName, NewLaneSettings, RegExp]>([
    ["no setting", { queue: "q" }, {}, /no setting was given/],
    ["a weight for a queue", { queue: "q" }, { weight: 2 }, /queue "q" has no siblings/],
    ["a weight for a limit", { limit: "gpu" }, { weight: 2 }, /limit "gpu" has no siblings/],
    ["a tenant of a limit", { limit: "gpu", ...{ tenant: "t" } }, { maxInFlight: 2 }, /limit "gpu" is shared/],
    ["a weight for a pool", { pool: "p" }, { weight: 2 }, /pool "p" has no siblings/],
    [
      "a tenant of a queue",
      { queue: "q", ...{ tenant: "t" } },
      { weight: 2 },
      /tenants share pool "default", not queue "q"/,
    ],
    ["a weight between the allowed ones", { tenant: "t" }, { weight: 97 }, /the nearest that does is 99/],
    ["a cap of nothing", { queue: "q" }, { maxInFlight: 0 }, /maxInFlight \(0\)/],
    ["a rate of nothing", { queue: "q" }, { rate: { turns: 0, perMs: 1 } }, /rate.turns \(0\)/],
    ["a task that is not there", { taskId: 999_999n }, { isPaused: true }, /there is no task 999999/],
  ])("%s is refused and changes nothing", async (_, lane, settings, message) => {
    const before = await database.query(sql`select count(*) as changes from rota.lane_changes`);

    await expect(setLane(database, lane, settings)).rejects.toThrow(message);

    expect(await database.query(sql`select count(*) as changes from rota.lane_changes`)).toEqual(before);
  });
});
