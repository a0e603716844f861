/** Story: a chunk that kills whatever process runs it becomes a dead letter, and ends no other work. */
import { expect, onTestFinished, test } from "vitest";
import { silentLogger } from "../../src/runtime/logger.ts";
import { createSupervisor, startWorkerProcess } from "../../src/worker/supervisor.ts";
import { selectAttempts, selectChunks } from "../support/story-rows.sql.ts";
import { chunksOf, openStory, TASKS } from "../support/story-support.ts";
import { POISON_RUNS } from "../support/story-tasks.ts";

const CHUNKS = 6;
const POISONED = 3;
const GRACE_MS = 20_000;

test("a chunk that kills its process each time ends as a dead letter after its attempts; the chunks beside it complete with one each", async () => {
  const story = await openStory();
  const supervisor = createSupervisor({
    start: () => startWorkerProcess(story.workerArguments()),
    count: 1,
    logger: silentLogger,
  });
  onTestFinished(() => supervisor.kill());
  const poisoned = await story.submit(TASKS.poison, { chunks: CHUNKS, poisoned: POISONED });
  const beside = await story.submit(TASKS.effect, { chunks: CHUNKS, workMs: 50 });

  await supervisor.start();
  await story.untilAllEnded();
  await supervisor.stop(GRACE_MS);

  const isPoison = (taskId: bigint, number: number): boolean => taskId === poisoned && number === POISONED;
  const chunks = await story.database.query(selectChunks());
  expect(chunks.map(({ state, attempt }) => ({ state, attempt }))).toEqual(
    chunks.map(({ task_id: taskId, number }) =>
      isPoison(taskId, number) ? { state: "DEAD_LETTER", attempt: POISON_RUNS } : { state: "COMPLETED", attempt: 1 },
    ),
  );
  const poison = `${String(poisoned)}/${String(POISONED)}`;
  const others = [...chunksOf(poisoned, CHUNKS), ...chunksOf(beside, CHUNKS)].filter((chunk) => chunk !== poison);
  expect(await story.effects()).toEqual(others);
  // Once beside others, when it was unknown which one was to blame, and then alone for each of its attempts.
  expect((await story.runs()).filter(({ chunk }) => chunk === poison)).toHaveLength(1 + POISON_RUNS);
  expect((await story.database.query(selectAttempts())).every(({ outcome }) => outcome === "LOST")).toBe(true);
});
