/** Tests of the list of processes that are present. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "../database/migrate.ts";
import { sql } from "../database/sql.ts";
import { listWorkers } from "../inspect/list-workers.ts";
import { silentLogger } from "../runtime/logger.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { createWorkerPresence } from "./maintenance.ts";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase({ on: "pglite" });
  await migrate(opened.database);
});
afterAll(() => opened.dispose());

test("a process without work is listed, absent when it does not report, stopped when it ends", async () => {
  const { database } = opened;
  const options = { queues: ["q"], types: ["demo.job:1"], slots: 4, version: "1.2.3", logger: silentLogger };
  const roll = createWorkerPresence({ database, owner: "idle", ...options });
  const states = async () => (await listWorkers(database)).items.map(({ owner, state }) => `${owner} ${state}`);

  const seen = [await states()];
  await roll.runOnce();
  const [worker] = (await listWorkers(database)).items;
  seen.push(await states());
  await database.query(sql`update rota.workers set seen_at = seen_at - interval '1 minute'`);
  seen.push(await states());
  await roll.runOnce();
  seen.push(await states());
  await roll.stop();
  seen.push(await states());

  expect(seen).toEqual([[], ["idle present"], ["idle absent"], ["idle present"], ["idle stopped"]]);
  expect(worker).toMatchObject({ queues: ["q"], slots: 4, running: 0, version: "1.2.3", pid: process.pid });
});

test("a process that has not reported for a day is forgotten by the others", async () => {
  const { database } = opened;
  const options = { queues: ["q"], types: ["demo.job:1"], slots: 1, version: "1", logger: silentLogger };
  await createWorkerPresence({ database, owner: "gone", ...options }).runOnce();
  await database.query(sql`update rota.workers set seen_at = seen_at - interval '2 days' where owner = 'gone'`);

  await createWorkerPresence({ database, owner: "here", ...options }).runOnce();

  const { items } = await listWorkers(database);
  expect(items.map(({ owner }) => owner)).toEqual(["here", "idle"]);
});
