/** Story: workers and relays are killed while a thousand tasks run, and each task announces its completion exactly once. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTaskListeners } from "../../src/engine/task-listeners.ts";
import { silentLogger } from "../../src/runtime/logger.ts";
import { planTask } from "../../src/tasks/plan-task.ts";
import { submitTasks } from "../../src/tasks/submit-tasks.ts";
import { startRelay } from "../outbox/relay-support.ts";
import { openStory, type Story, TASKS, WAIT } from "../support/story-support.ts";
import { makeTaken, selectAnnounced, selectTaken } from "../support/support.sql.ts";
import { type BrokerBench, openBrokerBench } from "../support/test-broker.ts";

const TASK_COUNT = 1_000;
const CHUNKS = 2;
const ROUNDS = 6;
const PATIENCE = { ...WAIT, timeout: 240_000 };

let story: Story;
let bench: BrokerBench;
beforeAll(async () => {
  story = await openStory({ atEnd: afterAll });
  bench = await openBrokerBench();
});
afterAll(() => bench.dispose());

test(
  "kill -9 of workers and relays: each of 1,000 tasks has one completion event, one in each sink and one for each listener",
  { timeout: 600_000 },
  async () => {
    const { database } = story;
    await database.query(makeTaken());
    const { exchange } = bench.topology();
    const received: bigint[] = [];
    const listeners = createTaskListeners({
      database,
      logger: silentLogger,
      config: { pollIntervalMs: 1_000 },
      refuseAfterStop: () => undefined,
    });
    await listeners.on("task.completed", ({ taskId }) => received.push(taskId));
    const placement = { tenant: "ann", group: "stories", announce: ["completed", "failed"] } as const;
    const task = await planTask(TASKS.effect, { chunks: CHUNKS, workMs: 1 }, placement);
    const submitted = await submitTasks(database, Array(TASK_COUNT).fill(task));
    const completed = async () => (await database.query(selectAnnounced())).filter(isCompletion);

    for (let round = 1; round <= ROUNDS; round++) {
      const workers = [await story.startWorker({ slots: 20 }), await story.startWorker({ slots: 20 })];
      const relays = [1, 2].map(() => startRelay({ database, bench, exchange, diesAt: "" }));
      const due = Math.min(TASK_COUNT - 1, (TASK_COUNT / ROUNDS) * round);
      await vi.waitUntil(async () => (await completed()).length >= due, PATIENCE);
      for (const { process: worker } of workers) worker.kill("SIGKILL");
      for (const relay of relays) relay.kill("SIGKILL");
    }
    await story.startWorker({ slots: 20 });
    startRelay({ database, bench, exchange, diesAt: "" });
    await story.untilAllEnded();
    await vi.waitUntil(async () => (await database.query(selectTaken())).length >= TASK_COUNT, PATIENCE);
    await vi.waitUntil(() => received.length >= TASK_COUNT, PATIENCE);
    await listeners.stop();

    const ids = submitted.map(({ taskId }) => String(taskId)).toSorted();
    expect((await database.query(selectAnnounced())).map(({ task_id: id }) => String(id)).toSorted()).toEqual(ids);
    const taken = (await database.query(selectTaken())).map(({ name }) => name.slice(0, name.indexOf("/")));
    expect(taken.toSorted()).toEqual(ids);
    expect(received.map(String).toSorted()).toEqual(ids);
  },
);

const isCompletion = ({ type }: { readonly type: string }): boolean => type === "task.completed";
