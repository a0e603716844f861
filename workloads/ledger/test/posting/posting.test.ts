/** Story: events are posted in batches; each becomes one entry, or is set aside with its reason and can be replayed. */
import { createEngine, silentLogger, sql, type Database, type Engine } from "@rota/engine";
import { listRejected, replayRejected } from "@rota/engine/admin";
import { expect, onTestFinished, test } from "vitest";
import { outsideEvent } from "../../src/compat/financial-event.ts";
import { ledgerIntake } from "../../src/tasks/event-intake.ts";
import { verifyLedger } from "../../src/store/verify-ledger.ts";
import { countRows, readBalances, readRejected } from "./journal-rows.ts";
import { addBooks, addRule, openStoredBooks, plainEvent, SALE_RULE, saleEvent } from "./stored-books.ts";

const WAIT_MS = 60_000;

type Books = {
  readonly database: Database;
  readonly engine: Engine;
  readonly send: (event: unknown, source?: string) => Promise<Sent>;
};
type Sent = { readonly status: number; readonly body: unknown };

async function openBooks(): Promise<Books> {
  const database = await openStoredBooks();
  await addBooks(database, { tenant: "acme" });
  const engine = await createEngine({ tasks: [], intakes: [ledgerIntake], database, logger: silentLogger });
  onTestFinished(() => engine.stop());
  await engine.start();
  const send = (event: unknown, source = "shop") =>
    engine.receive(ledgerIntake, outsideEvent({ tenant: "acme", source, event }), { waitMs: WAIT_MS });
  return { database, engine, send };
}

test("an event is one entry with its lines, balances, number, place in the chain and announcement", async () => {
  const { database, send } = await openBooks();

  const first = await send(plainEvent("sale-1", 1299));
  const second = await send(plainEvent("sale-2", "701"));

  expect(first).toMatchObject({ status: 201, body: { number: "JE-2026-00001", chainSeq: 1 } });
  expect(second).toMatchObject({ status: 201, body: { number: "JE-2026-00002", chainSeq: 2 } });
  expect(await countRows(database)).toEqual({ entries: 2, lines: 4, keys: 2, announced: 2, rejected: 0 });
  expect(await readBalances(database, "acme")).toEqual({ cash: "2000", sales: "-2000" });
  expect(await verifyLedger(database, { tenant: "acme" })).toMatchObject({ entries: 2, lines: 4, differences: [] });
});

test("a rule makes the lines, and the entry names its version", async () => {
  const { database, send } = await openBooks();
  await addRule(database, "acme", SALE_RULE);
  await send(saleEvent("sale-1", { gross: 500, parts: 1 }));
  await addRule(database, "acme", SALE_RULE);

  await send(saleEvent("sale-2", { gross: 700, parts: 1 }));

  const entries = await database.query(
    sql`select event_id, rule_version from rota.fis_journal_entry order by chain_seq`,
  );
  expect(entries).toEqual([
    { event_id: "sale-1", rule_version: 1 },
    { event_id: "sale-2", rule_version: 2 },
  ]);
  expect(await readBalances(database, "acme")).toEqual({ cash: "1200", sales: "-1200" });
});

test("an event in another currency is converted by the rate of its day, to the last unit", async () => {
  const { database, send } = await openBooks();
  const lines = [
    { accountCode: "bank-usd", amountCents: 1000, isCredit: false },
    { accountCode: "sales", amountCents: 333, isCredit: true },
    { accountCode: "sales", amountCents: 667, isCredit: true },
  ];

  const answer = await send(plainEvent("usd-1", 0, { transactionCurrency: "USD", lines }));

  expect(answer.status).toBe(201);
  expect(await readBalances(database, "acme")).toEqual({ "bank-usd": "923", sales: "-923" });
  expect(await verifyLedger(database, { tenant: "acme" })).toMatchObject({ equationDelta: 0n, differences: [] });
});

test("a repeated event gets the same answer, and another one under its id is a conflict that shows both senders", async () => {
  const { database, send } = await openBooks();
  const first = await send(plainEvent("sale-1", 100));

  const again = await send(plainEvent("sale-1", 100));
  const other = await send(plainEvent("sale-1", 200), "till");

  expect(again).toMatchObject({ status: 200, body: first.body });
  expect(other.status).toBe(409);
  const [conflict] = await database.query(
    sql<{ payload: string; held: string }>`select payload, held_payload as held from rota.rejected_events`,
  );
  expect(conflict?.payload).toContain('"source":"till"');
  expect(conflict?.held).toContain('"source":"shop"');
  expect(await countRows(database)).toMatchObject({ entries: 1, keys: 1, announced: 1 });
});

const oneLine = (change: object) => ({ lines: [{ accountCode: "cash", amountCents: 5, isCredit: false, ...change }] });
const twoLines = (change: object) => ({
  lines: [
    { accountCode: "cash", amountCents: 5, isCredit: false, ...change },
    { accountCode: "sales", amountCents: 5, isCredit: true },
  ],
});

