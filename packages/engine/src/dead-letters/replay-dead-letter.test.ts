/** Tests of replaying, editing and discarding a dead letter. */
import { describe, expect, test, vi } from "vitest";
import { listAudit } from "../audit-log/list-audit.ts";
import { verifyAudit } from "../audit-log/verify-audit.ts";
import { createEncryptingCodec } from "../codec/encrypting-codec.ts";
import type { Database } from "../database/database.ts";
import { sql } from "../database/sql.ts";
import { redriveChunks } from "../tasks/redrive-chunks.ts";
import { pruneFinished } from "../retention/retention-loop.ts";
import { defineTask } from "../tasks/define-task.ts";
import { readMessage } from "../intake/read-message.ts";
import { storeEvents } from "../intake/store-events.ts";
import { openDeadLetterBench } from "../../test/support/dead-letter-bench.ts";
import { showDeadLetter } from "./show-dead-letter.ts";
import { discardDeadLetter, replayDeadLetter } from "./decide-dead-letter.ts";

const WAIT = { timeout: 15_000, interval: 20 };
const ann = { actor: "ann" };
const SHA256_OF_1 = "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b";
const SHA256_OF_7 = "7902699be42c8a8e46fbbb4501726517e86b22c56a189f7625a6da49081b2451";

const count = defineTask({
  name: "count",
  split: (pages: number[]) => pages,
  chunk: (value: unknown) => {
    if (typeof value !== "number") throw new Error("a page must be a number");
    return value;
  },
  run: (page) => Promise.resolve(page),
});

