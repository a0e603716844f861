/** What pages of a list rely on: one order over all kinds, and bounds that cut it where a page ends. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { letterId, type LetterName, readLetterId } from "./dead-letter.ts";
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
const name: fc.Arbitrary<LetterName> = fc.oneof(
  fc.record({ kind: fc.constant("chunk" as const), taskId: id, number: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant("event" as const), rejectedId: id }),
  fc.record({ kind: fc.constant("parked" as const), heldId: id, position: id }),
);
const place: fc.Arbitrary<ListPlace> = fc.record({ atUs: fc.bigInt({ min: 1n, max: 3n }), name });

test("a letter is behind a place in the list exactly when the bound of its kind says so", () => {
  fc.assert(
    fc.property(place, place, (letter, last) => {
      expect(isBelow(letter, last)).toBe(byNewest(last, letter) < 0);
    }),
    { numRuns: 1_000 },
  );
});

test("ids and cursors are read as they were written, and any other text is refused", () => {
  fc.assert(
    fc.property(place, fc.string(), (given, text) => {
      expect(readLetterId(letterId(given.name))).toEqual(given.name);
      expect(readDeadLetterCursor(writeDeadLetterCursor(given))).toEqual(given);
      expect(() => readDeadLetterCursor(`${text}!`)).toThrow(/after cannot be read/);
    }),
  );
});

/** As the statements compare rows with bounds. */
function isBelow({ atUs, name: letter }: ListPlace, last: ListPlace): boolean {
  switch (letter.kind) {
    case "chunk": {
      const bound = chunkBound(last);
      return isLess([atUs, letter.taskId, BigInt(letter.number)], [bound.atUs, bound.taskId, BigInt(bound.number)]);
    }
    case "event": {
      const bound = eventBound(last);
      return isLess([atUs, letter.rejectedId], [bound.atUs, bound.rejectedId]);
    }
    case "parked": {
      const bound = parkedBound(last);
      return isLess([atUs, letter.heldId, letter.position], [bound.atUs, bound.heldId, bound.position]);
    }
  }
}

function isLess(row: readonly bigint[], bound: readonly bigint[]): boolean {
  const index = row.findIndex((part, at) => part !== bound[at]);
  return index >= 0 && (row[index] ?? 0n) < (bound[index] ?? 0n);
}
