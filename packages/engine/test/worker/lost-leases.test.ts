/** Story: a worker that was stopped for longer than its lease changes nothing. */
import { expect, test } from "vitest";
import { renewLeases } from "../../src/leases/renew-leases.ts";
import {
  selectAttempts,
  selectChunks,
  selectEffects,
  selectLeases,
  selectProgress,
} from "../support/story-rows.sql.ts";
import { openStory, TASKS } from "../support/story-support.ts";
import type { HeldDeed } from "../support/story-tasks.ts";

const LEASE_MS = 3_000;
const SHORT_LEASE = { leaseMs: LEASE_MS, leaseRenewMs: LEASE_MS / 4 };

test("whatever a worker does after it was stopped past its lease is refused, while another has the chunks and after it", async () => {
  const story = await openStory();
  const deeds: HeldDeed[] = ["return", "throw", "commit", "progress"];
  const stale = await story.startWorker({ config: { workerId: "stale", ...SHORT_LEASE } });
  const taskId = await story.submit(TASKS.held, { deeds, isDeaf: true });
  await stale.said("runs", deeds.length);
  const tokens = (await story.database.query(selectLeases("stale"))).map((lease) => lease.lease_token);

  stale.process.kill("SIGSTOP");
  const next = await story.startWorker({ config: { workerId: "next" } });
  await next.said("runs");
  const taken = await story.database.query(selectChunks());
  stale.process.kill("SIGCONT");
  for (const deed of deeds) await stale.said(`${deed} continues`);
  stale.process.kill("SIGTERM");
  await stale.ended;

  expect(taken.map(({ state, owner }) => ({ state, owner }))).toEqual(
    deeds.map(() => ({ state: "PROCESSING", owner: "next" })),
  );
  expect(await story.database.query(selectChunks())).toEqual(taken);
  expect(await story.database.query(selectEffects())).toEqual([]);
  expect(await story.database.query(selectProgress())).toEqual([]);
  const renewal = { owner: "stale", tokens, over: [], leaseMs: LEASE_MS };
  expect((await renewLeases(story.database, renewal)).lost).toEqual(tokens);

  next.process.kill("SIGUSR2");
  await story.untilAllEnded();
  expect((await story.database.query(selectChunks())).map(({ state }) => state)).toEqual([
    "COMPLETED",
    "FAILED", // as the one said that had it last
    "COMPLETED",
    "COMPLETED",
  ]);
  expect(await story.database.query(selectEffects())).toEqual([{ task_id: taskId, number: 3, worker: "next" }]);
  const outcomes = (await story.database.query(selectAttempts())).map(({ outcome, owner }) => `${outcome} ${owner}`);
  expect(outcomes).toEqual([...deeds.map(() => "LOST stale"), "FAIL next"]);
});
