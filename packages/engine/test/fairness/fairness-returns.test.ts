/** Tests of chunks that come back while a claim decides: the claim cannot know of them, and its log entry must still be correct. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { migrate } from "../../src/database/migrate.ts";
import { auditQueue } from "../../src/fairness/audit-queue.ts";
import type { TakenChunk } from "../../src/fairness/take-turns.ts";
import { completeChunks, settleChunks } from "../../src/worker/settle-chunks.ts";
import { lockChanges, selectWhoWaitsForUs } from "../support/story-rows.sql.ts";
import { openTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { StoryQueue } from "./fairness-support.ts";

/** More arrivals than one claim absorbs. */
const ARRIVALS_MANY = 1_001;

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase({ on: "postgres" });
  await migrate(opened.database);
});
afterAll(() => opened.dispose());

test("chunks that come back while a claim decides are given by the next one, and the audit passes", async () => {
  const story = new StoryQueue(opened.database, "alone");
  await story.submit({ name: "A", count: 10 });
  const held = await story.take(6);
  await story.submit({ name: "B", count: 1 });

  const names = await claimWhile(story, 4, () => giveBack(held));

  expect(names.sort()).toEqual(["A7", "A8", "A9", "B1"]);
  expect(await story.names(10)).toEqual(["A1", "A2", "A3", "A4", "A5", "A6", "A10"]);
  await expectAudited(story);
});

test("so is the chunk that was given last, beside others of its tenant", async () => {
  const story = new StoryQueue(opened.database, "last");
  await story.submit({ name: "A", count: 4 }, { name: "B", count: 4, tenant: "A" });
  const held = await story.take(3);
  await story.submit({ name: "C", count: 1 });

  const names = await claimWhile(story, 3, () => giveBack(held.slice(-1)));

  expect(names).not.toContain(String(held.at(-1)?.payload));
  expect([...names, ...(await story.names(10))]).toContain(String(held.at(-1)?.payload));
  await expectAudited(story);
});

test.each([
  { told: "first", names: ["A1", "A2"] },
  { told: "last", names: ["A7", "A8"] },
] as const)("when the $told chunks came back before, and others do so meanwhile, the audit holds", async (order) => {
  const story = new StoryQueue(opened.database, order.told);
  await story.submit({ name: "A", count: 8 });
  const [first, last] = [await story.take(3), await story.take(3)];
  const [before, meanwhile] = order.told === "first" ? [first, last] : [last, first];
  await giveBack(before);

  const names = await claimWhile(story, 2, () => giveBack(meanwhile));

  expect(names).toEqual(order.names);
  expect([...names, ...(await story.names(10))].sort()).toEqual(["A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8"]);
  await expectAudited(story);
});

test("chunks whose return is beyond what one claim absorbs wait until a later claim absorbs it", async () => {
  const story = new StoryQueue(opened.database, "many");
  await story.submit({ name: "A", count: 10 });
  const held = await story.take(6);
  const others = Array.from({ length: ARRIVALS_MANY }, (_, n) => ({ name: `B${String(n)}-`, count: 1, tenant: "B" }));
  await story.submit(...others);
  await giveBack(held);

  const names = await story.names(4);

  expect(names.filter((name) => name.startsWith("A"))).toEqual(["A7", "A8"]);
  expect(await story.names(20)).toEqual(expect.arrayContaining(["A1", "A2", "A3", "A4", "A5", "A6", "A9", "A10"]));
  await expectAudited(story);
});

test("whatever comes back while several claim, no chunk is lost and the audit passes", async () => {
  const story = new StoryQueue(opened.database, "busy");
  await story.submit(
    { name: "A", count: 120 },
    { name: "B", count: 60, tenant: "shared" },
    { name: "C", count: 60, tenant: "shared", cost: 7 },
    { name: "D", count: 60, cost: 21 },
  );
  const completed: string[] = [];
  const isOver = () => completed.length === 300;

  const claimer = async (): Promise<void> => {
    while (!isOver()) {
      const chunks = await story.take(1 + Math.floor(Math.random() * 12));
      const returned = chunks.filter(() => Math.random() < 0.3);
      const done = chunks.filter((chunk) => !returned.includes(chunk));
      await Promise.all([giveBack(returned), completeChunks(opened.database, done)]);
      completed.push(...done.map(({ payload }) => String(payload)));
    }
  };
  await Promise.all(Array.from({ length: 4 }, claimer));

  expect(new Set(completed).size).toBe(300);
  await expectAudited(story);
});

/** Returns the chunks of a claim that reads its changes before the given thing happens, and decides after it. */
async function claimWhile(story: StoryQueue, limit: number, happen: () => Promise<void>): Promise<string[]> {
  const { claimed } = await opened.database.transaction(async (tx) => {
    await tx.query(lockChanges(story.queue));
    const claiming = story.names(limit);
    claiming.catch(() => undefined); // the caller that awaits it gets the error
    await vi.waitUntil(async () => (await tx.query(selectWhoWaitsForUs())).length > 0, { timeout: 120_000 });
    await happen();
    return { claimed: claiming };
  });
  return claimed;
}

async function giveBack(chunks: readonly TakenChunk[]): Promise<void> {
  const ended = chunks.map((chunk) => ({ ...chunk, kind: "return" as const }));
  expect(await settleChunks(opened.database, { owner: "story", ended })).toEqual({ lost: [] });
}

async function expectAudited({ queue }: StoryQueue): Promise<void> {
  expect((await auditQueue(opened.database, { queue })).difference).toBeUndefined();
}