const BAD_EVENTS: readonly (readonly [what: string, change: object, code: string])[] = [
  ["is unbalanced", twoLines({ amountCents: 6 }), "UNBALANCED_ENTRY"],
  ["has one side only", oneLine({}), "UNBALANCED_ENTRY"],
  ["has no lines", { lines: [] }, "UNBALANCED_ENTRY"],
  ["has a line of zero", twoLines({ amountCents: 0 }), "UNBALANCED_ENTRY"],
  ["has a negative line", twoLines({ amountCents: -5 }), "UNBALANCED_ENTRY"],
  ["has an amount with decimals", twoLines({ amountCents: 5.5 }), "EVENT_INVALID"],
  ["has an amount that JSON cannot hold", twoLines({ amountCents: 2 ** 60 }), "EVENT_INVALID"],
  ["has an amount that no column holds", twoLines({ amountCents: "9".repeat(19) }), "AMOUNT_INVALID"],
  ["names an unknown account", twoLines({ accountCode: "nowhere" }), "ACCOUNT_NOT_FOUND"],
  ["uses an account of another currency", twoLines({ accountCode: "bank-usd" }), "ACCOUNT_CURRENCY_MISMATCH"],
  ["is in a currency that there is not", { transactionCurrency: "EUX" }, "UNKNOWN_CURRENCY"],
  ["is in a currency without a rate", { transactionCurrency: "JPY" }, "EXCHANGE_RATE_NOT_FOUND"],
  ["lies outside of all periods", { postedDate: "2025-12-31" }, "ACCOUNTING_PERIOD_NOT_FOUND"],
  ["lies in the future", { postedDate: "2126-12-31" }, "LEDGER_DATE_INVALID"],
  ["has a day that there is not", { postedDate: "2026-02-30" }, "LEDGER_DATE_INVALID"],
  ["has no type", { eventType: undefined }, "EVENT_INVALID"],
  ["has text with half a character", { description: "\ud800" }, "EVENT_INVALID"],
  ["has no lines and no rule", { lines: undefined, payload: {} }, "MAPPING_RULE_MISSING"],
  ["has a rule that divides by zero", saleEvent("x", { gross: 5, parts: 0 }), "MAPPING_RULE_EVALUATION_FAILED"],
  ["lacks a field of its rule", saleEvent("x", { parts: 1 }), "MAPPING_RULE_EVALUATION_FAILED"],
];

test("each event that cannot be posted is kept with its reason, nothing of it is posted, and the others of its batch are", async () => {
  const { database, send } = await openBooks();
  await addRule(database, "acme", SALE_RULE);
  const sending = BAD_EVENTS.flatMap(([, change], index) => {
    const bad = { ...plainEvent(`bad-${String(index)}`, 5), ...change, eventId: `bad-${String(index)}` };
    const sent = "payload" in change ? { ...bad, lines: undefined } : bad;
    return [send(JSON.parse(JSON.stringify(sent))), send(plainEvent(`good-${String(index)}`, 1))];
  });

  const answers = await Promise.allSettled(sending);

  const codes = answers.map((answer) =>
    answer.status === "fulfilled" ? answer.value : { status: 400, body: { code: codeOf(answer.reason) } },
  );
  for (const [index, [what, , code]] of BAD_EVENTS.entries()) {
    expect([what, codes[index * 2]]).toMatchObject([what, { body: { code } }]);
    expect([what, codes[index * 2 + 1]?.status]).toEqual([what, 201]);
  }
  expect(await countRows(database)).toMatchObject({ entries: BAD_EVENTS.length, announced: BAD_EVENTS.length });
  expect((await readRejected(database)).length).toBeGreaterThanOrEqual(BAD_EVENTS.length - 1);
  expect(await verifyLedger(database, { tenant: "acme" })).toMatchObject({ differences: [] });
});

test("a rejected event is replayed under its id when the books have changed", async () => {
  const { database, engine, send } = await openBooks();
  const rejected = await send(saleEvent("sale-1", { gross: 500, parts: 1 }));
  await addRule(database, "acme", SALE_RULE);
  const [deadLetter] = await listRejected(database, { tenant: "acme" });

  if (deadLetter === undefined) throw new Error("one event was rejected");
  await replayRejected(database, { intake: ledgerIntake, rejectedId: deadLetter.rejectedId, actor: "ann" });
  const posted = await send(saleEvent("sale-1", { gross: 500, parts: 1 }));

  expect(rejected).toMatchObject({ status: 422, body: { code: "MAPPING_RULE_MISSING" } });
  expect(posted.status).toBe(200);
  expect(await countRows(database)).toMatchObject({ entries: 1, keys: 1, rejected: 0 });
  expect(engine.counts().intakes[ledgerIntake.name]?.counts.done).toBe(1);
});

test("events of a tenant without books are rejected, and nothing else is", async () => {
  const { database, engine } = await openBooks();
  const event = outsideEvent({ tenant: "nobody", source: undefined, event: plainEvent("e1", 5) });

  const answer = await engine.receive(ledgerIntake, event, { waitMs: WAIT_MS });

  expect(answer).toMatchObject({ status: 422, body: { code: "TENANT_NOT_FOUND" } });
  expect(await countRows(database)).toMatchObject({ entries: 0, rejected: 1 });
});

function codeOf(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
}
