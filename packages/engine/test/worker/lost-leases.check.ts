/** Story: a worker that is only busy keeps its lease. */
import { expect, test, vi } from "vitest";
import { selectAttempts } from "../support/story-rows.sql.ts";
import { IS_LONG, openStory, TASKS, WAIT } from "../support/story-support.ts";

const LEASE_MS = 3_000;
const BLOCK_MS = IS_LONG ? 15_000 : 7_000;
const SHORT_LEASE = { leaseMs: LEASE_MS, leaseRenewMs: LEASE_MS / 6 };
const SELDOM = { ...WAIT, interval: 100 };

test("a handler that blocks its process for longer than its lease keeps it and runs once, whoever claims meanwhile", async () => {
  const story = await openStory();
  const blocked = await story.startWorker({ slots: 1, config: { workerId: "blocked", ...SHORT_LEASE } });
  const blocking = await story.submit(TASKS.block, { blockMs: BLOCK_MS });
  await blocked.said("runs");

  await story.startWorker({ config: { workerId: "eager", pollIntervalMs: 10 } });
  let others = 0;
  await vi.waitUntil(async () => {
    await story.submit(TASKS.block, { blockMs: 0 });
    others++;
    return (await story.effects()).includes(`${String(blocking)}/1`);
  }, SELDOM);
  await story.untilAllEnded();

  const runs = (await story.runs()).map(({ chunk }) => chunk);
  expect(runs.filter((chunk) => chunk === `${String(blocking)}/1`)).toHaveLength(1);
  expect(await story.database.query(selectAttempts())).toEqual([]);
  expect(await story.effects()).toHaveLength(1 + others);
});
