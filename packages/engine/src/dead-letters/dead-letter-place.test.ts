/** Tests of the order of dead letters of all kinds, and of the bounds at which pages cut it. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { deadLetterId, type DeadLetterName, readDeadLetterId } from "./dead-letter.ts";
import {
  byNewest,
  chunkBound,
  eventBound,
  type ListPlace,
  parkedBound,
  readDeadLetterCursor,
  writeDeadLetterCursor,
} from "./list-dead-letters.ts";

const id = fc.bigInt({ min: 1n, max: 3n });
const name: fc.Arbitrary<DeadLetterName> = fc.oneof(
  fc.record({ kind: fc.constant("chunk" as const), taskId: id, number: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant("event" as const), rejectedId: id }),
  fc.record({ kind: fc.constant("parked" as const), heldId: id, position: id }),
);
const place: fc.Arbitrary<ListPlace> = fc.record({ atUs: fc.bigInt({ min: 1n, max: 3n }), name });

test("a dead letter follows a place in the list exactly when it is below the bound of its kind", () => {
  fc.assert(
    fc.property(place, place, (deadLetter, last) => {
      expect(isBelow(deadLetter, last)).toBe(byNewest(last, deadLetter) < 0);
    }),
    { numRuns: 1_000 },
  );
});

test("ids and cursors are read as they were written, and any other text is refused", () => {
  fc.assert(
    fc.property(place, fc.string(), (given, text) => {
      expect(readDeadLetterId(deadLetterId(given.name))).toEqual(given.name);
      expect(readDeadLetterCursor(writeDeadLetterCursor(given))).toEqual(given);
      expect(() => readDeadLetterCursor(`${text}!`)).toThrow(/after cannot be read/);
    }),
  );
});

/** Compares a row with a bound as the statements do. */
function isBelow({ atUs, name: row }: ListPlace, last: ListPlace): boolean {
  switch (row.kind) {
    case "chunk": {
      const bound = chunkBound(last);
      return isLess([atUs, row.taskId, BigInt(row.number)], [bound.atUs, bound.taskId, BigInt(bound.number)]);
    }
    case "event": {
      const bound = eventBound(last);
      return isLess([atUs, row.rejectedId], [bound.atUs, bound.rejectedId]);
    }
    case "parked": {
      const bound = parkedBound(last);
      return isLess([atUs, row.heldId, row.position], [bound.atUs, bound.heldId, bound.position]);
    }
  }
}

function isLess(row: readonly bigint[], bound: readonly bigint[]): boolean {
  const index = row.findIndex((part, at) => part !== bound[at]);
  return index >= 0 && (row[index] ?? 0n) < (bound[index] ?? 0n);
}
