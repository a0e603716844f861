/** Tests of mapping rules: the entries they make, the events they refuse, and the features they forbid. */
import { describe, expect, test } from "vitest";
import { checkRule, compileRule, draftOfEvent } from "./apply-rule.ts";
import type { FinancialEvent, MappingRule, RuleLine } from "./rule.ts";

function event(payload: Readonly<Record<string, unknown>>, changes: Partial<FinancialEvent> = {}): FinancialEvent {
  return {
    eventId: "order-1",
    eventType: "order.completed",
    occurredAt: "2026-03-15T10:00:00Z",
    postedDate: "2026-03-15",
    transactionCurrency: "EUR",
    createdBy: "shop",
    payload,
    ...changes,
  };
}

function rule(lines: readonly RuleLine[], changes: Partial<MappingRule> = {}): MappingRule {
  return { ruleId: "rule-1", version: 3, eventType: "order.completed", lines, examples: [], ...changes };
}

/** Returns two lines that debit and credit the same expression. */
function both(amount: string, changes: Partial<RuleLine> = {}): RuleLine[] {
  return [
    { account: '"cash"', side: "D", amount, ...changes },
    { account: '"sales"', side: "C", amount, ...changes },
  ];
}

const linesOf = (made: MappingRule, payload: Readonly<Record<string, unknown>>) =>
  draftOfEvent(event(payload), compileRule(made)).lines.map(({ account, side, amount }) => [account, side, amount]);
const amountOf = (expression: string, payload: Readonly<Record<string, unknown>> = {}) =>
  linesOf(rule(both(expression)), payload)[0]?.[2];

const SALE = rule(
  [
    { account: '"receivable-" + payload.customer', side: "D", amount: "payload.net + pct(payload.net, payload.vat)" },
    { account: '"sales"', side: "C", amount: "payload.net", dimensions: { shop: "payload.shop" } },
    { account: '"vat"', side: "C", amount: "pct(payload.net, payload.vat)", when: 'payload.vat != "0"' },
  ],
  { description: '"Order " + event.eventId', dimensions: { channel: '"web"' } },
);

describe("a rule", () => {
  const payload = { customer: "7", net: 1050, vat: "19.00", shop: "north" };

  test("makes the lines of an entry from the payload, and says which version made them", () => {
    const draft = draftOfEvent(event(payload), compileRule(SALE));

    expect(draft).toMatchObject({ description: "Order order-1", ruleId: "rule-1", ruleVersion: 3, currency: "EUR" });
    expect(draft.lines).toEqual([
      { account: "receivable-7", side: "D", amount: 1250n, currency: undefined, dimensions: { channel: "web" } },
      {
        account: "sales",
        side: "C",
        amount: 1050n,
        currency: undefined,
        dimensions: { channel: "web", shop: "north" },
      },
      { account: "vat", side: "C", amount: 200n, currency: undefined, dimensions: { channel: "web" } },
    ]);
  });

  test("makes one line for each item of a list", () => {
    const made = rule([
      { account: "item.account", side: "D", amount: 'minor(item.price, "EUR") * item.count', forEach: "payload.items" },
      { account: '"cash"', side: "C", amount: "payload.total" },
    ]);
    const items = [
      { account: "a", price: "12.50", count: 2 },
      { account: "b", price: 3, count: 1 },
    ];

    expect(linesOf(made, { items, total: 2800 })).toEqual([
      ["a", "D", 2500n],
      ["b", "D", 300n],
      ["cash", "C", 2800n],
    ]);
  });

  test("leaves out a line whose condition is false or whose amount is 0", () => {
    const made = rule([
      ...both("5"),
      { account: '"fee"', side: "D", amount: "payload.fee" },
      ...both("7", { when: "false" }),
    ]);

    expect(linesOf(made, { fee: 0 })).toHaveLength(2);
  });

  test("is not asked when the event brings its lines", () => {
    const lines = [
      { account: "cash", side: "D", amount: 5n },
      { account: "sales", side: "C", amount: 5n },
    ] as const;
    const draft = draftOfEvent(event({}, { lines, dimensions: { shop: "south" } }), undefined);

    expect(draft.lines[0]).toEqual({ account: "cash", side: "D", amount: 5n, dimensions: { shop: "south" } });
    expect(draft.ruleId).toBeUndefined();
  });

  test("that is missing is named, so that the event can be replayed when it is there", () => {
    expect(() => draftOfEvent(event({}), undefined)).toThrow("no active rule for events of type order.completed");
  });
});

