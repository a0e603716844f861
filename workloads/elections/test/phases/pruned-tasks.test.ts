/** Tests that an election says the same about itself when the engine has pruned everything that was over. */
import { createEngine, defineTask, fixed, silentLogger, sql } from "@rota/engine";
import { setLane } from "@rota/engine/admin";
import { pruneFinished, takeTurns } from "@rota/engine/internal";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { readJson } from "../../src/core/records/json-reader.ts";
import { tallyCreation } from "../../src/tasks/tally-creation.ts";
import { logAttempts } from "../../src/tasks/attempt-log.ts";
import { expectStatus } from "../life/toy-life.ts";
import { openWorld, type World } from "../life/world.ts";
import { storeToy } from "./stored-toy.ts";
import { combine, decrypt, official, tally, WAIT } from "./toy-phases.ts";
import { downloadRecord } from "./toy-record-download.ts";

const QUEUES = ["tally.creation", "partial.decryption", "compensated.decryption", "combine.decryption"];

let world: World;
beforeAll(async () => {
  world = await openWorld({ on: "postgres" });
});
afterAll(() => world.dispose());

/** Prunes all tasks that are over, whenever they ended, and the dispatch log. */
async function pruneAll(electionId: string): Promise<void> {
  const group = `election-${electionId}`;
  await vi.waitUntil(async () => {
    // Claims absorb what settled work left, which pruning waits for.
    await takeTurns(world.database, {
      queue: tallyCreation.pool,
      routes: QUEUES,
      limit: 1,
      owner: "nobody",
      leaseMs: 60_000,
    });
    await pruneFinished(world.database, { olderThanMs: 0 });
    const left = await world.database.query(sql`
      select task_id from rota.tasks where group_name = ${group} and type like any (array['%-creation', '%-merge', '%-decryption', '%-assembly'])`);
    return left.length === 0;
  }, WAIT);
  await world.database.query(sql`delete from rota.dispatch_log`);
}

const PATHS = [
  "/v1/elections/{id}",
  "/v1/elections/{id}/tally",
  "/v1/elections/{id}/combine",
  "/v1/elections/{id}/decryption",
  "/v1/elections/{id}/results",
  "/api/election/{id}/tally-status",
  "/api/combine-status/{id}",
  "/api/election/{id}/guardians/decryption-progress",
  "/api/worker-logs/tally/{id}",
  "/api/worker-logs/decryption/partial/{id}",
  "/api/worker-logs/decryption/compensated/{id}",
  "/api/worker-logs/combine/{id}",
];

async function saidBy(electionId: string): Promise<Record<string, unknown>> {
  const said: [string, unknown][] = [];
  for (const path of PATHS) said.push([path, (await official(world, "GET", path.replace("{id}", electionId))).body]);
  return Object.fromEntries(said);
}

/** Returns the progress of the phases, by task. */
async function progressOf(electionId: string): Promise<unknown[]> {
  const answer = await expectStatus(200, official(world, "GET", `/api/scheduler/election/${electionId}/progress`));
  const types = ["TALLY_CREATION", "PARTIAL_DECRYPTION", "COMPENSATED_DECRYPTION", "COMBINE_DECRYPTION"];
  return answer
    .list()
    .filter((task) => types.includes(task.member("taskType").text()))
    .map((task) => [
      task.member("taskInstanceId").text(),
      task.member("totalChunks").integer(),
      task.member("completedChunks").integer(),
      task.member("completionPercentage").integer(),
      task.member("complete").boolean(),
    ])
    .sort();
}

