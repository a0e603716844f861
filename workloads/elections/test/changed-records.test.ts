/**
 * Tests that a change of any kind of field in a record of any version fails the step that checks it, which names the
 * item.
 */
import { describe, expect, test } from "vitest";
import { createGroup } from "../src/core/crypto/group.ts";
import { TOY_GROUP_256 } from "../src/core/crypto/group-parameters.ts";
import { verifyRecord191 } from "../src/verify/verify-record-191.ts";
import type { StepName, VerificationReport } from "../src/verify/report.ts";
import { slightly, type Change } from "./change-fields.ts";
import { families20, family1, family191, familyP256, type Family } from "./record-families.ts";
import { toyGroup } from "./toy-election.ts";
import { makeRecord191 } from "./toy-record-191.ts";

const IS_LONG = process.env["ROTA_LONG"] === "1";

describe.each([
  // This family has the most fields, and compensated shares to verify.
  { family: family1(), every: IS_LONG ? 1 : 4, leastFields: IS_LONG ? 100 : 25 },
  { family: family191(), every: 1, leastFields: 30 },
  ...families20().map((family) => ({ family, every: 1, leastFields: 55 })),
  // A verification over the curve takes a hundred times as long as one in a small group.
  { family: familyP256(), every: IS_LONG ? 1 : 30, leastFields: IS_LONG ? 55 : 2 },
])("a record of $family.name", ({ family, every, leastFields }) => {
  const fields = family.fields.filter((_, index) => index % every === 0);

  test("is valid without changes", () => {
    expect(family.verify().steps.flatMap(({ failures }) => failures)).toEqual([]);
  });

  test("fails at the step that checks the changed field, and names its place", () => {
    expect(fields.length).toBeGreaterThanOrEqual(leastFields);

    const missed = fields.flatMap(({ kind, path, step, names }) => {
      const report = family.verifyChanged(path, slightly);
      const failures = report.steps.filter(({ name }) => name === step).flatMap((found) => found.failures);
      const isNamed = names.length === 0 || failures.some(({ where }) => names.some((name) => where.includes(name)));
      if (failures.length > 0 && isNamed) return [];
      return [`${kind}: expected ${String(step)}, failed ${failedSteps(report).join()}${isNamed ? "" : ", not named"}`];
    });

    expect(missed).toEqual([]);
  });

  test("with invalid, too large or missing numbers is reported as wrong, without a crash", () => {
    // Each takes a whole verification, so by default only some are tried.
    const tried = fields.filter((_, index) => IS_LONG || index % 8 === 0);

    const missed = tried.flatMap((field) => missedOf(family, field));

    expect(missed).toEqual([]);
  });
});

test("ids that are repeated, empty, or could be read as two are found", () => {
  const group = createGroup(TOY_GROUP_256);
  const record = makeRecord191(group);
  const [first, second] = record.manifest.contests;
  const contests = [first, second].flatMap((contest) => (contest === undefined ? [] : [contest]));
  const idsOf = (changed: Partial<typeof record>) =>
    verifyRecord191({ ...record, ...changed }, { group }).steps.flatMap(({ failures }) => failures);

  for (const contestId of ["council", "", "may|or"]) {
    const changed = contests.map((contest, index) => (index === 0 ? { ...contest, contestId } : contest));
    expect(idsOf({ manifest: { ...record.manifest, contests: changed } })).toContainEqual({
      where: "manifest, contests",
      why: "an id is empty, given twice, or holds a bar",
    });
  }
  const [guardian] = record.guardians;
  const guardians = guardian === undefined ? [] : [guardian, { ...guardian, sequence: 2 }];
  expect(idsOf({ guardians })).toContainEqual({ where: "guardian g1", why: "its id is given twice" });
});

const EXTREMES: readonly Change[] = [
  (value) => (typeof value === "bigint" ? value + toyGroup.p : typeof value === "number" ? -1 : "00"),
  (value) => (typeof value === "bigint" ? 0n : typeof value === "number" ? Number.MAX_SAFE_INTEGER : ""),
  (value) => (typeof value === "bigint" ? 2n ** 4_100n : typeof value === "number" ? value - 1 : "0d".repeat(500)),
];

function missedOf(family: Family, { kind, path }: Family["fields"][number]): string[] {
  return EXTREMES.filter((change) => failedSteps(family.verifyChanged(path, change)).length === 0).map(
    (_, index) => `${kind} ${String(index)}`,
  );
}

function failedSteps(report: VerificationReport): StepName[] {
  return report.steps.filter(({ verdict }) => verdict === "fail").map((step) => step.name);
}