describe("amounts are exact", () => {
  test("a decimal in the payload is never cut off: minor() takes it, as an amount by itself it is refused", () => {
    expect(amountOf('minor(payload.total, "EUR")', { total: 12.99 })).toBe(1299n);
    expect(amountOf('minor(payload.total, "EUR")', { total: "12.99" })).toBe(1299n);
    expect(amountOf("minor(payload.total, event.transactionCurrency)", { total: 12 })).toBe(1200n);
    expect(() => amountOf("payload.total", { total: 12.99 })).toThrow("is text, not a whole number; use minor()");
    expect(() => amountOf("int(payload.total)", { total: 12.99 })).toThrow("cannot convert to int");
    expect(() => amountOf('minor(payload.total, "EUR")', { total: "12.999" })).toThrow("EUR has 2 decimals");
  });

  test("whole numbers have no floating point in between", () => {
    expect(amountOf("payload.a + payload.b", { a: 9007199254740991, b: 9007199254740991 })).toBe(18014398509481982n);
    expect(amountOf("int(payload.a) + 1", { a: "9007199254740993" })).toBe(9007199254740994n);
    expect(amountOf("payload.a / 3 * 3", { a: 100 })).toBe(99n);
  });

  test("a number that JSON has rounded already is refused", () => {
    expect(() => amountOf("payload.a", { a: 2 ** 60 })).toThrow(
      "payload.a is a number that JSON does not carry exactly",
    );
  });

  test("percentages are rounded half-up", () => {
    expect(amountOf('pct(1050, "19.00")')).toBe(200n);
    expect(amountOf('pct(1, "50")')).toBe(1n);
    expect(() => amountOf('pct(1050, "-1")')).toThrow("pct() takes a percentage as text");
  });
});

describe("an event that a rule cannot be applied to is refused, with the line and the reason", () => {
  test.each([
    ["a field that is missing", "payload.nothing", "amount of line 1: No such key: nothing"],
    ["a division by zero", "10 / payload.zero", "amount of line 1: division by zero"],
    ["a rest of a division by zero", "10 % payload.zero", "amount of line 1"],
    ["a negative amount", "-5", "amount of line 1 is -5; amounts are not negative"],
    ["text in place of a number", "payload.text", "amount of line 1 is text"],
    ["a list in place of a number", "payload.list", "amount of line 1 is a list"],
    ["nothing in place of a number", "payload.none", "amount of line 1 is nothing"],
    ["types that do not fit", "payload.text + 1", "amount of line 1: no such overload"],
    ["a number beyond 64 bits", "9223372036854775807 * payload.big", "integer overflow"],
  ])("%s", (_, amount, reason) => {
    const payload = { zero: 0, text: "x", list: [1], none: null, big: 2 };

    expect(() => linesOf(rule(both(amount)), payload)).toThrow(reason);
  });

  test("lines that do not balance, no line at all, an empty account, a list that is none", () => {
    const uneven = rule([...both("5"), { account: '"fee"', side: "D", amount: "1" }]);

    expect(() => linesOf(uneven, {})).toThrow("debits are 6, credits 5");
    expect(() => linesOf(rule(both("0")), {})).toThrow("every line was left out");
    expect(() => linesOf(rule(both("5", { account: "payload.a" })), { a: "" })).toThrow("account of line 1 is empty");
    expect(() => linesOf(rule(both("5", { forEach: "payload.a" })), { a: "abc" })).toThrow(
      "forEach of line 1 gives text",
    );
    expect(() => linesOf(rule(both("5", { when: "payload.a" })), { a: "yes" })).toThrow("when of line 1 is text");
  });

  test("a payload that is nested without end", () => {
    let deep: unknown = 1;
    for (let level = 0; level < 1_000; level++) deep = [deep];

    expect(() => linesOf(rule(both("5")), { deep })).toThrow("is nested deeper than 32");
  });
});

