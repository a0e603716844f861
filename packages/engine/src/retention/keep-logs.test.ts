/** Tests of which entries of dispatch logs are kept. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrate } from "../database/migrate.ts";
import { auditQueue } from "../fairness/audit-queue.ts";
import { runBusyHistory } from "../../test/support/busy-history.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { keepLogs } from "./retention-loop.ts";

const DAY_MS = 86_400_000;

describe.each(["pglite", "postgres"] as const)("dispatch logs on %s", (on) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase({ on });
    await migrate(opened.database);
  });
  afterAll(() => opened.dispose());

  test("entries that are too old are deleted, of every queue, and the rest can be audited", async () => {
    const { database } = opened;
    for (const queue of ["a", "b"]) await runBusyHistory(database, { queue, dispatches: 30, seed: 1 });
    const young = await keepLogs(database, { olderThanMs: DAY_MS }); // makes a checkpoint of each
    for (const queue of ["a", "b"]) await runBusyHistory(database, { queue, dispatches: 30, seed: 2 });
    const old = await keepLogs(database, { olderThanMs: 1 });

    const reports = [await auditQueue(database, { queue: "a" }), await auditQueue(database, { queue: "b" })];
    expect(young).toBe(0);
    expect(old).toBeGreaterThan(2);
    expect(reports.map(({ difference }) => difference)).toEqual([undefined, undefined]);
    expect(reports.every(({ checkpoint }) => checkpoint !== undefined)).toBe(true);
  });
});
