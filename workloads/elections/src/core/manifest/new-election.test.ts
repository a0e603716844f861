/**
 * Tests of the manifest of an election: it can be hashed, every contest is on the ballots of its precincts, and no
 * other election has the same hash.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { toyGroup } from "../../../test/toy-election.ts";
import { readJson } from "../records/json-reader.ts";
import { readManifest } from "./manifest-json.ts";
import { checkManifest, contestsOfStyle, manifestHash, objectionsTo, overvoteOf } from "./manifest.ts";
import { checkElectionRequest, type ElectionRequest, manifestOf, warningsAbout } from "./new-election.ts";

const PRECINCTS = ["north", "south", "east"];
const requests = fc
  .array(
    fc.record({
      title: fc.constantFrom("Mayor", "Council", "Bridge"),
      votesAllowed: fc.integer({ min: 1, max: 2 }),
      candidates: fc.array(
        fc.record({ name: fc.constantFrom("Ann", "Bob"), party: fc.constantFrom("Bread", "Roses") }),
        {
          minLength: 2,
          maxLength: 4,
        },
      ),
      hasWriteIn: fc.boolean(),
      precincts: fc.subarray(PRECINCTS),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((contests): ElectionRequest => ({
    title: "Town",
    startsAt: "2026-11-01T08:00:00Z",
    endsAt: "2026-11-01T18:00:00Z",
    guardians: [{ name: "Gina" }, { name: "Hugo" }],
    quorum: 1,
    contests,
    precincts: PRECINCTS.map((precinctId) => ({ precinctId })),
  }));
const read = (request: ElectionRequest, scopeId: string) =>
  readManifest(readJson(JSON.stringify(manifestOf(request, scopeId)), "manifest.json"));

test("every request gives a valid manifest, with each contest in its precincts", () => {
  fc.assert(
    fc.property(requests, (request) => {
      checkElectionRequest(request);
      const manifest = read(request, "scope");

      checkManifest(manifest);
      for (const precinct of PRECINCTS) {
        const expected = request.contests.filter(
          ({ precincts = [] }) => precincts.length === 0 || precincts.includes(precinct),
        );
        expect(contestsOfStyle(manifest, precinct)?.map(({ name }) => name)).toEqual(
          expected.map(({ title }) => title),
        );
      }
    }),
    { numRuns: 50 },
  );
});

test("a party is listed once, however many candidates it has, and write-ins are off by default", () => {
  const candidates = [
    { name: "Ann", party: "Bread" },
    { name: "Bob", party: "Bread" },
  ];
  const base = { title: "Town", startsAt: "2026-11-01T08:00:00Z", endsAt: "2026-11-02T08:00:00Z", quorum: 1 };
  const whole = { ...base, guardians: [{ name: "Gina" }], contests: [{ title: "Mayor", candidates }] };

  const manifest = read(whole, "scope");

  expect(manifest.parties.map(({ partyId }) => partyId)).toEqual(["party-1"]);
  expect(manifest.contests[0]?.selections).toHaveLength(2);
  expect(manifestHash(toyGroup, manifest)).not.toBe(manifestHash(toyGroup, read(whole, "another scope")));
});

test("a quorum of all or one, a toy group and a kiosk give warnings; a quorum above the number of guardians is refused", () => {
  const contests = [{ title: "Mayor", candidates: [{ name: "Ann" }] }];
  const base = { title: "Town", startsAt: "2026-11-01T08:00:00Z", endsAt: "2026-11-02T08:00:00Z", contests };
  const guardians = [{ name: "Gina" }, { name: "Hugo" }];

  const all = warningsAbout({ ...base, guardians, quorum: 2, group: "toy-256", isKiosk: true }).join(" ");

  expect(all).toContain("All guardians are needed");
  expect(all).toContain("toy");
  expect(all).toContain("knows those votes");
  expect(warningsAbout({ ...base, guardians: guardians.slice(1), quorum: 1 }).join(" ")).toContain(
    "One guardian alone",
  );
  expect(() => checkElectionRequest({ ...base, guardians, quorum: 3 })).toThrow(
    "must be at most the number of guardians (2)",
  );
});

test("a contest with more options than votes gets one for too many votes where they are counted, with a reserved id", () => {
  const candidates = [{ name: "Ann" }, { name: "Bob" }];
  const contests = [
    { contestId: "mayor", title: "Mayor", candidates },
    { contestId: "council", title: "Council", candidates, votesAllowed: 2 },
  ];
  const base = { title: "Town", startsAt: "2026-11-01T08:00:00Z", endsAt: "2026-11-02T08:00:00Z", quorum: 1 };
  const whole = { ...base, guardians: [{ name: "Gina" }], contests, countsOvervotes: true };
  const taken = [{ title: "Mayor", contestId: "mayor", candidates: [{ name: "Ann", candidateId: "mayor-overvote" }] }];

  const { contests: made } = read(whole, "scope");

  expect(made.map((contest) => overvoteOf(contest)?.selectionId)).toEqual(["mayor-mayor-overvote", undefined]);
  expect(() => checkElectionRequest({ ...whole, contests: taken })).toThrow("it is for ballots with too many votes");
  expect(() => checkElectionRequest({ ...whole, precincts: [{ precinctId: "election" }] })).toThrow(
    "that is the whole",
  );
});

test("seats apart from votes are in the manifest and bound by its hash; a contest without them has the manifest as before", () => {
  const candidates = [{ name: "Ann" }, { name: "Bob" }, { name: "Cy" }];
  const base = { title: "Town", startsAt: "2026-11-01T08:00:00Z", endsAt: "2026-11-02T08:00:00Z", quorum: 1 };
  const withContest = (contest: object) => {
    const contests = [{ contestId: "council", title: "Council", candidates, ...contest }];
    return { ...base, guardians: [{ name: "Gina" }], contests };
  };

  const [more] = read(withContest({ votesAllowed: 1, seats: 2 }), "scope").contests;
  const [fewer] = read(withContest({ votesAllowed: 2, seats: 1 }), "scope").contests;
  const same = withContest({ votesAllowed: 2, seats: 2 });
  const manifest = read(withContest({ votesAllowed: 2, seats: 1 }), "scope");
  const [council] = manifest.contests;
  const forged = { ...manifest, contests: council === undefined ? [] : [{ ...council, seats: 2 }] };

  expect(more).toMatchObject({ numberElected: 1, seats: 2 });
  expect(fewer).toMatchObject({ numberElected: 2, seats: 1 });
  expect(manifestOf(same, "scope")).toEqual(manifestOf(withContest({ votesAllowed: 2 }), "scope"));
  expect(objectionsTo(manifest)).toEqual([]);
  expect(objectionsTo(forged)).toEqual(["names 2 seats in contest council, and its subtitle does not"]);
  expect(() => checkElectionRequest(withContest({ seats: 4 }))).toThrow("has 4 seats, but 3 options");
});
