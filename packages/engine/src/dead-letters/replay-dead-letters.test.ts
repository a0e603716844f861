/** Tests of replaying many dead letters. */
import { describe, expect, test, vi } from "vitest";
import { verifyAudit } from "../audit-log/verify-audit.ts";
import { createHeldClock } from "../../test/support/held-clock.ts";
import { openDeadLetterBench } from "../../test/support/dead-letter-bench.ts";
import { discardDeadLetter } from "./decide-dead-letter.ts";
import { replayDeadLetters, type ReplayProgress } from "./replay-dead-letters.ts";

const WAIT = { timeout: 15_000, interval: 20 };

describe.each(["pglite", "postgres"] as const)("on %s", (on) => {
  test("all matching chunks and events are replayed, and each replay is in the audit log", async () => {
    const { database, intake, work, deadTask, deadEvent, openIds } = await openDeadLetterBench(on);
    const mine = await deadTask(25);
    await deadEvent("e1");
    const other = await deadTask(1, { tenant: "bob" });
    const progress: ReplayProgress[] = [];

    const report = await replayDeadLetters(
      database,
      { tenant: "ann" },
      { actor: "op", intakes: [intake], onProgress: (seen) => progress.push(seen) },
    );

    expect(report).toEqual({ done: 26, failed: 0, left: 0, failures: [] });
    expect(progress.map(({ done, left }) => [done, left])).toEqual([
      [10, 16],
      [20, 6],
      [26, 0],
    ]);
    expect(await openIds({ kind: "chunk" })).toEqual([`chunk-${String(other)}-1`]);
    expect(new Set(await work.chunkStates(mine))).toEqual(new Set(["PENDING"]));
    expect(await verifyAudit(database)).toMatchObject({ entries: 26, differing: 0 });
  });

  test("dead letters are replayed at the requested rate, the oldest first, and a stopped replay can be resumed", async () => {
    const { database, work, deadTask } = await openDeadLetterBench(on);
    const taskId = await deadTask(10);
    const clock = createHeldClock();
    const stop = new AbortController();
    const replayed = async () => (await work.chunkStates(taskId)).filter((state) => state === "PENDING").length;
    const options = { actor: "op", perSecond: 20, clock };

    const running = replayDeadLetters(database, { kind: "chunk" }, { ...options, signal: stop.signal });
    const seen: number[] = [];
    for (let step = 0; step < 3; step++) {
      await vi.waitUntil(() => clock.waiting() === 1, WAIT);
      seen.push(await replayed());
      await clock.advance(99);
      seen.push(await replayed());
      await clock.advance(1);
    }
    await vi.waitUntil(() => clock.waiting() === 1, WAIT);
    stop.abort();
    const stopped = await running;
    const newest = (await work.chunkStates(taskId)).slice(-2);
    const rest = await replayDeadLetters(database, { kind: "chunk" }, { actor: "op" });

    expect(seen).toEqual([2, 2, 4, 4, 6, 6]);
    expect(stopped).toMatchObject({ done: 8, failed: 0, left: 2 });
    expect(newest).toEqual(["FAILED", "FAILED"]);
    expect(rest).toMatchObject({ done: 2, left: 0 });
  });

  test("dead letters that cannot be replayed are reported and stay open, and discarded ones are skipped", async () => {
    const { database, intake, engine, deadTask, deadEvent, openIds, effects } = await openDeadLetterBench(on);
    const discarded = `chunk-${String(await deadTask(1))}-1`;
    await discardDeadLetter(database, discarded, { actor: "op", reason: "not needed" });
    await engine.receive(intake, { tenant: "ann", eventId: "e1", payload: { amount: 1 } });
    await engine.receive(intake, { tenant: "ann", eventId: "e1", payload: { amount: 2 } });
    const [conflict = ""] = await openIds();
    await deadEvent("e2");

    const report = await replayDeadLetters(database, { tenant: "ann" }, { actor: "op", intakes: [intake] });
    await vi.waitUntil(async () => (await openIds()).length === 2, WAIT);
    const unknown = await replayDeadLetters(database, { kind: "event" }, { actor: "op" });

    expect(report).toMatchObject({
      done: 1,
      failed: 1,
      left: 0,
      failures: [{ id: conflict, code: "REJECTED_EVENT_CLOSED" }],
    });
    expect(unknown).toMatchObject({ done: 0, failed: 2, failures: [{ code: "DEAD_LETTER_INVALID" }, {}] });
    expect(await effects()).toEqual(["ann/e1"]);
  });
});

test("at most limit dead letters are replayed, and those that fail again meanwhile are skipped", async () => {
  const { database, work, deadTask, openIds } = await openDeadLetterBench("pglite");
  const taskId = await deadTask(4);

  const report = await replayDeadLetters(database, { code: "BROKEN" }, { actor: "op", limit: 3, perSecond: 10_000 });
  for (const chunk of await work.take()) await work.end(chunk, "FAIL", { error: { code: "BROKEN" } });

  expect(report).toMatchObject({ done: 3, left: 1 });
  expect((await openIds()).slice(-1)).toEqual([`chunk-${String(taskId)}-4`]);
  expect(await openIds()).toHaveLength(4);
});

test("a replay without a filter, an actor, a valid rate or a valid limit is refused", async () => {
  const { database } = await openDeadLetterBench("pglite");
  const op = { actor: "op" };

  for (const [filter, replay] of [
    [{}, op],
    [{ kind: "chunk" as const }, { actor: "" }],
    [{ kind: "chunk" as const }, { ...op, perSecond: 0 }],
    [{ kind: "chunk" as const }, { ...op, limit: 0 }],
  ] as const)
    await expect(replayDeadLetters(database, filter, replay)).rejects.toMatchObject({ code: "DEAD_LETTER_INVALID" });
});
