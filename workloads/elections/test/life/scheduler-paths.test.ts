/** Tests the `/api/scheduler` paths of the original system, whose fields other programs read. */
import { createEngine, defineTask, silentLogger } from "@rota/engine";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openWorld, type World } from "./world.ts";

const count = defineTask({
  name: "demo.count-words",
  split: ({ pages }: { pages: string[] }) => pages,
  run: (page: string) => page.split(" ").length,
});
const counted = {
  taskInstanceId: "counted",
  taskType: "COUNT_WORDS",
  totalChunks: 2,
  completedChunks: 2,
  failedChunks: 0,
  processingChunks: 0,
  queuedChunks: 0,
  pendingChunks: 0,
  completionPercentage: 100,
  complete: true,
};

let world: World;
beforeAll(async () => {
  world = await openWorld({ on: "pglite", isWorking: false });
  const { database } = world;
  const engine = await createEngine({ tasks: [count], database, logger: silentLogger });
  await engine.start();
  const place = { tenant: "acme", group: "election-42", taskKey: "counted" };
  await (await engine.submit(count, { pages: ["to be", "or not"] }, place)).result();
  await engine.stop();
});
afterAll(() => world.dispose());

const fieldsOf = (body: unknown) => Object.keys(typeof body === "object" && body !== null ? body : {});

test("the progress of a task and of an election has exactly the fields of the original", async () => {
  const { ask, keys } = world;
  const task = await ask("GET", "/api/scheduler/task/counted/progress", { key: keys.viewer });
  const election = await ask("GET", "/api/scheduler/election/42/progress?tenant=acme", { key: keys.viewer });

  expect(task).toMatchObject({ status: 200, body: counted });
  expect(fieldsOf(task.body)).toEqual(Object.keys(counted));
  expect(election.body).toEqual([counted]);
});

test("a task of another tenant is not shown", async () => {
  const { ask, database, keys } = world;
  const engine = await createEngine({ tasks: [count], database, logger: silentLogger });
  onTestFinished(() => engine.stop());
  await engine.submit(count, { pages: ["a"] }, { tenant: "other", group: "g", taskKey: "foreign" });

  const answer = await ask("GET", "/api/scheduler/task/foreign/progress", { key: keys.acme });

  expect(answer).toMatchObject({ status: 404, body: { code: "TASK_NOT_FOUND" } });
});

test("the statistics have exactly the fields of the original, and are refused to who is bound to a tenant", async () => {
  const { ask, keys } = world;
  const { status, body } = await ask("GET", "/api/scheduler/stats", { key: keys.viewer });
  const refused = await ask("GET", "/api/scheduler/stats", { key: keys.acme });

  expect(status).toBe(200);
  expect(fieldsOf(body)).toEqual([
    "activeTaskInstances",
    "totalChunksQueued",
    "totalChunksCompleted",
    "totalChunksFailed",
    "taskInstancesByType",
    "chunksByState",
  ]);
  expect(body).toMatchObject({ totalChunksCompleted: 2, chunksByState: { COMPLETED: 2, FAILED: 0 } });
  expect(refused).toMatchObject({ status: 403, body: { code: "TENANT_FOREIGN" } });
});
