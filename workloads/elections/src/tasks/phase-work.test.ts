/** Tests of the chunks, names and costs of work. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { toyManifest } from "../../test/toy-election.ts";
import { planSlices, SLICE_SIZE, sliceName } from "../core/tally/slices.ts";
import {
  combineCost,
  groupOfElection,
  shareCost,
  tallyCost,
  ticketFields,
  type Work,
  workKey,
  workLabel,
} from "./phase-work.ts";

/** Number of options in the toy manifest; `ON_BALLOT` includes placeholders. */
const OPTIONS = 6;
const ON_BALLOT = 9;

test("every tally and every challenged ballot is decrypted exactly once, in chunks of at most the size of a slice", () => {
  const units = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 30 });
  const ballotIds = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 5 }), { maxLength: 60 });
  fc.assert(
    fc.property(units, ballotIds, (unitIds, ids) => {
      const ballots = ids.map((ballotId) => ({ ballotId, styleId: "all" }));

      const chunks = planSlices(toyManifest, { units: unitIds, ballots });

      const names = chunks.flat().map(sliceName);
      expect(new Set(names).size).toBe(names.length);
      expect(names).toHaveLength(unitIds.length + ids.length);
      for (const chunk of chunks) {
        const size = chunk.reduce((sum, { subject }) => sum + (subject === "unit" ? OPTIONS : ON_BALLOT), 0);
        expect(size).toBeGreaterThan(0);
        expect(size).toBeLessThanOrEqual(SLICE_SIZE);
      }
    }),
    { numRuns: 50 },
  );
});

test("a ballot with many options is cut into several slices", () => {
  const [contest, ...rest] = toyManifest.contests;
  if (contest === undefined) throw new Error("a contest");
  const selections = Array.from({ length: 120 }, (_, sequence) => ({
    selectionId: `option-${String(sequence)}`,
    sequence,
    candidateId: `candidate-${String(sequence)}`,
  }));
  const manifest = { ...toyManifest, contests: [{ ...contest, selections }, ...rest] };

  const chunks = planSlices(manifest, { units: ["election"], ballots: [] });

  expect(chunks.map((chunk) => chunk.map(({ slice }) => slice))).toEqual([[1], [2], [3]]);
});

test("labels have the form of the replaced system", () => {
  const electionId = 42n;

  expect(workLabel({ phase: "TALLY", electionId })).toBe("TALLY_e42");
  expect(workLabel({ phase: "PARTIAL_DECRYPT", electionId, guardian: 3 })).toBe("PARTIAL_DECRYPT_e42_g3");
  expect(workLabel({ phase: "COMPENSATED_DECRYPT", electionId, guardian: 2, missing: 3 })).toBe(
    "COMPENSATED_DECRYPT_e42_sg2_tg3",
  );
});

test("tickets name the election and the guardians with the fields of the replaced system", () => {
  const fieldsOf = (work: Omit<Work, "electionId">) => {
    const taskKey = `${workLabel({ ...work, electionId: 42n })}_1704067200000`;
    return ticketFields({ tenant: "ann", group: groupOfElection(42n), taskKey });
  };

  expect(fieldsOf({ phase: "TALLY" })).toEqual({ electionId: 42 });
  expect(fieldsOf({ phase: "PARTIAL_DECRYPT", guardian: 3 })).toEqual({ electionId: 42, guardianId: 3 });
  expect(fieldsOf({ phase: "COMPENSATED_DECRYPT", guardian: 2, missing: 3 })).toEqual({
    electionId: 42,
    compensatingGuardianId: 2,
    missingGuardianId: 3,
  });
  expect(ticketFields({ tenant: "ann", group: "others", taskKey: undefined })).toEqual({});
});

test("the same work has the same key, other work or another plan has another", () => {
  const work = { phase: "COMPENSATED_DECRYPT", electionId: 42n, guardian: 2, missing: 3 } as const;
  const keys = [
    workKey(work, "seed"),
    workKey({ ...work, guardian: 3, missing: 2 }, "seed"),
    workKey({ ...work, electionId: 43n }, "seed"),
    workKey(work, "another seed"),
  ];

  expect(workKey({ ...work }, "seed")).toBe(keys[0]);
  expect(new Set(keys).size).toBe(keys.length);
});

test("costs grow with the work and stay within the limits of the engine", () => {
  expect(tallyCost(toyManifest, 0)).toBe(1);
  expect(tallyCost(toyManifest, 200)).toBeGreaterThan((100 * shareCost(SLICE_SIZE)) / 2);
  expect(combineCost(SLICE_SIZE, { present: 3, missing: 2 })).toBeGreaterThan(
    combineCost(SLICE_SIZE, { present: 3, missing: 0 }),
  );
  expect(tallyCost(toyManifest, 1_000_000)).toBe(1_000);
});
