/** Story: workers are killed with kill -9 around each of their transactions; nothing is lost or doubled. */
import { sql } from "@rota/engine";
import { Type } from "typebox";
import { expect, test } from "vitest";
import { expectBody } from "../life/answers.ts";
import { startWorker, workAndDie } from "../life/dying-workers.ts";
import type { World } from "../life/world.ts";
import { postAction, eventsOf, replay } from "./version-steps.ts";
import { areAllDrawn, askFor, STORY, TASKS } from "./waiting-versions.ts";

const TIMEOUT = { timeout: 600_000 };

const tasksOf = ({ database }: World) =>
  database.query(sql<{ type: string; tasks: bigint; completed: bigint }>`
    select type, count(*) as tasks, count(*) filter (where chunks.state = 'COMPLETED') as completed
      from rota.tasks join rota.chunks using (task_id) where type = any (${TASKS}) group by type order by min(task_id)`);

test("a version is the same whichever process is killed around whichever transaction", TIMEOUT, async () => {
  const { world, versions } = await askFor(1);
  const [versionId = ""] = versions;

  const deaths = await workAndDie(world, () => areAllDrawn(world, versions));
  await startWorker(world);
  await expectBody(200, Type.Any(), postAction(world, versionId, "activate"));
  const replayed = await replay(world, versionId);

  expect(deaths).toBe(6); // before and after: compile, sign, draw
  expect(replayed).toEqual({ verification: "passed" });
  expect(await eventsOf(world, versionId)).toEqual([...STORY, "PASSPORT_ACTIVATED", "PASSPORT_REPLAYED"]);
  expect(await tasksOf(world)).toEqual(TASKS.map((type) => ({ type, tasks: 1n, completed: 1n })));
});
