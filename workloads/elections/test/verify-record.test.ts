/** The verifier accepts what is right and names the step for whatever was changed. */
import { expect, test } from "vitest";
import type { ElectionRecord } from "../src/records/read-record.ts";
import type { StepName, VerificationReport } from "../src/verify/report.ts";
import { verifyRecord } from "../src/verify/verify-record.ts";
import { choice, encryptAll, holdCeremony, tallyToRecord, toyGroup } from "./toy-election.ts";

const IS_LONG = process.env["ROTA_LONG"] === "1";
const election = holdCeremony({ count: 5, quorum: 3 });
const ballots = encryptAll(election.context, [
  { plain: choice("b1", ["ann"], ["ann", "bob"]), state: "cast" },
  { plain: choice("b2", ["ann"], ["bob"]), state: "cast" },
  { plain: choice("b3", ["cy"], []), state: "challenged" },
  { plain: choice("b4", [], ["ann", "bob", "cy"]), state: "cast" },
]);
const record = tallyToRecord(election, { ballots, present: 3 });
const verify = (changed: ElectionRecord) => verifyRecord(changed, { group: toyGroup });

test("an election with two of five guardians missing ends in a record that is valid in every step", () => {
  const report = verify(record);

  expect(failedSteps(report)).toEqual([]);
  expect(report.verdict).toBe("valid");
  expect(report.steps.map(({ verdict }) => verdict)).toEqual(report.steps.map(() => "pass"));
});

test("counts are the votes, votes left over count nowhere, too many votes count as none", () => {
  const counts = record.tally.contests.map(({ selections }) => selections.map(({ count }) => count));

  expect(counts).toEqual([
    [2, 0, 0],
    [1, 2, 0],
  ]);
});

test.each([
  { title: "no ballot", votes: [] },
  { title: "one ballot", votes: [{ plain: choice("only", ["bob"], ["cy"]), state: "cast" as const }] },
  { title: "challenged ballots only", votes: [{ plain: choice("spoilt", ["bob"], []), state: "challenged" as const }] },
])("an election with $title is verified too", ({ votes }) => {
  const small = holdCeremony({ count: 1, quorum: 1 });
  const ended = tallyToRecord(small, { ballots: encryptAll(small.context, votes), present: 1 });

  expect(failedSteps(verify(ended))).toEqual([]);
});

/** One cast and one challenged ballot, one of three guardians missing. */
function smallRecord(): ElectionRecord {
  const small = holdCeremony({ count: 3, quorum: 2 });
  const votes = encryptAll(small.context, [
    { plain: choice("b1", ["ann"], ["ann", "bob"]), state: "cast" },
    { plain: choice("b2", ["ann"], ["bob"]), state: "challenged" },
  ]);
  return tallyToRecord(small, { ballots: votes, present: 2 });
}

/** The step that has to fail for a field whose path starts so; the first match counts. */
const STEP_FOR: readonly [path: RegExp, step: StepName][] = [
  [/^constants/, "parameters"],
  [/^manifest/, "base hashes"],
  [/^context\.(baseHash|extendedHash|manifestHash)/, "base hashes"],
  [/^context\.quorum/, "guardian keys"],
  [/^context/, "joint key"],
  [/^devices/, "ballot hashes and codes"],
  [/^guardians\.\*\.guardianId/, "reconstruction"],
  [/^guardians/, "guardian keys"],
  [/^weights/, "reconstruction"],
  [/^ballots\.\*\.contests\.\*\.selections\.\*\.(descriptionHash|hash|sequence)/, "ballot hashes and codes"],
  [/^ballots\.\*\.contests\.\*\.selections/, "ballot selections"],
  [/^ballots\.\*\.contests\.\*\.(accumulation|proof)/, "contest limits"],
  [/^ballots\.\*\.contests\.\*\.(descriptionHash|hash|sequence)/, "ballot hashes and codes"],
  [/^ballots\.\*\.(manifestHash|codeSeed|code|timestamp|hash|ballotId)/, "ballot hashes and codes"],
  [/^ballots/, "ballot selections"],
  [/^encryptedTally/, "tally"],
  [/^tally\.contests\.\*\.(contestId|selections\.\*\.(selectionId|ciphertext))/, "tally"],
  [/^tally.*\.parts\.\*\./, "compensated shares"],
  [/^tally.*\.shares\.\*\.proof/, "direct shares"],
  [/^tally.*\.shares\.\*\.share/, "direct shares"],
  [/^tally.*\.shares\.\*/, "reconstruction"],
  [/^tally.*\.(count|value)/, "counts"],
  [/^challenged/, "challenged ballots"],
];

/** What no hash or proof of ElectionGuard 1 covers, and words that a reader of records chooses itself. */
const FREE = [/contestData/, /^tally\.tallyId/, /\.(kind|state)$/];