describe.each(["pglite", "postgres"] as const)("on %s", (on) => {
  test("a replayed chunk waits with a new set of attempts, and its task is active again", async () => {
    const { database, work, deadTask, openIds } = await openDeadLetterBench(on);
    const taskId = await deadTask(2);
    const id = `chunk-${String(taskId)}-2`;

    expect(await replayDeadLetter(database, id, ann)).toEqual({ id, outcome: "waiting" });

    expect(await work.chunk(taskId, 2)).toMatchObject({ state: "PENDING", attempt: 0, payload: 2 });
    expect(await work.chunkStates(taskId)).toEqual(["FAILED", "PENDING"]);
    expect(await work.taskState(taskId)).toBe("ACTIVE");
    expect(await openIds()).toEqual([`chunk-${String(taskId)}-1`]);
    expect(await recordedActions(database)).toEqual([[id, "dead-letter.replayed", "ann", { code: "BROKEN" }]]);
  });

  test("a replayed event passes its intake again, and is accepted after an edit", async () => {
    const { database, intake, deadEvent, openIds, effects } = await openDeadLetterBench(on);
    const intakes = [intake];
    const hash: unknown = expect.stringMatching(/^[0-9a-f]{64}$/);
    await deadEvent("e1");
    const [first = ""] = await openIds();

    await replayDeadLetter(database, first, { ...ann, intakes });
    await vi.waitUntil(async () => (await openIds()).length === 1, WAIT);
    const [again = ""] = await openIds();
    await replayDeadLetter(database, again, { ...ann, intakes, payload: { amount: 5 } });
    await vi.waitUntil(async () => (await effects()).length === 1, WAIT);

    expect(again).not.toBe(first);
    expect(await effects()).toEqual(["ann/e1"]);
    expect(await openIds()).toEqual([]);
    expect(await recordedActions(database)).toMatchObject([
      [first, "dead-letter.replayed", "ann", { intake: intake.name, eventId: "e1", outcome: "stored" }],
      [again, "dead-letter.edited", "ann", { before: hash }],
      [again, "dead-letter.replayed", "ann", {}],
    ]);
    expect(await verifyAudit(database)).toMatchObject({ entries: 3, differing: 0 });
  });

  test("of concurrent decisions about a dead letter one succeeds, and the others learn who made it", async () => {
    const { database, intake, work, deadTask, deadEvent, openIds } = await openDeadLetterBench(on);
    const taskId = await deadTask(1);
    await deadEvent("e1");

    for (const id of await openIds()) {
      const tries = await Promise.allSettled([
        replayDeadLetter(database, id, { actor: "ann", intakes: [intake] }),
        replayDeadLetter(database, id, { actor: "bob", intakes: [intake] }),
        discardDeadLetter(database, id, { actor: "cy", reason: "not needed" }),
      ]);
      const refused = tries.flatMap((tried): unknown[] => (tried.status === "rejected" ? [tried.reason] : []));
      expect(refused).toHaveLength(2);
      for (const error of refused) {
        expect(error).toMatchObject({ code: "DEAD_LETTER_CLOSED" });
        expect(String(error)).toMatch(/was (replayed|discarded) by (ann|bob|cy) at 2/);
      }
    }

    const decided = (await recordedActions(database)).map(([id]) => id);
    expect(new Set(decided).size).toBe(2);
    expect(decided).toHaveLength(2);
    expect(["PENDING", "FAILED"]).toContain((await work.chunk(taskId)).state);
    expect(await verifyAudit(database)).toMatchObject({ differing: 0 });
  });

  test("an edited payload is checked by its definition, and a refused one changes nothing", async () => {
    const { database, intake, work, deadTask, deadEvent, openIds } = await openDeadLetterBench(on);
    const taskId = await deadTask(2);
    await deadEvent("e1");
    const before = await openIds();
    const [event = "", chunk = ""] = before;
    const edit = (id: string, payload: unknown) =>
      replayDeadLetter(database, id, { ...ann, payload, tasks: [count], intakes: [intake] });

    await expect(edit(chunk, "two")).rejects.toMatchObject({ code: "INPUT_INVALID" });
    await expect(edit(chunk, "x".repeat(1_048_577))).rejects.toMatchObject({ code: "TASK_INVALID" });
    await expect(edit(chunk, "\0")).rejects.toMatchObject({ code: "TASK_INVALID" });
    await expect(edit(event, { amount: "more" })).rejects.toMatchObject({ code: "INPUT_INVALID" });
    await expect(replayDeadLetter(database, chunk, { ...ann, payload: 1 })).rejects.toThrow(
      /task "count" in version 1/,
    );
    await expect(replayDeadLetter(database, event, ann)).rejects.toThrow(/give its definition among intakes/);
    await expect(replayDeadLetter(database, chunk, { actor: " " })).rejects.toThrow(/actor must be a text/);

    expect(await openIds()).toEqual(before);
    expect(await work.chunk(taskId, 2)).toMatchObject({ state: "FAILED", payload: 2 });
    expect(await recordedActions(database)).toEqual([]);
  });

  test("an edited chunk runs with its new payload, and the audit log has the hashes of both", async () => {
    const { database, work, deadTask } = await openDeadLetterBench(on);
    const taskId = await deadTask(1);
    const id = `chunk-${String(taskId)}-1`;

    await replayDeadLetter(database, id, { ...ann, payload: 7, tasks: [count], reason: "one page was lost" });

    expect(await work.chunk(taskId)).toMatchObject({ state: "PENDING", payload: 7 });
    expect((await recordedActions(database)).map(([, action, , details]) => [action, details])).toEqual([
      ["dead-letter.edited", { before: SHA256_OF_1, after: SHA256_OF_7 }],
      ["dead-letter.replayed", { code: "BROKEN", reason: "one page was lost" }],
    ]);
  });

  test("a discarded dead letter is kept, still counts as failed, and is replayed only with force", async () => {
    const { database, intake, work, deadTask, deadEvent, openIds, effects } = await openDeadLetterBench(on);
    const taskId = await deadTask(1);
    await deadEvent("e1");
    const [event = "", chunk = ""] = await openIds();

    for (const id of [event, chunk]) await discardDeadLetter(database, id, { ...ann, reason: "not needed" });

    expect(await openIds()).toEqual([]);
    expect([await work.taskState(taskId), (await work.chunk(taskId)).state]).toEqual(["FAILED", "FAILED"]);
    expect(await redriveChunks(database, { taskId })).toBe(0);
    for (const id of [event, chunk]) {
      expect(await showDeadLetter(database, id)).toMatchObject({ state: "discarded", acts: [{ action: "discarded" }] });
      await expect(replayDeadLetter(database, id, { ...ann, intakes: [intake] })).rejects.toThrow(/with force/);
    }
    await replayDeadLetter(database, chunk, { ...ann, force: true });
    await replayDeadLetter(database, event, { ...ann, force: true, intakes: [intake], payload: { amount: 1 } });
    expect((await work.chunk(taskId)).state).toBe("PENDING");
    await vi.waitUntil(async () => (await effects()).length === 1, WAIT);
    expect(await verifyAudit(database)).toMatchObject({ entries: 5, differing: 0 });
  });
});

