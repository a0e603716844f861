/** Story: workers are killed with kill -9 while they compile and around each of their transactions; nothing is lost or doubled. */
import { sql } from "@rota/engine";
import { Type } from "typebox";
import { expect, test, vi } from "vitest";
import { told } from "../life/answers.ts";
import { dieAtWork, startWorker, workAndDie } from "../life/dying-workers.ts";
import type { World } from "../life/world.ts";
import { openIdleWorld } from "./idle-world.ts";
import { act, createPassport, eventsOf, readVersion, replay, requestVersion } from "./version-steps.ts";

const IS_LONG = process.env["ROTA_LONG"] === "1";
const KILLS = IS_LONG ? 10 : 1;
const PASSPORTS = IS_LONG ? 100 : 3;
const WAIT = { timeout: 120_000, interval: 10 };
const TIMEOUT = { timeout: 600_000 };
const STORY = ["PASSPORT_REQUESTED", "PASSPORT_COMPILED", "PASSPORT_SIGNED", "QR_GENERATED"];
const TASKS = ["passports.compile-passport", "passports.sign-passport", "passports.generate-qr"];

/** Versions that are asked for, and nobody who compiles them. */
async function askFor(passports: number) {
  const { world, ground } = await openIdleWorld();
  const ask = async (_: unknown, made: number) => {
    const passportId = await createPassport(world, ground, String(made));
    return (await requestVersion(world, passportId, ground)).versionId;
  };
  return { world, versions: await Promise.all(Array.from({ length: passports }, ask)) };
}

const tasksOf = ({ database }: World) =>
  database.query(sql<{ type: string; tasks: bigint; completed: bigint }>`
    select type, count(*) as tasks, count(*) filter (where chunks.state = 'COMPLETED') as completed
      from rota.tasks join rota.chunks using (task_id) where type = any (${TASKS}) group by type order by min(task_id)`);

const areAllDrawn = async (world: World, versions: readonly string[]) => {
  const states = await Promise.all(versions.map((versionId) => readVersion(world, versionId)));
  return states.every(({ has_qr: hasQr }) => hasQr);
};

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

test("whatever process dies around whichever transaction, a version is the same as without", TIMEOUT, async () => {
  const { world, versions } = await askFor(1);
  const [versionId = ""] = versions;

  const deaths = await workAndDie(world, () => areAllDrawn(world, versions));
  await startWorker(world);
  await told(200, Type.Any(), act(world, versionId, "activate"));
  const replayed = await replay(world, versionId);

  expect(deaths).toBe(6); // before and after: compile, sign, draw
  expect(replayed).toEqual({ verification: "passed" });
  expect(await eventsOf(world, versionId)).toEqual([...STORY, "PASSPORT_ACTIVATED", "PASSPORT_REPLAYED"]);
  expect(await tasksOf(world)).toEqual(TASKS.map((type) => ({ type, tasks: 1n, completed: 1n })));
});
