/** Tests of lane settings that come early, change or are removed: they take effect exactly and block no lane. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "../../src/database/migrate.ts";
import { completeChunks } from "../../src/worker/settle-chunks.ts";
import { openTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { countOf, StoryQueue } from "./fairness-support.ts";

const HOUR_US = 3_600_000_000;
const MICROSECOND_US = 1;

let opened: TestDatabase;
let stories = 0;
beforeAll(async () => {
  opened = await openTestDatabase({ on: "pglite" });
  await migrate(opened.database);
});
afterAll(() => opened.dispose());

const newQueue = (): StoryQueue => new StoryQueue(opened.database, `settings-${String(++stories)}`);

test("a task that is paused and resumed before its first turn keeps its cost, weight and cap", async () => {
  const story = newQueue();
  const expensive = { name: "expensive", tenant: "T", count: 20, cost: 5, weight: 2, maxInFlight: 3 };
  const [taskId = 0n] = await story.submit(expensive, { name: "cheap", tenant: "T", count: 40 });
  await story.setTask("T", taskId, { isPaused: true });
  await story.setTask("T", taskId, { isPaused: false });

  const received = await story.names(20);

  // Each expensive chunk uses up 5 / 2 turns, and at most three of them may run.
  expect(countOf("expensive", received.slice(0, 4))).toBe(1);
  expect(countOf("expensive", received.slice(0, 6))).toBe(2);
  expect(countOf("expensive", received)).toBe(3);
});

test("settings that were made before a task's first turn override those of the task", async () => {
  const story = newQueue();
  const [taskId = 0n] = await story.submit(
    { name: "A", tenant: "T", count: 20, weight: 5, maxInFlight: 1 },
    { name: "B", tenant: "T", count: 20 },
  );
  await story.setTask("T", taskId, { weight: 1, maxInFlight: null });

  const received = await story.names(10);

  expect(countOf("A", received)).toBe(5);
});

test("a lane whose weight is raised does not keep waiting by its old weight", async () => {
  const story = newQueue();
  await story.submit({ name: "A", count: 20 }, { name: "B", count: 20 });
  expect(await story.names(1)).toEqual(["A1"]);
  await story.setTenant("A", { weight: 100 });
  await story.setTenant("B", { weight: 100 });

  const received = await story.names(10);

  expect(countOf("A", received)).toBe(5);
});

test("a rate allows its burst, however the turns are claimed", async () => {
  const [whole, single] = [newQueue(), newQueue()];
  for (const story of [whole, single]) {
    await story.setTenant("A", { rateUs: HOUR_US, rateBurst: 3 });
    await story.submit({ name: "A", count: 10 });
  }

  const one: string[] = [];
  for (let claim = 0; claim < 5; claim++) one.push(...(await single.names(1)));

  expect(await whole.names(1)).toEqual(["A1"]);
  expect(await whole.names(5)).toEqual(["A2", "A3"]);
  expect(one).toEqual(["A1", "A2", "A3"]);
});

test("a rate that is raised or removed takes effect with the next claim", async () => {
  const story = newQueue();
  await story.setTenant("A", { rateUs: HOUR_US, rateBurst: 4 });
  await story.setQueue({ rateUs: HOUR_US, rateBurst: 4 });
  await story.submit({ name: "A", count: 10 });
  expect(await story.names(8)).toHaveLength(4);

  await story.setTenant("A", { rateUs: MICROSECOND_US });
  await story.setQueue({ rateUs: null });

  expect(await story.names(8)).toHaveLength(4);
});

test("a queue that had a rate before it got a cap counts only what still runs", async () => {
  const story = newQueue();
  await story.setQueue({ rateUs: MICROSECOND_US, rateBurst: 5 });
  await story.submit({ name: "A", count: 20 });
  await completeChunks(story.database, await story.take(5));

  await story.setQueue({ rateUs: null, maxInFlight: 2 });

  expect(await story.names(5)).toHaveLength(2);
});

test("a large claim of expensive chunks may be given in parts, and the next one continues", async () => {
  const story = newQueue();
  await story.submit({ name: "expensive", count: 80, cost: 7 });

  const first = await story.names(80);
  const second = await story.names(80);

  expect(first.length).toBeGreaterThan(0);
  expect(first.length + second.length).toBe(80);
});
