/** Tests of receiving and handling events without a broker. */
import { payloadHash } from "@rota/proofs";
import { describe, expect, test, vi } from "vitest";
import { RotaError } from "../errors.ts";
import { PermanentError } from "../tasks/outcome.ts";
import { insertAll, openIntakeBench } from "../../test/support/intake-bench.ts";
import { fallDueAll, insertEffects, refuseEven } from "../../test/support/support.sql.ts";
import { eventDone, eventLater, eventRejected } from "./define-intake.ts";
import { readOutcome } from "./outcome-watch.ts";
import { listRejected } from "./rejected-events.ts";

const WAIT = { timeout: 15_000, interval: 20 };

describe.each(["pglite", "postgres"] as const)("on %s", (on) => {
  test("an event that is sent again gets the same answer, and another payload under its id is a conflict", async () => {
    const { engine, intake, database, effects, counts } = await openIntakeBench({
      on,
      handle: async (events, context) => {
        await insertAll(events, context);
        return events.map(({ payload }) => eventDone({ posted: payload.amount }));
      },
    });
    const event = { tenant: "ann", eventId: "e1", payload: { amount: 1, note: "x" } };

    const first = await engine.receive(intake, event);
    const again = await engine.receive(intake, { ...event, payload: { note: "x", amount: 1 } });
    const other = await engine.receive(intake, { ...event, payload: { amount: 2 } });
    const ofAnother = await engine.receive(intake, { ...event, tenant: "bob", payload: { amount: 2 } });

    expect(first).toEqual({ status: 201, body: { posted: 1 }, headers: {} });
    expect(again).toEqual({ status: 200, body: { posted: 1 }, headers: { "idempotent-replayed": "true" } });
    expect(other).toMatchObject({ status: 409, body: { code: "IDEMPOTENCY_CONFLICT" } });
    expect(ofAnother.status).toBe(201);
    expect(await effects()).toEqual(["ann/e1", "bob/e1"]);
    expect(await counts()).toMatchObject({ stored: 2, duplicates: 1, conflicts: 1, done: 2 });
    expect(await listRejected(database, { kind: "CONFLICT" })).toMatchObject([
      { tenant: "ann", eventId: "e1", times: 1 },
    ]);
  });
});

test("a handler gets the hash of each payload, which identifies copies", async () => {
  const { engine, intake, database } = await openIntakeBench({
    handle: (events) => Promise.resolve(events.map(({ payloadHash: hash }) => eventDone({ hash }))),
  });

  const { body } = await engine.receive(intake, { tenant: "ann", eventId: "e1", payload: { note: "x", amount: 1 } });

  expect(body).toEqual({ hash: payloadHash({ amount: 1, note: "x" }) });
  expect(await readOutcome(database, { tenant: "ann", eventId: "e1" })).toMatchObject({
    payloadHash: payloadHash({ amount: 1, note: "x" }),
  });
});

test("the first sender gets the same answer as later ones, though it was not read from the database", async () => {
  const answer = { at: new Date(Date.UTC(2026, 0, 2)), nothing: undefined, list: [1, undefined] };
  const { engine, intake, database } = await openIntakeBench({
    handle: (events) => Promise.resolve(events.map(() => eventDone(answer))),
  });
  const event = { tenant: "ann", eventId: "e1", payload: { amount: 1 } };

  const first = await engine.receive(intake, event);
  const again = await engine.receive(intake, event);

  expect(first.body).toStrictEqual({ at: "2026-01-02T00:00:00.000Z", list: [1, null] });
  expect(again.body).toStrictEqual(first.body);
  expect(await readOutcome(database, event)).toMatchObject({ answer: first.body });
});

