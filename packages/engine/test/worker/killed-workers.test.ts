/** Story: a worker process is killed in the middle of work, and its effect happens exactly once. */
import { expect, test } from "vitest";
import { chunksOf, openStory, TASKS } from "../support/story-support.ts";

test("what a killed worker had is run at once by one that is started again under the same name", async () => {
  const story = await openStory();
  const config = { workerId: "ann" };
  const first = await story.startWorker({ config });
  const taskId = await story.submit(TASKS.held, { deeds: ["commit"], isDeaf: true });
  await first.said("runs");

  first.process.kill("SIGKILL");
  await first.ended;
  const second = await story.startWorker({ config });
  second.process.kill("SIGUSR2");
  await story.untilAllEnded(); // within less than a lease

  expect(await story.effects()).toEqual(chunksOf(taskId, 1));
  expect((await story.runs()).map(({ pid }) => pid)).toEqual([first.pid, second.pid]);
});
