/** Tests of listing and showing dead letters. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createEncryptingCodec } from "../codec/encrypting-codec.ts";
import { sql } from "../database/sql.ts";
import { cancelTask } from "../tasks/change-task.ts";
import { openDeadLetterBench, type DeadLetterBench } from "../../test/support/dead-letter-bench.ts";
import { discardDeadLetter, replayDeadLetter } from "./decide-dead-letter.ts";
import { listDeadLetters } from "./list-dead-letters.ts";
import { showDeadLetter } from "./show-dead-letter.ts";

const TIMEOUT_MS = 600_000;

describe.each(["pglite", "postgres"] as const)("on %s", (on) => {
  test("dead chunks and rejected events are one list, the newest first, distinguished by their kind", async () => {
    const { database, intake, work, deadTask, deadEvent } = await openDeadLetterBench(on);
    const first = await deadTask(1, { code: "EARLY" });
    await deadEvent("e1");
    const second = await deadTask(1, { tenant: "bob", type: "tally", code: "LATE" });

    const { letters, next } = await listDeadLetters(database);

    expect(next).toBeUndefined();
    expect(letters).toMatchObject([
      {
        id: `chunk-${String(second)}-1`,
        kind: "chunk",
        tenant: "bob",
        type: "tally",
        code: "LATE",
        reason: "it broke",
      },
      {
        kind: "event",
        tenant: "ann",
        intake: intake.name,
        eventId: "e1",
        rejection: "REJECTED",
        code: "INPUT_INVALID",
      },
      { id: `chunk-${String(first)}-1`, state: "open", queue: work.queue, group: "g", attempts: 1, number: 1 },
    ]);
    expect(letters[1]?.id).toMatch(/^event-\d+$/);
  });

  test("a filter keeps the dead letters that match all of its fields, and an impossible filter is refused", async () => {
    const { database, intake, work, deadTask, deadEvent, openIds } = await openDeadLetterBench(on);
    const [ann, bob] = [await deadTask(2), await deadTask(1, { tenant: "bob", type: "tally", code: "OTHER" })];
    await deadEvent("e1", { tenant: "bob" });
    const middle = new Date((await listDeadLetters(database, { tenant: "bob", kind: "chunk" })).letters[0]?.at ?? 0);
    const chunk = `chunk-${String(bob)}-1`;
    const event: unknown = expect.stringMatching(/^event-/);

    expect(await openIds({ tenant: "bob" })).toEqual([event, chunk]);
    expect(await openIds({ tenant: "bob", kind: "event" })).toEqual([event]);
    expect(await openIds({ intake: intake.name })).toEqual([event]);
    expect(await openIds({ queue: work.queue, code: "OTHER" })).toEqual([chunk]);
    expect(await openIds({ type: "tally" })).toEqual([chunk]);
    expect(await openIds({ code: "INPUT_INVALID" })).toEqual([event]);
    expect(await openIds({ from: middle })).toEqual([event, chunk]);
    expect(await openIds({ before: middle })).toEqual([`chunk-${String(ann)}-2`, `chunk-${String(ann)}-1`]);
    for (const listing of [
      { limit: 0 },
      { after: "x" },
      { kind: "event" as const, queue: "q" },
      { type: "t", intake: "i" },
    ])
      await expect(listDeadLetters(database, listing)).rejects.toMatchObject({ code: "DEAD_LETTER_INVALID" });
  });

  test(
    "paging shows each existing dead letter once, in one order, while others arrive and are decided",
    { timeout: TIMEOUT_MS },
    async () => {
      const bench = await openDeadLetterBench(on);
      let run = 0;

      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.constantFrom("chunk" as const, "event" as const), { minLength: 1, maxLength: 12 }),
          fc.array(fc.constantFrom("chunk", "event", "replay", "none"), { maxLength: 8 }),
          fc.integer({ min: 1, max: 5 }),
          fc.integer({ min: 1, max: 4 }),
          async (before, during, limit, times) => {
            const tenant = `tenant-${String(++run)}`;
            for (const [index, kind] of before.entries()) await add(bench, { kind, tenant, name: `b${String(index)}` });
            await bench.database.query(tieChunks(tenant, times));
            await bench.database.query(tieEvents(tenant, times));
            const there = await bench.openIds({ tenant });

            const { seen, decided } = await pageThrough(bench, { tenant, limit, during });

            expect(there).toHaveLength(before.length);
            expect(new Set(seen).size).toBe(seen.length);
            expect(seen.filter((id) => there.includes(id))).toEqual(
              there.filter((id) => seen.includes(id) || !decided.has(id)),
            );
          },
        ),
        { numRuns: on === "pglite" ? 12 : 6 },
      );
    },
  );

  test("a dead letter is shown with its payload, error, history and origin", async () => {
    const { database, intake, work, deadTask, deadEvent, openIds } = await openDeadLetterBench(on);
    const taskId = await deadTask(2);
    const chunk = `chunk-${String(taskId)}-2`;
    await deadEvent("e1");
    const [event = ""] = await openIds({ kind: "event" });
    await replayDeadLetter(database, chunk, { actor: "ann", reason: "fixed" });
    await work.end(await work.takeOne(), "FAIL", { error: { code: "AGAIN" } });

    expect(await showDeadLetter(database, chunk)).toMatchObject({
      ...{ id: chunk, state: "open", code: "AGAIN", payload: 2, error: { code: "AGAIN" } },
      pastAttempts: [
        { attempt: 1, outcome: "FAIL", error: { code: "BROKEN" } },
        { attempt: 1, outcome: "FAIL", error: { code: "AGAIN" } },
      ],
      acts: [{ action: "replayed", actor: "ann", details: { code: "BROKEN", reason: "fixed" } }],
    });
    expect(await showDeadLetter(database, event)).toMatchObject({
      ...{ id: event, intake: intake.name, payload: { amount: "much" }, origin: { source: "direct" }, acts: [] },
    });
  });

  test("a chunk that is not a dead letter is not found, and the error names its state", async () => {
    const { database, work, openIds } = await openDeadLetterBench(on);
    const cancelled = await work.submit(2);
    await work.end(await work.takeOne(), "FAIL");
    await cancelTask(database, cancelled);
    const waiting = await work.submit(1);
    const shown = (id: string) => showDeadLetter(database, id);

    await expect(shown("letter-1")).rejects.toMatchObject({ code: "DEAD_LETTER_INVALID" });
    await expect(shown("chunk-99999999999999999999-1")).rejects.toMatchObject({ code: "DEAD_LETTER_INVALID" });
    await expect(shown("chunk-999999-1")).rejects.toThrow(/there is no chunk 1 of task 999999/);
    await expect(shown("event-999999")).rejects.toMatchObject({ code: "DEAD_LETTER_NOT_FOUND" });
    await expect(shown(`chunk-${String(waiting)}-1`)).rejects.toThrow(/is PENDING/);
    await expect(shown(`chunk-${String(cancelled)}-1`)).rejects.toThrow(/was cancelled: submit another task/);
    expect(await openIds()).toEqual([]);
  });
});

test("an encrypted payload is shown decrypted, or with the reason why it cannot be decrypted", async () => {
  const { database, deadTask } = await openDeadLetterBench("pglite");
  const codec = createEncryptingCodec({ keys: { a: Buffer.alloc(32, 1) }, current: "a" });
  const stranger = createEncryptingCodec({ keys: { b: Buffer.alloc(32, 2) }, current: "b" });
  const problem: unknown = expect.stringContaining('its key "a" is not among keys');
  const payload = await codec.encode({ card: "4111" }, { field: "payload", type: "count" });
  const id = `chunk-${String(await deadTask(1, { chunks: [{ payload }] }))}-1`;

  expect(await showDeadLetter(database, id, { codec })).toMatchObject({ payload: { card: "4111" } });
  expect(await showDeadLetter(database, id, { codec: stranger })).toMatchObject({
    payload: { key: "a" },
    payloadProblem: problem,
  });
});

test("decided dead letters are listed by their state", async () => {
  const { database, deadTask, deadEvent, openIds } = await openDeadLetterBench("pglite");
  const taskId = await deadTask(3);
  await deadEvent("e1");
  const [event = "", third = "", second = "", first = ""] = await openIds();
  await replayDeadLetter(database, third, { actor: "ann" });
  for (const id of [event, second]) await discardDeadLetter(database, id, { actor: "ann", reason: "not needed" });
  const listed = async (state: "replayed" | "discarded") =>
    (await listDeadLetters(database, { state })).letters.map(({ id }) => id);

  expect(first).toBe(`chunk-${String(taskId)}-1`);
  expect([await openIds(), await listed("replayed"), await listed("discarded")]).toEqual([
    [first],
    [third],
    [event, second],
  ]);
});

type Added = { readonly kind: "chunk" | "event"; readonly tenant: string; readonly name: string };

async function add(bench: DeadLetterBench, { kind, tenant, name }: Added): Promise<void> {
  if (kind === "chunk") await bench.deadTask(1, { tenant });
  else await bench.deadEvent(name, { tenant });
}

type Paging = { readonly tenant: string; readonly limit: number; readonly during: readonly string[] };

async function pageThrough(bench: DeadLetterBench, { tenant, limit, during }: Paging) {
  const seen: string[] = [];
  const decided = new Set<string>();
  const steps = [...during];
  for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
    const page = await listDeadLetters(bench.database, { tenant, limit, ...(after === undefined ? {} : { after }) });
    seen.push(...page.letters.map(({ id }) => id));
    after = page.next;
    const step = steps.shift();
    if (step === "chunk" || step === "event")
      await add(bench, { kind: step, tenant, name: `d${String(steps.length)}` });
    const oldest = (await bench.openIds({ tenant, kind: "chunk" })).at(-1);
    if (step !== "replay" || oldest === undefined) continue;
    await discardDeadLetter(bench.database, oldest, { actor: "ann", reason: "in between" });
    decided.add(oldest);
  }
  return { seen, decided };
}

/** Gives several dead letters the same time, so that their ids decide the order. */
const tieChunks = (tenant: string, times: number) => sql`
  update rota.chunks set finished_at = now() - (chunks.task_id % ${times}::integer) * interval '1 second'
    from rota.tasks where tasks.task_id = chunks.task_id and tenant = ${tenant}`;

const tieEvents = (tenant: string, times: number) => sql`
  update rota.rejected_events set rejected_at = now() - (rejected_id % ${times}::integer) * interval '1 second' where tenant = ${tenant}`;
