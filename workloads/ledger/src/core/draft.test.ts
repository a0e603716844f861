/** Tests of approval: who may decide, on which entries, and in which order. */
import { expect, test } from "vitest";
import { booksWith, credit, debit, draft } from "../../test/small-books.ts";
import { checkDraft } from "./check-entry.ts";
import { decideDraft, type DraftStatus, needsApproval } from "./draft.ts";

const state = (status: DraftStatus) => ({ status, createdBy: "ann" });

test("an entry needs approval when its debits reach the threshold in the base currency", () => {
  const lines = [debit("receivable-eur", 1000n), credit("sales", 1000n)];
  const entry = checkDraft(draft(lines, { currency: "EUR" }), booksWith());

  expect([1100n, 1101n, undefined].map((threshold) => needsApproval(entry, threshold))).toEqual([true, false, false]);
});

test("the author of a draft may submit it, and another person approves it", () => {
  expect(decideDraft(state("DRAFT"), { kind: "submit", by: "ann" })).toBe("PENDING_APPROVAL");
  expect(decideDraft(state("PENDING_APPROVAL"), { kind: "approve", by: "bob" })).toBe("APPROVED");
  expect(() => decideDraft(state("PENDING_APPROVAL"), { kind: "approve", by: "ann" })).toThrow("somebody else");
});

test("only a draft that waits can be approved or rejected, and a rejection says why", () => {
  for (const status of ["DRAFT", "APPROVED", "REJECTED"] as const)
    expect(() => decideDraft(state(status), { kind: "approve", by: "bob" })).toThrow(`a draft that is ${status}`);
  expect(() => decideDraft(state("APPROVED"), { kind: "submit", by: "ann" })).toThrow("one that is DRAFT");
  expect(decideDraft(state("PENDING_APPROVAL"), { kind: "reject", by: "bob", reason: "twice" })).toBe("REJECTED");
  expect(() => decideDraft(state("PENDING_APPROVAL"), { kind: "reject", by: "bob", reason: " " })).toThrow("say why");
});
