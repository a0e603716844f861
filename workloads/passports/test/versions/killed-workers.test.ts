/** Story: a worker is killed with kill -9 while it compiles; nothing is lost or doubled. */
import { sql } from "@rota/engine";
import { expect, test, vi } from "vitest";
import { dieAtWork, startWorker } from "../life/dying-workers.ts";
import { eventsOf } from "./version-steps.ts";
import { areAllDrawn, askFor, STORY, TASKS } from "./waiting-versions.ts";

const IS_LONG = process.env["ROTA_LONG"] === "1";
const KILLS = IS_LONG ? 10 : 1;
const PASSPORTS = IS_LONG ? 100 : 3;
const WAIT = { timeout: 120_000, interval: 50 };
const TIMEOUT = { timeout: 600_000 };

test("a worker killed while it compiles is replaced, and every passport is signed once", TIMEOUT, async () => {
  const { world, versions } = await askFor(PASSPORTS);

  for (let kills = 0; kills < KILLS; kills++) await dieAtWork(world);
  await startWorker(world);
  await vi.waitUntil(() => areAllDrawn(world, versions), WAIT);

  for (const versionId of versions) expect(await eventsOf(world, versionId)).toEqual(STORY);
  const lost = await world.database.query(sql`
    select from rota.attempts join rota.tasks using (task_id)
     where type = any (${TASKS}) and outcome = 'LOST'`);
  expect(lost.length).toBeGreaterThanOrEqual(KILLS);
});