test("with a retention of nothing, status, progress, worker logs, results and the record stay as they were", async () => {
  const toy = await storeToy(world.database, { cast: 3, challenged: 1, chunkSize: 1, guardians: 2, quorum: 1 });
  const { electionId } = toy;
  await tally(world, electionId);
  await decrypt(world, toy, 1);
  await combine(world, electionId);
  const recordBefore = await downloadRecord(world, electionId);
  const [before, progress] = [await saidBy(electionId), await progressOf(electionId)];

  await pruneAll(electionId);

  expect(await saidBy(electionId)).toEqual(before);
  expect(await progressOf(electionId)).toEqual(progress);
  expect(before["/v1/elections/{id}/tally"]).toMatchObject({ status: "completed", createdBy: "olga" });
  expect(progress).toHaveLength(4);
  const logOf = async (folder: string) => readFile(join(folder, "worker_log.jsonl"), "utf8");
  const log = await logOf(await downloadRecord(world, electionId));
  expect(log).toBe(await logOf(recordBefore));
  const [first] = log.split("\n");
  const task = readJson(first ?? "", "worker_log.jsonl");
  expect(task.member("task_instance_id").text()).toMatch(new RegExp(`^TALLY_e${electionId}_`));
  expect(
    task
      .member("attempts")
      .list()
      .map((attempt) => [attempt.member("chunk_number").integer(), attempt.member("status").text()]),
  ).toEqual([1, 2, 3].map((number) => [number, "COMPLETED"]));
  for (const attempt of task.member("attempts").list()) {
    expect(attempt.member("log_hash").text()).toMatch(/^[0-9a-f]{64}$/);
    expect(attempt.member("turn").integer()).toBeGreaterThan(0);
    expect([attempt.member("queue").text(), attempt.member("pool").text()]).toEqual(["tally.creation", "default"]);
  }
});

test("each attempt has a row, with the error of one that failed", async () => {
  const { database } = world;
  const { electionId } = await storeToy(database, { cast: 1 });
  let runs = 0;
  const flaky = defineTask({
    name: "elections.tally-creation",
    queue: "test.flaky",
    retry: fixed({ delayMs: 1, retries: 2 }),
    split: (input: { electionId: string }) => [input],
    run: () => {
      if (++runs === 1) throw new Error("the disk is full");
    },
  });
  const engine = await createEngine({ tasks: [logAttempts(flaky)], database, logger: silentLogger });
  onTestFinished(() => engine.stop());
  await engine.start();

  const place = { tenant: "default", group: `election-${electionId}`, taskKey: `TALLY_e${electionId}_1` };
  await (await engine.submit(flaky, { electionId }, place)).result();

  const answer = await expectStatus(200, official(world, "GET", `/api/worker-logs/tally/${electionId}`));
  const rows = answer.list().map((row) => ({
    status: row.member("status").text(),
    error: row.optional("errorMessage")?.text(),
    hasTimes: [row.member("startTime").text(), row.member("endTime").text()].every((time) => time.length === 24),
  }));
  expect(rows).toEqual([
    { status: "FAILED", error: "the disk is full", hasTimes: true },
    { status: "COMPLETED", error: undefined, hasTimes: true },
  ]);
});

test("a tally that was stopped is still a stopped one after pruning", async () => {
  const { electionId } = await storeToy(world.database, { cast: 2, chunkSize: 1 });
  const path = `/v1/elections/${electionId}`;
  const status = async () => (await official(world, "GET", `${path}/tally`)).body;
  await setLane(world.database, { queue: "tally.creation" }, { isPaused: true });
  await expectStatus(202, official(world, "POST", `${path}/tally`, {}));
  await expectStatus(200, official(world, "POST", `${path}/tally/stop`, {}));
  const stopped = { status: "failed", errorMessage: "it was stopped", totalChunks: 2, failedChunks: 2 };
  await vi.waitFor(async () => expect(await status()).toMatchObject(stopped), WAIT);
  const before = await status();
  await setLane(world.database, { queue: "tally.creation" }, { isPaused: false });

  await pruneAll(electionId);

  expect(await status()).toEqual(before);
  const election = (await expectStatus(200, official(world, "GET", path))).member("election");
  expect(election.member("stateError").text()).toBe("it was stopped");
});