test("events that are received with a copy of the definition are handled together with the others", async () => {
  const sizes: number[] = [];
  const { engine, intake } = await openIntakeBench({
    isIdle: true,
    handle: (events) => {
      sizes.push(events.length);
      return Promise.resolve();
    },
  });
  const send = (nth: number) =>
    engine.receive(nth % 2 === 0 ? intake : { ...intake }, {
      tenant: "ann",
      eventId: `e${String(nth)}`,
      payload: { amount: nth },
    });
  const sent = Promise.all([0, 1, 2, 3].map(send));
  await engine.start();

  expect((await sent).map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(sizes).toEqual([4]);
});

test("an event that is not handled in time is answered with 202, and its outcome can be read later", async () => {
  const { engine, intake, database } = await openIntakeBench({ isIdle: true });
  const event = { tenant: "ann", eventId: "e1", payload: { amount: 1 } };

  const early = await engine.receive(intake, event, { waitMs: 0 });
  const waiting = await readOutcome(database, event);
  await engine.start();

  expect(early).toMatchObject({ status: 202, body: { tenant: "ann", eventId: "e1" }, headers: { "retry-after": "1" } });
  expect(waiting).toMatchObject({ kind: "waiting" });
  await vi.waitUntil(async () => (await readOutcome(database, event))?.kind === "done", WAIT);
  expect(await readOutcome(database, { tenant: "ann", eventId: "unknown" })).toBeUndefined();
});

test("an event that its schema refuses is answered with the reason, and may be sent again", async () => {
  const { engine, intake, effects } = await openIntakeBench();
  const event = { tenant: "ann", eventId: "e1", payload: { amount: "much" } };

  const refused = await engine.receive(intake, event);
  const fixed = await engine.receive(intake, { ...event, payload: { amount: 5 } });

  expect(refused).toMatchObject({ status: 422, body: { code: "INPUT_INVALID" } });
  expect(JSON.stringify(refused.body)).toContain("amount must be a number");
  expect(fixed.status).toBe(201);
  expect(await effects()).toEqual(["ann/e1"]);
});

test("an invalid event is refused at once", async () => {
  const { engine, intake } = await openIntakeBench({ isIdle: true, eventBytesMax: 100 });
  const receive = (event: { tenant: string; eventId: string; payload: unknown }) => engine.receive(intake, event);

  await expect(receive({ tenant: "", eventId: "e", payload: 1 })).rejects.toMatchObject({ code: "EVENT_INVALID" });
  await expect(receive({ tenant: "a", eventId: "e\0", payload: 1 })).rejects.toMatchObject({ code: "EVENT_INVALID" });
  await expect(receive({ tenant: "a", eventId: "e", payload: NaN })).rejects.toMatchObject({ code: "EVENT_INVALID" });
  await expect(receive({ tenant: "a", eventId: "e", payload: "x".repeat(101) })).rejects.toMatchObject({
    code: "EVENT_TOO_LARGE",
  });
});

test("events that make a batch fail are found and rejected, and the others of the batch are done once", async () => {
  const { engine, intake, database, effects, counts } = await openIntakeBench({
    isIdle: true,
    handle: async (events, { tx, tenant }) => {
      await tx.query(
        insertEffects(
          tenant,
          events.map(({ eventId, payload }) => ({ eventId, ...payload })),
        ),
      );
      const amounts = events.map(({ payload }) => payload.amount);
      if (amounts.includes(7)) throw new PermanentError("seven is never posted", { code: "SEVEN" });
      await tx.query(refuseEven(amounts));
    },
  });
  const send = (amount: number) =>
    engine.receive(intake, { tenant: "ann", eventId: `e${String(amount)}`, payload: { amount } }, { waitMs: 0 });

  await Promise.all([1, 3, 4, 5, 7, 9, 11].map(send));
  await engine.start();
  await vi.waitUntil(async () => (await counts()).done === 5 && (await counts()).putOff === 1, WAIT);
  await database.query(fallDueAll());
  await vi.waitUntil(async () => (await counts()).rejected === 2, WAIT);

  expect(await effects()).toEqual(["ann/e1", "ann/e11", "ann/e3", "ann/e5", "ann/e9"]);
  const rejected = await listRejected(database, { intake: intake.name });
  expect(rejected.map(({ eventId, code, attempts }) => ({ eventId, code, attempts }))).toEqual([
    { eventId: "e4", code: "SqlError", attempts: 2 },
    { eventId: "e7", code: "SEVEN", attempts: 1 },
  ]);
});

test("a handler returns for each event whether it is done, rejected or to be retried later", async () => {
  const { engine, intake, database, counts } = await openIntakeBench({
    isIdle: true,
    handle: async (events, context) => {
      await insertAll(
        events.filter(({ payload }) => payload.amount === 1),
        context,
      );
      return events.map(({ payload, attempt }) => {
        if (payload.amount === 1) return undefined;
        if (payload.amount === 2) return eventRejected("CLOSED", "the period is closed");
        return attempt === 1 ? eventLater("rates are missing") : eventDone({ attempt });
      });
    },
  });
  const send = (amount: number) => engine.receive(intake, eventOf(amount), { waitMs: 0 });

  await Promise.all([1, 2, 3].map(send));
  await engine.start();
  await vi.waitUntil(async () => (await counts()).putOff === 1, WAIT);
  await database.query(fallDueAll());
  await vi.waitUntil(async () => (await counts()).done === 2, WAIT);

  expect(await readOutcome(database, eventOf(1))).toMatchObject({ kind: "done", answer: undefined });
  expect(await readOutcome(database, eventOf(2))).toMatchObject({ kind: "rejected", code: "CLOSED" });
  expect(await readOutcome(database, eventOf(3))).toMatchObject({ kind: "done", answer: { attempt: 2 } });
});

test("a handler that returns another number of outcomes changes nothing, and its events are rejected", async () => {
  const { engine, intake, effects } = await openIntakeBench({
    handle: async (events, context) => {
      await insertAll(events, context);
      return [];
    },
  });

  const answer = await engine.receive(intake, eventOf(1));

  expect(answer).toMatchObject({ status: 422, body: { code: "INTAKE_OUTCOME_INVALID" } });
  expect(await effects()).toEqual([]);
});

test("a batch that never ends is cut until the event that breaks it is alone, and the others are done once", async () => {
  const { engine, intake, database, effects, counts } = await openIntakeBench({
    isIdle: true,
    handle: async (events, context) => {
      await insertAll(events, context);
      const isBroken = events.some(({ payload }) => payload.amount === 3);
      if (isBroken) throw new RotaError("DATABASE_UNAVAILABLE", "as if its process had died");
    },
  });

  await Promise.all([1, 2, 3, 4, 5].map((amount) => engine.receive(intake, eventOf(amount), { waitMs: 0 })));
  await engine.start();
  await vi.waitUntil(async () => {
    await database.query(fallDueAll());
    return (await counts()).done === 4;
  }, WAIT);

  expect(await effects()).toEqual(["ann/e1", "ann/e2", "ann/e4", "ann/e5"]);
  expect(await readOutcome(database, eventOf(3))).toMatchObject({ kind: "waiting" });
});

test("a tenant's single event is handled before an earlier flood of another tenant", async () => {
  const order: string[] = [];
  const { engine, intake, counts } = await openIntakeBench({
    isIdle: true,
    batchEventsMax: 250,
    engine: { slots: 1 },
    handle: async (events, context) => {
      await insertAll(events, context);
      order.push(`${context.tenant} ${String(events.length)}`);
    },
  });
  const flood = Array.from({ length: 20_000 }, (_, index) => ({ ...eventOf(index), tenant: "flood" }));

  await Promise.all(flood.map((event) => engine.receive(intake, event, { waitMs: 0 })));
  await engine.receive(intake, { ...eventOf(1), tenant: "single" }, { waitMs: 0 });
  await engine.start();
  await vi.waitUntil(async () => (await counts()).done === 20_001, { timeout: 60_000, interval: 50 });

  expect(order.indexOf("single 1")).toBeLessThanOrEqual(1); // one turn of the other at most
});

function eventOf(amount: number) {
  return { tenant: "ann", eventId: `e${String(amount)}`, payload: { amount } };
}
