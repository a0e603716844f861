/** Tests what crosses between processes: copies of values, and errors cut to size. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { defineErrors, isRotaError, RotaError } from "../errors.ts";
import {
  errorOf,
  packValue,
  recordThrown,
  THROWN_MESSAGE_LENGTH_MAX,
  THROWN_STACK_LENGTH_MAX,
  unpackValue,
} from "./compute-messages.ts";

const RECORD_LENGTH_MAX = 2 * (THROWN_MESSAGE_LENGTH_MAX + THROWN_STACK_LENGTH_MAX);
const anyValue = fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true });

test("any value is copied as it is, or refused by its path", () => {
  fc.assert(
    fc.property(anyValue, fc.boolean(), (value, isSpoiled) => {
      const data = isSpoiled ? [value, () => 1] : [value];
      const copied = () => unpackValue(packValue(data, { what: "data", bytesMax: 1e6 }));

      if (isSpoiled) expect(copied).toThrow(/^data\[1\] cannot be copied to another process, because it is a function/);
      else expect(copied()).toEqual(structuredClone(data));
    }),
  );
});

test("whatever is thrown arrives as an error of bounded size", () => {
  const longText = fc.string({ minLength: 1, maxLength: 5 }).map((text) => text.repeat(20_000));
  const error = fc.tuple(longText, fc.string()).map(([message, code]) => Object.assign(new Error(message), { code }));

  fc.assert(
    fc.property(fc.oneof(anyValue, longText, error), (thrown) => {
      const record = recordThrown(thrown);

      expect(JSON.stringify(record).length).toBeLessThan(6 * RECORD_LENGTH_MAX); // six characters for one that is escaped
      expect(errorOf(record)).toBeInstanceOf(Error);
    }),
  );
});

test("a refusal of Rota's keeps its code and kind", () => {
  const arrived = errorOf(recordThrown(new RotaError("TASK_INVALID", "weight (0) must be positive")));

  expect(isRotaError(arrived, "TASK_INVALID") && [arrived.kind, arrived.message]).toEqual([
    "invalid",
    "weight (0) must be positive",
  ]);
});

test("a refusal of a workload keeps its code, kind and status", () => {
  class LibraryError extends defineErrors({ BOOK_LENT: { kind: "conflict", status: 423 } }) {}

  const arrived = errorOf(recordThrown(new LibraryError("BOOK_LENT", "book 42 is lent")));

  expect(isRotaError(arrived, "BOOK_LENT") && [arrived.kind, arrived.status]).toEqual(["conflict", 423]);
});

test.each([
  ["an object that throws when it is read", { get inner() { throw new Error("no"); } }, "data.inner"], // prettier-ignore
  ["a key of a map", new Map([[{ key: Symbol("s") }, 1]]), "data.keys()[0].key"],
  ["a value of a map", new Map([["secret", [new WeakMap()]]]), "data.values()[0][0]"],
  ["memory that is shared", { memory: new SharedArrayBuffer(1) }, "data.memory"],
])("%s is named without its content", (_, data, path) => {
  const refused = () => packValue(data, { what: "data", bytesMax: 1_000 });

  expect(refused).toThrow(expect.objectContaining({ code: "COMPUTE_NOT_CLONEABLE", details: { path } }));
});
