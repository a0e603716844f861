/** Tests mapping rules, and the events that they reject, over the HTTP API. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { credit, debit, newId, openCompany } from "./small-company.ts";
import { at, eachAt, openWorld, textAt, type World } from "./world.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld();
  await openCompany(world, 5);
});
afterAll(() => world.dispose());

const eventOf = (eventType: string, payload: object, changes: object = {}) => ({
  ...{ eventId: newId(), eventType, occurredAt: "2026-03-15T12:00:00Z", postedDate: "2026-03-15" },
  ...{ transactionCurrency: "USD", createdBy: "shop", payload, ...changes },
});

const saleRule = (eventType: string, amount = "payload.total") => ({
  eventType,
  lines: [
    { account: '"cash"', side: "D", amount },
    { account: '"sales"', side: "C", amount },
  ],
  examples: [{ event: eventOf(eventType, { total: 7, parts: 1 }), lines: [debit("cash", 7), credit("sales", 7)] }],
});

const save = (rule: object) => world.ask("POST", "/v1/mapping-rules", { as: "admin", body: rule });
const send = (event: object) => world.ask("POST", "/v1/events", { body: event });

describe("a rule", () => {
  test("is active once its examples come out; entries name it and its version", async () => {
    const saved = await save(saleRule("shop.sale"));
    const event = eventOf("shop.sale", { total: 1299 });

    const sent = await send(event);
    await vi.waitUntil(async () => (await postedAs(event.eventId)) !== undefined);

    expect(saved).toMatchObject({ status: 201, body: { version: 1, isActive: true } });
    expect([200, 201, 202]).toContain(sent.status);
    expect(await postedAs(event.eventId)).toMatchObject({ ruleId: at(saved.body, "ruleId"), ruleVersion: 1 });
  });

  test.each<[title: string, type: string, changes: object]>([
    ["has no example", "/problems/mapping-rule-invalid", { examples: [] }],
    [
      "makes something else of its example",
      "/problems/mapping-rule-invalid",
      { examples: [{ event: eventOf("bad.rule", { total: 1 }), lines: [debit("cash", 2), credit("sales", 2)] }] },
    ],
    [
      "cannot be read",
      "/problems/mapping-rule-invalid",
      { lines: [{ account: '"cash"', side: "D", amount: "payload.total +" }] },
    ],
    [
      "has an example that is no event",
      "/problems/validation-failed",
      { examples: [{ event: { eventId: "x" }, lines: [] }] },
    ],
  ])("that %s is refused", async (_, type, changes) => {
    const answer = await save({ ...saleRule("bad.rule"), ...changes });

    expect(at(answer.body, "type")).toBe(type);
  });

  test("is changed version by version, which all stay; a second one for its events is refused", async () => {
    const saved = await save(saleRule("shop.changed"));
    const path = `/v1/mapping-rules/${textAt(saved.body, "ruleId")}`;
    const { lines, examples } = saleRule("shop.changed", "payload.total * payload.parts");
    const next = { lines, examples };

    const changed = await world.expect(200, "PUT", path, { as: "admin", body: { ...next, version: 1 } });
    const stale = await world.ask("PUT", path, { as: "admin", body: { ...next, version: 1 } });
    const versions = await world.expect(200, "GET", `${path}/versions`, { as: "reader" });
    const second = await save(saleRule("shop.changed"));

    expect(changed).toMatchObject({ version: 2, isActive: true });
    expect([stale.status, at(stale.body, "type")]).toEqual([409, "/problems/mapping-rule-conflict"]);
    expect(eachAt(versions, "items", "version")).toEqual([2, 1]);
    expect(at(versions, "items.1.lines.0.amount")).toBe("payload.total");
    expect([second.status, at(second.body, "type")]).toEqual([409, "/problems/mapping-rule-conflict"]);
  });

  test("is tried out without posting anything, also as it would be if it were changed", async () => {
    const saved = await save(saleRule("shop.tried"));
    const path = `/v1/mapping-rules/${textAt(saved.body, "ruleId")}/simulate`;
    const event = eventOf("shop.tried", { total: 5, parts: 3 });
    const { lines, examples } = saleRule("shop.tried", "payload.total * payload.parts");
    const simulate = (body: object) => world.ask("POST", path, { as: "reader", body });
    const head = await world.expect(200, "GET", "/v1/admin/chain/head");

    const now = await simulate({ event });
    const then = await simulate({ event, rule: { lines, examples } });
    const closed = await simulate({ event: { ...event, postedDate: "2020-01-01" } });
    const broken = await simulate({ event: { ...event, payload: {} } });

    expect(now.body).toMatchObject({ lines: [{ amountCents: "5" }, {}], entry: { lines: [{}, {}] }, problem: null });
    expect(then.body).toMatchObject({ lines: [{ amountCents: "15" }, {}] });
    expect(closed.body).toMatchObject({ entry: null, problem: { code: "ACCOUNTING_PERIOD_NOT_FOUND" } });
    expect([broken.status, at(broken.body, "type")]).toEqual([422, "/problems/mapping-rule-evaluation-failed"]);
    expect(await world.expect(200, "GET", "/v1/admin/chain/head")).toEqual(head);
  });
});

async function postedAs(eventId: string): Promise<unknown> {
  return at(await world.expect(200, "GET", `/v1/journal-entries?eventId=${eventId}`), "items.0");
}

async function rejectedAs(eventId: string): Promise<unknown> {
  const listed = await world.expect(200, "GET", "/v1/admin/rejected-events?limit=1000", { as: "reader" });
  const place = eachAt(listed, "items", "eventId").indexOf(eventId);
  return place < 0 ? undefined : at(listed, `items.${String(place)}`);
}

/** Sends an event that is rejected and waits for its record. */
async function rejected(event: { readonly eventId: string }): Promise<unknown> {
  await send(event);
  await vi.waitUntil(async () => (await rejectedAs(event.eventId)) !== undefined);
  return rejectedAs(event.eventId);
}