test("an edited payload is stored encoded, and the audit log has the hashes of the encoded payloads", async () => {
  const { database, work, deadTask } = await openDeadLetterBench("pglite");
  const codec = createEncryptingCodec({ keys: { a: Buffer.alloc(32, 1) }, current: "a" });
  const taskId = await deadTask(1);
  const id = `chunk-${String(taskId)}-1`;

  await replayDeadLetter(database, id, { ...ann, payload: 7, tasks: [count], codec });

  expect(await work.chunk(taskId)).toMatchObject({ payload: { key: "a" } });
  expect(JSON.stringify(await recordedActions(database))).not.toContain(SHA256_OF_7);
});

test("an unreadable message is replayed with the missing fields, or discarded in the audit log of tenant system", async () => {
  const { database, intake, openIds, effects } = await openDeadLetterBench("pglite");
  const garbage = (body: string) => ({
    body: Buffer.from(body),
    exchange: "x",
    routingKey: "a.b",
    messageId: "m",
    headers: {},
  });
  for (const body of ["no json", "none either"])
    await storeEvents(database, [{ intake, reading: readMessage(intake, garbage(body)) }]);
  const [second = "", first = ""] = await openIds();
  const lacking = { tenant: "bob", eventId: "e9", payload: { amount: 9 } };

  await expect(replayDeadLetter(database, first, { ...ann, intakes: [intake] })).rejects.toThrow();
  await replayDeadLetter(database, first, { ...ann, intakes: [intake], ...lacking });
  await discardDeadLetter(database, second, { ...ann, reason: "garbage" });

  await vi.waitUntil(async () => (await effects()).length === 1, WAIT);
  expect(await effects()).toEqual(["bob/e9"]);
  expect(await showDeadLetter(database, first)).toMatchObject({ routingKey: "a.b", state: "replayed" });
  const { entries } = await listAudit(database);
  expect(entries.map(({ tenant, action }) => `${tenant} ${action}`)).toEqual([
    "system dead-letter.discarded",
    "bob dead-letter.replayed",
    "bob dead-letter.edited",
  ]);
});

test("the payload of the chunk that ends a task cannot be edited, because it has none", async () => {
  const { database, work } = await openDeadLetterBench("pglite");
  const taskId = await work.submit(1, { hasFinish: true });
  await work.complete(await work.takeOne());
  await work.end(await work.takeOne(), "FAIL");
  const id = `chunk-${String(taskId)}-2`;

  await expect(replayDeadLetter(database, id, { ...ann, payload: 1, tasks: [count] })).rejects.toThrow(/ends its task/);
  expect(await replayDeadLetter(database, id, ann)).toMatchObject({ outcome: "waiting" });
});

test("the decision about a chunk is deleted with the chunk", async () => {
  const { database, deadTask } = await openDeadLetterBench("pglite");
  const id = `chunk-${String(await deadTask(1))}-1`;
  await discardDeadLetter(database, id, { ...ann, reason: "not needed" });

  expect(await pruneFinished(database, { olderThanMs: 0 })).toMatchObject({ tasks: 1, chunks: 1 });

  expect(await database.query(selectDecisions())).toEqual([]);
  await expect(showDeadLetter(database, id)).rejects.toMatchObject({ code: "DEAD_LETTER_NOT_FOUND" });
});

/** Lists the recorded actions on the dead letters of tenant ann, the oldest first. */
async function recordedActions(
  database: Database,
): Promise<[id: string, action: string, actor: string | null, details: unknown][]> {
  const { entries } = await listAudit(database, { tenant: "ann", first: "oldest" });
  return entries.map(({ subject, action, actor, details }) => [subject.id, action, actor, details]);
}

const selectDecisions = () => sql`select task_id from rota.dead_chunks`;
