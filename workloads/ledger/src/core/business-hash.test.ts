/** Tests of the hash that identifies repeated commands. */
import { expect, test } from "vitest";
import { credit, debit, draft } from "../../test/small-books.ts";
import { businessHash } from "./chain.ts";

test("the same command has the same hash, whatever the order of its members and what is left out", () => {
  expect(businessHash({ a: 1n, b: undefined, c: [{ e: "x", d: null }] })).toBe(
    businessHash({ c: [{ d: null, e: "x" }], a: 1n }),
  );
});

test("a correction with other lines under the same id has another hash", () => {
  const lines = [debit("cash", 500n), credit("sales", 500n)];
  const hashOf = (amount: bigint) =>
    businessHash({ reversalEventId: "undo", draft: draft([...lines, debit("cash", amount), credit("sales", amount)]) });

  expect(hashOf(1n)).toBe(hashOf(1n));
  expect(hashOf(1n)).not.toBe(hashOf(2n));
});