describe("an event that cannot be posted", () => {
  test("is kept with the problem, and posted when it is replayed after the rule came", async () => {
    const event = eventOf("shop.late", { total: 3 });
    const record = await rejected(event);
    await save(saleRule("shop.late"));

    const replayed = await world.expect(
      200,
      "POST",
      `/v1/admin/rejected-events/${textAt(record, "rejectedEventId")}/replay`,
      { body: { reason: "the rule is there" } },
    );
    await vi.waitUntil(async () => (await postedAs(event.eventId)) !== undefined);

    expect(record).toMatchObject({ code: "MAPPING_RULE_MISSING", problemType: "/problems/mapping-rule-missing" });
    expect(replayed).toMatchObject({ outcome: "waiting" });
    expect(await rejectedAs(event.eventId)).toBeUndefined();
  });

  test("is edited and replayed under a new id that refers to it, and stays on record as it was sent", async () => {
    await save(saleRule("shop.edited"));
    const event = eventOf("shop.edited", { total: "twelve" });
    const record = await rejected(event);
    const rejectedEventId = textAt(record, "rejectedEventId");
    const path = `/v1/admin/rejected-events/${rejectedEventId}`;
    const newId = `${event.eventId}~${rejectedEventId}`;

    const edited = { ...event, payload: { total: 12 } };
    const replayed = await world.expect(200, "POST", `${path}/replay`, { body: { event: edited } });
    await vi.waitUntil(async () => (await postedAs(newId)) !== undefined);
    const details = await world.expect(200, "GET", path, { as: "reader" });
    const sentAgain = await send(event);

    expect(record).toMatchObject({ code: "MAPPING_RULE_EVALUATION_FAILED" });
    expect(replayed).toMatchObject({ eventId: newId, outcome: "waiting" });
    const sent = { status: "REPLAYED", eventId: event.eventId, event: { payload: { total: "twelve" } } };
    expect(details).toMatchObject({ ...sent, replayedAs: newId });
    expect(eachAt(details, "acts", "by")).toContain("accountant");
    expect(textAt(sentAgain.body, "detail")).toMatch(/replaced by an edited one/);
    expect(await postedAs(event.eventId)).toBeUndefined();
  });

  test("is replayed under its own id when the edit changes nothing, and under the id of the edit where that has one", async () => {
    const event = eventOf("shop.unknown", {});
    const path = (record: unknown) => `/v1/admin/rejected-events/${textAt(record, "rejectedEventId")}`;
    const first = await rejected(event);
    const unchanged = await world.expect(200, "POST", `${path(first)}/replay`, { body: { event } });
    await vi.waitUntil(async () => (await rejectedAs(event.eventId)) !== undefined);
    const second = await rejectedAs(event.eventId);

    const renamed = { ...event, eventId: `${event.eventId}-mended` };
    const replayed = await world.expect(200, "POST", `${path(second)}/replay`, { body: { event: renamed } });
    await vi.waitUntil(async () => (await rejectedAs(renamed.eventId)) !== undefined);
    const third = await world.expect(200, "GET", path(await rejectedAs(renamed.eventId)));

    expect([at(unchanged, "eventId"), at(replayed, "eventId")]).toEqual([event.eventId, renamed.eventId]);
    expect(third).toMatchObject({ status: "OPEN", replayOf: event.eventId, replayedAs: null });
  });

  test("keeps its id only as it was sent, also where dead letters are replayed without knowing of books", async () => {
    const record = await rejected(eventOf("shop.unknown", {}));
    const path = `/v1/dead-letters/${textAt(record, "rejectedEventId")}/replay`;

    const sameId = await world.ask("POST", path, { as: "root", body: { payload: { event: {} } } });

    expect([sameId.status, at(sameId.body, "code")]).toEqual([400, "EVENT_INVALID"]);
    expect(textAt(sameId.body, "detail")).toMatch(/needs an event id of its own/);
  });

  test("is given up with a reason and stays on record", async () => {
    const record = await rejected(eventOf("shop.unknown", {}));
    const path = `/v1/admin/rejected-events/${textAt(record, "rejectedEventId")}`;

    expect((await world.ask("POST", `${path}/discard`, { body: { reason: "sent by mistake" } })).status).toBe(204);

    expect(await world.expect(200, "GET", path)).toMatchObject({ status: "DISCARDED" });
    const again = await world.ask("POST", `${path}/replay`, { body: {} });
    expect(again.status).toBe(409);
  });

  test("is not seen by other tenants", async () => {
    const record = await rejected(eventOf("shop.unknown", {}));
    const path = `/v1/admin/rejected-events/${textAt(record, "rejectedEventId")}`;

    const answer = await world.ask("GET", path, { as: "stranger" });

    expect([answer.status, at(answer.body, "type")]).toEqual([404, "/problems/rejected-event-not-found"]);
  });

  test.each<[code: string, changes: object]>([
    ["UNBALANCED_ENTRY", { lines: [debit("cash", 2), credit("sales", 1)] }],
    ["UNBALANCED_ENTRY", { lines: [debit("cash", 0), credit("sales", 0)] }],
    ["UNBALANCED_ENTRY", { lines: [debit("cash", -1), credit("sales", -1)] }],
    ["ACCOUNT_NOT_FOUND", { lines: [debit("cahs", 1), credit("sales", 1)] }],
    ["ACCOUNT_CURRENCY_MISMATCH", { lines: [debit("bank-eur", 1), credit("sales", 1)] }],
    ["ACCOUNTING_PERIOD_NOT_FOUND", { lines: [debit("cash", 1), credit("sales", 1)], postedDate: "2020-01-01" }],
    ["LEDGER_DATE_INVALID", { lines: [debit("cash", 1), credit("sales", 1)], postedDate: "2999-01-01" }],
  ])("because of %s (%j) is rejected with that code", async (code, changes) => {
    expect(await rejected(eventOf("shop.lines", {}, changes))).toMatchObject({ code });
  });
});