describe("an expression that could do harm is refused when the rule is saved", () => {
  test.each([
    ["an unknown name", "foo", "Unknown variable: foo"],
    ["an item without a list", "item.amount", "Unknown variable: item"],
    ["an unknown function", "now()", "calls now()"],
    ["a pattern", 'payload.a.matches("(a+)+$") ? 1 : 0', "calls .matches()"],
    ["a loop", "payload.a.map(x, x)[0]", "calls .map()"],
    ["a point in time", 'timestamp("2026-01-01T00:00:00Z")', "calls timestamp()"],
    ["a floating point number", "0.19", "holds the decimal 0.19"],
    ["an unsigned number", "1u", "neither text nor a whole number"],
    ["a double by function", 'double("1.5")', "calls double()"],
    ["the wrong type", '"text"', "gives string where int is needed"],
    ["types that never fit", '1 + "a"', "no such overload: int + string"],
    ["half an expression", "1 +", "Unexpected token"],
    ["nothing", "", "line 1"],
    ["too much", `1${" + 1".repeat(400)}`, "longer than 1024 bytes"],
    ["too deep", `${"(".repeat(200)}1${")".repeat(200)}`, "line 1"],
  ])("%s", (_, amount, reason) => {
    expect(() => compileRule(rule(both(amount)))).toThrow(reason);
  });

  test("a rule has 1 to 50 lines", () => {
    expect(() => compileRule(rule([]))).toThrow("has 0 lines");
    expect(() => compileRule(rule(Array.from({ length: 26 }, () => both("1")).flat()))).toThrow("has 52 lines");
  });

  test("expressions see the event and nothing of the program around it", () => {
    for (const name of ["constructor", "__proto__", "toString"])
      expect(() => linesOf(rule(both("5", { account: `payload.${name}` })), {})).toThrow(`No such key: ${name}`);
    const payload = Object.fromEntries([["__proto__", "own"]]);
    expect(linesOf(rule(both("5", { account: 'payload["__proto__"]' })), payload)[0]?.[0]).toBe("own");
  });
});

describe("a rule is active only after its examples come out", () => {
  const lines = [
    { account: "cash", side: "D", amount: 5n },
    { account: "sales", side: "C", amount: 5n },
  ] as const;

  test("one example at least is needed, and all must make the lines that they say", () => {
    const example = { event: event({ a: 5 }), lines };

    expect(checkRule(rule(both("payload.a"), { examples: [example] })).rule.version).toBe(3);
    expect(() => checkRule(rule(both("payload.a")))).toThrow("has 0 examples");
    expect(() => checkRule(rule(both("payload.a + 1"), { examples: [example] }))).toThrow(
      "fails its example 1: it makes [D cash 6; C sales 6], expected are [D cash 5; C sales 5]",
    );
    expect(() => checkRule(rule(both("payload.b"), { examples: [example] }))).toThrow("No such key: b");
  });

  test("an example of another type, or one that brings its lines, shows nothing", () => {
    const other = { event: event({ a: 5 }, { eventType: "other" }), lines };
    const direct = { event: event({ a: 5 }, { lines }), lines };

    expect(() => checkRule(rule(both("payload.a"), { examples: [other] }))).toThrow("is of type other");
    expect(() => checkRule(rule(both("payload.a"), { examples: [direct] }))).toThrow("has lines");
  });
});