test("whatever single field is changed, the step that looks at it fails", () => {
  const small = smallRecord();
  const fields = fieldsOf(small).filter(({ kind }) => !FREE.some((free) => free.test(kind)));
  expect(fields.length).toBeGreaterThan(100);

  const missed = fields.flatMap(({ kind, path }) => {
    const step = STEP_FOR.find(([pattern]) => pattern.test(kind))?.[1];
    const failed = failedSteps(verify(changeAt(small, path, slightly)));
    return step !== undefined && failed.includes(step)
      ? []
      : [`${kind}: expected ${String(step)}, failed ${failed.join()}`];
  });

  expect(missed).toEqual([]);
});

test("a field with a number that is none, the same one written differently, or nothing, is reported, not stumbled over", () => {
  const small = smallRecord();
  const extremes: Change[] = [
    (value) => (typeof value === "bigint" ? value + toyGroup.p : typeof value === "number" ? -1 : ""),
    (value) => (typeof value === "bigint" ? 0n : typeof value === "number" ? Number.MAX_SAFE_INTEGER : "other"),
    (value) => (typeof value === "bigint" ? -value : typeof value === "number" ? value - 1 : "|"),
  ];
  const fields = fieldsOf(small).filter(({ kind }) => !FREE.some((free) => free.test(kind)));

  // Each takes a whole verification: by default some of them are tried.
  const tried = fields.filter((_, index) => IS_LONG || index % 4 === 0);
  const missed = tried.flatMap(({ kind, path }) =>
    extremes.filter((change) => failedSteps(verify(changeAt(small, path, change))).length === 0).map(() => kind),
  );

  expect(missed).toEqual([]);
});

test("ballots left out, counted twice, copied or swapped between states are found", () => {
  const [first, second, third, fourth] = ballots;
  const copy = first === undefined || second === undefined ? [] : [{ ...second, contests: first.contests }];
  const without = (index: number) => ballots.filter((_, other) => other !== index);

  expect(failedSteps(verify({ ...record, ballots: without(0) }))).toContain("tally");
  expect(failedSteps(verify({ ...record, ballots: [...ballots, ...ballots.slice(0, 1)] }))).toContain(
    "ballot selections",
  );
  expect(failedSteps(verify({ ...record, ballots: [...ballots, ...copy] }))).toContain("ballot selections");
  expect(failedSteps(verify({ ...record, ballots: without(2) }))).toContain("challenged ballots");
  expect(failedSteps(verify({ ...record, challenged: [] }))).toEqual(["challenged ballots"]);
  const turned = [first, second, third, fourth].flatMap((ballot) =>
    ballot === undefined ? [] : [{ ...ballot, state: "cast" as const }],
  );
  expect(failedSteps(verify({ ...record, ballots: turned }))).toEqual(["tally", "challenged ballots"]);
});

function failedSteps(report: VerificationReport): StepName[] {
  return report.steps.filter(({ verdict }) => verdict === "fail").map((step) => step.name);
}

type Path = readonly (string | number)[];

/** One field of each kind: places in lists do not make another kind. */
function fieldsOf(value: unknown): { kind: string; path: Path }[] {
  const kinds = new Map<string, Path>();
  const visit = (part: unknown, path: Path) => {
    if (["bigint", "number", "string"].includes(typeof part)) {
      const kind = path.map((step) => (typeof step === "number" ? "*" : step)).join(".");
      if (!kinds.has(kind)) kinds.set(kind, path);
    }
    if (Array.isArray(part))
      part.forEach((item: unknown, index) => {
        visit(item, [...path, index]);
      });
    else if (typeof part === "object" && part !== null) {
      for (const [name, member] of Object.entries(part)) visit(member, [...path, name]);
    }
  };
  visit(value, []);
  return [...kinds].map(([kind, path]) => ({ kind, path }));
}

type Change = (value: unknown) => unknown;

/** One larger, or one letter longer. */
function slightly(value: unknown): unknown {
  if (typeof value === "bigint") return value + 1n;
  return typeof value === "number" ? value + 1 : `${String(value)}x`;
}

/** Only what lies on the way to the field is copied. */
function changeAt<Whole>(whole: Whole, path: Path, change: Change): Whole {
  const copy: unknown = changedAt(whole, path, change);
  const isWhole = (value: unknown): value is Whole => typeof value === typeof whole;
  if (!isWhole(copy)) throw new TypeError("a copy is of the same type");
  return copy;
}

function changedAt(value: unknown, [step, ...rest]: Path, change: Change): unknown {
  if (step === undefined) return change(value);
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => (index === step ? changedAt(item, rest, change) : item));
  }
  return { ...Object(value), [step]: changedAt(Reflect.get(Object(value), step), rest, change) };
}
