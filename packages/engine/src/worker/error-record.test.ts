/** Tests what is kept of a failed attempt. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { hostileValues } from "../../test/support/hostile-values.ts";
import { RotaError } from "../errors.ts";
import { ERROR_RECORD_BYTES_MAX, errorRecord, safeText } from "./error-record.ts";
import { PermanentError } from "../tasks/outcome.ts";

const failedAt = { attempt: 2, worker: "host-1", at: new Date("2030-01-01T00:00:00Z") };
const record = (thrown: unknown) => errorRecord(thrown, failedAt);
const frames = (pattern: RegExp): unknown => expect.stringMatching(pattern);
const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

test("a record holds code, message, frames, attempt, worker, time and causes", () => {
  const cause = Object.assign(new Error("connect refused"), { code: "ECONNREFUSED" });
  const kept = record(new RotaError("DATABASE_UNAVAILABLE", "no answer", {}, { cause }));

  expect(kept).toEqual({
    code: "DATABASE_UNAVAILABLE",
    message: "no answer",
    stack: frames(/^ {4}at .*error-record\.test\.ts/),
    attempt: 2,
    worker: "host-1",
    at: "2030-01-01T00:00:00.000Z",
    causes: [{ code: "ECONNREFUSED", message: "connect refused", stack: frames(/^ {4}at /) }],
  });
  expect(JSON.parse(JSON.stringify(kept))).toEqual(kept);
});

test("the code is the error's own, else its name", () => {
  const codes = [
    Object.assign(new Error(), { code: "23505" }),
    new PermanentError("gone", { code: "INVOICE_GONE" }),
    new TypeError("x"),
    Object.assign(new Error(), { code: "not a code, but a sentence" }),
    "text",
  ].map((thrown) => record(thrown).code);

  expect(codes).toEqual(["23505", "INVOICE_GONE", "TypeError", "Error", "NOT_AN_ERROR"]);
});

test.each<[unknown, string]>([
  [undefined, "undefined was thrown: nothing says why"],
  [null, "null was thrown: nothing says why"],
  ["no luck", "no luck"],
  [5n, "5n was thrown: nothing says why"],
  [Symbol("x"), "Symbol(x) was thrown: nothing says why"],
  [() => 1, "a function was thrown"],
  [[1, 2], "a list was thrown, with the fields 0, 1"],
  [{}, "an object without a message was thrown, without fields"],
  [{ apiKey: "hunter2", url: 1 }, "an object without a message was thrown, with the fields apiKey, url"],
  [{ message: "like an error" }, "like an error"],
  [new Error(), "Error without a message"],
])("whatever is thrown gets a sentence", (thrown, message) => {
  expect(record(thrown).message).toBe(message);
});

test("an error of 10 MB is cut, and says how long it was", () => {
  const kept = record(new Error("x".repeat(10_000_000)));

  expect(kept.message).toMatch(/^x{1900,}… \(10000000 characters\)$/);
  expect(kept.message).toHaveLength(2_000);
  expect(kept.stack).toMatch(/^ {4}at /);
});

test("causes are kept nearest first, each once, at most four", () => {
  const deep = new Error("4", { cause: new Error("5", { cause: new Error("6") }) });
  const parts = new AggregateError([new Error("2"), new Error("3", { cause: deep })], "outer", {
    cause: new Error("1"),
  });

  expect(record(parts).causes.map(({ message }) => message)).toEqual(["1", "2", "3", "4"]);
});

test("causes that lead in a circle are kept once", () => {
  const first = new Error("first");
  first.cause = new Error("second", { cause: first });

  expect(record(first).causes.map(({ message }) => message)).toEqual(["second"]);
});

test("a password in a URL is hidden, in messages, stacks and causes, also where the text is cut", () => {
  const url = "postgres://ann:hunter2hunter2@db/rota";
  const long = `${"x".repeat(1_970)} ${url}`;
  const thrown = new Error(url, { cause: new AggregateError([new Error(long.slice(1_500))], url) });

  expect(JSON.stringify([record(thrown), record(new Error(long)), record(url)])).not.toContain("hunter2");
});

test("other fields of an error are not kept: they may be a request with its headers", () => {
  const thrown = Object.assign(new Error("401"), { config: { headers: { authorization: "hunter2" } } });

  expect(JSON.stringify(record(thrown))).not.toContain("hunter2");
});

test.each(hostileValues())("%s gets a record without throwing", (_, thrown) => {
  expect(bytes(record(thrown))).toBeLessThan(ERROR_RECORD_BYTES_MAX);
});

test("a record in which everything is as long and wide as it may be stays within its limit", () => {
  const wide = "漢".repeat(9_000);
  const long = () => ({ code: "C".repeat(64), message: wide, stack: `    at ${wide}` });
  const thrown = { ...long(), errors: Array.from({ length: 9 }, long) };

  const kept = errorRecord(thrown, { ...failedAt, worker: wide });

  expect(kept.causes).toHaveLength(4);
  expect(bytes(kept)).toBeGreaterThan(30_000);
  expect(bytes(kept)).toBeLessThanOrEqual(ERROR_RECORD_BYTES_MAX);
});

test("a record is never larger than its limit and always storable", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 50 }),
    fc.constantFrom("\0", "\uD800", "\u0001", "漢", '"', "\\", "x").map((unit) => unit.repeat(9_000)),
  );
  const error = fc.letrec<{ error: unknown }>((tie) => ({
    error: fc.oneof(
      { maxDepth: 2 },
      fc.anything(),
      fc.record({ message: text, stack: text.map((rest) => `    at ${rest}`), code: text, name: text }),
      fc.tuple(text, tie("error")).map(([message, cause]) => new Error(message, { cause })),
      fc
        .tuple(fc.array(tie("error"), { maxLength: 5 }), text)
        .map(([all, message]) => new AggregateError(all, message)),
    ),
  })).error;
  fc.assert(
    fc.property(error, text, (thrown, worker) => {
      const text = JSON.stringify(errorRecord(thrown, { ...failedAt, worker }));

      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(ERROR_RECORD_BYTES_MAX);
      expect(/\\u(0000|d[89a-f])/.test(text)).toBe(false);
    }),
    { numRuns: 40 },
  );
});

test("a text is kept as it is unless it is longer than its limit", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (given) => {
      const text = given.replace(/\p{Cc}/gu, "");

      expect(safeText(text, 1_000)).toBe(text);
      expect(safeText(text.repeat(3_000), 1_000).length).toBeLessThanOrEqual(1_000);
    }),
  );
});
