/** Tests of replaying and discarding rejected events. */
import { expect, test, vi } from "vitest";
import { insertAll, openIntakeBench, type IntakeBench } from "../../test/support/intake-bench.ts";
import { eventRejected } from "./define-intake.ts";
import { readOutcome } from "./outcome-watch.ts";
import { discardRejected, listRejected, replayRejected, showRejected } from "./rejected-events.ts";

const WAIT = { timeout: 15_000, interval: 20 };
const EVENT = { tenant: "ann", eventId: "e1", payload: { amount: 1 } };

test("a rejected event is replayed under its id, and the history names the actor", async () => {
  const { bench, open } = await closedPeriod();
  const { engine, intake, database } = bench;
  const refused = await engine.receive(intake, EVENT);
  const again = await engine.receive(intake, EVENT);
  const [rejected] = await listRejected(database);
  if (rejected === undefined) throw new Error("nothing was rejected");

  open();
  const replayed = await replayRejected(database, {
    intake,
    rejectedId: rejected.rejectedId,
    actor: "bob",
    reason: "opened",
  });
  await vi.waitUntil(async () => (await readOutcome(database, EVENT))?.kind === "done", WAIT);

  expect([refused.status, again.status]).toEqual([422, 422]);
  expect(rejected).toMatchObject({ code: "CLOSED", times: 2, state: "OPEN" });
  expect(replayed).toEqual({ tenant: "ann", eventId: "e1", outcome: "stored" });
  expect(await bench.effects()).toEqual(["ann/e1"]);
  expect(await showRejected(database, rejected.rejectedId)).toMatchObject({
    state: "REPLAYED",
    payload: EVENT.payload,
    history: [{ action: "REPLAYED", actor: "bob", reason: "opened", details: { isEdited: false } }],
  });
  await expect(
    replayRejected(database, { intake, rejectedId: rejected.rejectedId, actor: "bob" }),
  ).rejects.toMatchObject({
    code: "REJECTED_EVENT_CLOSED",
  });
});

test("after an edited replay another delivery of the original is a conflict that names both", async () => {
  const { bench, open } = await closedPeriod();
  const { engine, intake, database } = bench;
  await engine.receive(intake, EVENT);
  const rejectedId = (await listRejected(database))[0]?.rejectedId ?? 0n;

  open();
  await replayRejected(database, { intake, rejectedId, actor: "bob", edited: { payload: { amount: 5 } } });
  await vi.waitUntil(async () => (await readOutcome(database, EVENT))?.kind === "done", WAIT);
  const original = await engine.receive(intake, EVENT);
  const edited = await engine.receive(intake, { ...EVENT, payload: { amount: 5 } });

  expect([original.status, edited.status]).toEqual([409, 200]);
  const [conflict] = await listRejected(database, { kind: "CONFLICT" });
  expect(await showRejected(database, conflict?.rejectedId ?? 0n)).toMatchObject({
    payload: { amount: 1 },
    held: { payload: { amount: 5 } },
  });
});

test("an edited replay under a new id refers to the rejected event, which is kept and no longer accepted", async () => {
  const { bench, open } = await closedPeriod();
  const { engine, intake, database } = bench;
  await engine.receive(intake, EVENT);
  const rejectedId = (await listRejected(database))[0]?.rejectedId ?? 0n;

  const edited = { eventId: "e1-edited", payload: { amount: 5 } };
  await replayRejected(database, { intake, rejectedId, actor: "bob", edited });
  await vi.waitUntil(async () => (await listRejected(database)).length === 1, WAIT);
  const [again] = await listRejected(database);
  open();
  await replayRejected(database, { intake, rejectedId: again?.rejectedId ?? 0n, actor: "bob" });
  await vi.waitUntil(async () => (await bench.effects()).length === 1, WAIT);

  expect(again).toMatchObject({ eventId: "e1-edited", origin: { source: "replay", replayOf: "e1" } });
  expect(await bench.effects()).toEqual(["ann/e1-edited"]);
  expect(await showRejected(database, rejectedId)).toMatchObject({
    ...{ state: "REPLAYED", eventId: "e1", payload: EVENT.payload, replayedAs: "e1-edited" },
    history: [{ actor: "bob", details: { isEdited: true, eventId: "e1-edited" } }],
  });
  expect((await showRejected(database, again?.rejectedId ?? 0n)).replayedAs).toBeUndefined();
  expect(await engine.receive(intake, EVENT)).toMatchObject({ status: 422, body: { code: "EVENT_DISCARDED" } });
});

test("a new id without an edited payload is refused, and an intake may refuse an edited payload without a new id", async () => {
  const { bench } = await closedPeriod();
  const { engine, database } = bench;
  const intake = { ...bench.intake, editsNeedNewIds: true };
  await engine.receive(intake, EVENT);
  const rejectedId = (await listRejected(database))[0]?.rejectedId ?? 0n;
  const replay = (edited: object) => replayRejected(database, { intake, rejectedId, actor: "bob", edited });

  await expect(replay({ eventId: "e2" })).rejects.toThrow(/keeps its id: edit its payload/);
  await expect(replay({ payload: { amount: 5 } })).rejects.toThrow(/needs an event id of its own/);
  await expect(replay({ eventId: "e2", payload: EVENT.payload })).rejects.toMatchObject({ code: "EVENT_INVALID" });
  expect((await listRejected(database)).map(({ eventId, times }) => [eventId, times])).toEqual([["e1", 1]]);
  expect(await replay({ payload: EVENT.payload })).toMatchObject({ eventId: "e1", outcome: "stored" });
});

test("a discarded event is never accepted, however often it is delivered, and cannot be discarded again", async () => {
  const { bench, open } = await closedPeriod();
  const { engine, intake, database } = bench;
  await engine.receive(intake, EVENT);
  const rejectedId = (await listRejected(database))[0]?.rejectedId ?? 0n;

  await discardRejected(database, { rejectedId, actor: "bob", reason: "a test of the sender's" });
  open();
  const delivered = await engine.receive(intake, EVENT);

  expect(delivered).toMatchObject({ status: 422, body: { code: "EVENT_DISCARDED" } });
  expect(await bench.effects()).toEqual([]);
  expect(await listRejected(database)).toEqual([]);
  expect((await listRejected(database, { state: "DISCARDED" })).length).toBe(1);
  const again = discardRejected(database, { rejectedId, actor: "bob", reason: "again" });
  await expect(again).rejects.toMatchObject({ code: "REJECTED_EVENT_CLOSED" });
  const unknown = discardRejected(database, { rejectedId: 0n, actor: "bob", reason: "none" });
  await expect(unknown).rejects.toMatchObject({ code: "REJECTED_EVENT_NOT_FOUND" });
  await expect(discardRejected(database, { rejectedId, actor: "", reason: "x" })).rejects.toMatchObject({
    code: "EVENT_INVALID",
  });
});

/** Opens an intake whose handler rejects all events until `open` is called. */
async function closedPeriod(): Promise<{ bench: IntakeBench; open: () => void }> {
  let isOpen = false;
  const bench = await openIntakeBench({
    handle: async (events, context) => {
      if (!isOpen) return events.map(() => eventRejected("CLOSED", "the period is closed"));
      await insertAll(events, context);
      return undefined;
    },
  });
  return { bench, open: () => void (isOpen = true) };
}
