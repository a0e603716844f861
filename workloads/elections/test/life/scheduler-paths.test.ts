/** Tests the `/api/scheduler` paths of the original system, whose fields other programs read. */
import { createEngine, defineTask, silentLogger, submitTasks } from "@rota/engine";
import { createKey } from "@rota/engine/admin";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { expectStatus } from "./toy-life.ts";
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
let electionId: number;
beforeAll(async () => {
  world = await openWorld({ on: "pglite", isWorking: false });
  const { ask, database, keys } = world;
  const body = { electionTitle: "Club", candidateNames: ["Ann", "Bob"], guardianEmails: ["g1"], tenant: "acme" };
  const created = await expectStatus(201, ask("POST", "/api/create-election", { key: keys.operator, body }));
  electionId = created.member("electionId").integer();
  const engine = await createEngine({ tasks: [count], database, logger: silentLogger });
  await engine.start();
  const place = { tenant: "acme", group: `election-${String(electionId)}`, taskKey: "counted" };
  await (await engine.submit(count, { pages: ["to be", "or not"] }, place)).result();
  await engine.stop();
});
afterAll(() => world.dispose());

const fieldsOf = (body: unknown) => Object.keys(typeof body === "object" && body !== null ? body : {});

test("the progress of a task and of an election has exactly the fields of the original", async () => {
  const { ask, keys } = world;
  const task = await ask("GET", "/api/scheduler/task/counted/progress", { key: keys.viewer });
  const path = `/api/scheduler/election/${String(electionId)}/progress`;
  const election = await ask("GET", path, { key: keys.viewer });

  expect(task).toMatchObject({ status: 200, body: counted });
  expect(fieldsOf(task.body)).toEqual(Object.keys(counted));
  expect(election.body).toEqual([counted]);
});

test("an election is found by its id by who may see all tenants or its own, and by nobody else", async () => {
  const { ask, database, keys } = world;
  const { key: foreign } = await createKey(database, { name: "eve", roles: ["operator"], tenant: "other" });
  const path = `/api/scheduler/election/${String(electionId)}/progress`;
  const asked = (key: string, query = "") => ask("GET", `${path}${query}`, { key });

  const answers = [await asked(keys.viewer), await asked(keys.acme), await asked(keys.viewer, "?tenant=acme")];
  const refused = [await asked(foreign), await asked(keys.viewer, "?tenant=other")];

  expect(answers.map(({ body }) => body)).toEqual([[counted], [counted], [counted]]);
  for (const answer of refused) expect(answer).toMatchObject({ status: 404, body: { code: "ELECTION_NOT_FOUND" } });
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

test("12,000 waiting jobs are task instances and pending chunks in every place that counts them, and none is completed", async () => {
  const { ask, database, keys } = world;
  const JOBS = 12_000;
  const job = { queue: "mail", tenant: "acme", group: "g", type: "demo.mail", chunks: [{}] };
  for (let made = 0; made < JOBS; made += 4_000)
    await submitTasks(
      database,
      Array.from({ length: 4_000 }, () => job),
    );

  const key = keys.viewer;
  const source = await ask("GET", "/api/scheduler/stats", { key });
  const statistics = await expectStatus(200, ask("GET", "/v1/statistics", { key }));
  const queues = await expectStatus(200, ask("GET", "/v1/queues", { key }));
  const metrics = String((await ask("GET", "/metrics", { key })).body);

  const [openTasks, states] = [statistics.member("openTasks"), statistics.member("chunksByState")];
  expect([openTasks, states.member("PENDING")].map((count) => count.member("precision").text())).toEqual([
    "exact",
    "exact",
  ]);
  const pending = states.member("PENDING").member("count").integer();
  expect(pending).toBeGreaterThanOrEqual(JOBS);
  expect(source.body).toMatchObject({
    activeTaskInstances: openTasks.member("count").integer(),
    taskInstancesByType: { MAIL: JOBS },
    totalChunksCompleted: 2,
    chunksByState: { PENDING: pending, QUEUED: 0, PROCESSING: 0, COMPLETED: 2, FAILED: 0 },
  });
  const mail = queues
    .member("items")
    .list()
    .find((item) => item.member("queue").text() === "mail");
  expect(mail?.member("waiting").member("count").integer()).toBe(JOBS);
  expect(metrics).toContain(`rota_chunks{state="PENDING"} ${String(pending)}`);
  expect(metrics).toContain('rota_chunks{state="COMPLETED"} 2');
  expect(metrics).toContain(`rota_open_tasks{type="demo.mail"} ${String(JOBS)}`);
});
