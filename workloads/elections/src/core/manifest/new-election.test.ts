/** What the manifest of an election promises: fit for its hash, every contest on the ballots of its precincts, and unlike any other. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { toyGroup } from "../../../test/toy-election.ts";
import { readJson } from "../records/json-reader.ts";
import { readManifest } from "./manifest-json.ts";
import { checkManifest, contestsOfStyle, manifestHash, overvoteOf } from "./manifest.ts";
import { checkWish, type ElectionWish, manifestOf, warningsAbout } from "./new-election.ts";

const PRECINCTS = ["north", "south", "east"];
const wishes = fc
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
  .map((contests): ElectionWish => ({
    title: "Town",
    startsAt: "2026-11-01T08:00:00Z",
    endsAt: "2026-11-01T18:00:00Z",
    guardians: [{ name: "Gina" }, { name: "Hugo" }],
    quorum: 1,
    contests,
    precincts: PRECINCTS.map((precinctId) => ({ precinctId })),
  }));
const read = (wish: ElectionWish, scopeId: string) =>
  readManifest(readJson(JSON.stringify(manifestOf(wish, scopeId)), "manifest.json"));

test("of every wish comes a manifest that can be voted on, with each contest where it belongs", () => {
  fc.assert(
    fc.property(wishes, (wish) => {
      checkWish(wish);
      const manifest = read(wish, "scope");

      checkManifest(manifest);
      for (const precinct of PRECINCTS) {
        const expected = wish.contests.filter(
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

test("a party is named once, however many of its candidates stand; write-ins are off unless they are asked for", () => {
  const candidates = [
    { name: "Ann", party: "Bread" },
    { name: "Bob", party: "Bread" },
  ];
  const wish = { title: "Town", startsAt: "2026-11-01T08:00:00Z", endsAt: "2026-11-02T08:00:00Z", quorum: 1 };
  const whole = { ...wish, guardians: [{ name: "Gina" }], contests: [{ title: "Mayor", candidates }] };

  const manifest = read(whole, "scope");

  expect(manifest.parties.map(({ partyId }) => partyId)).toEqual(["party-1"]);
  expect(manifest.contests[0]?.selections).toHaveLength(2);
  expect(manifestHash(toyGroup, manifest)).not.toBe(manifestHash(toyGroup, read(whole, "another scope")));
});

test("who needs all guardians, one alone, a toy or a kiosk is warned; more guardians than there are is refused", () => {
  const contests = [{ title: "Mayor", candidates: [{ name: "Ann" }] }];
  const wish = { title: "Town", startsAt: "2026-11-01T08:00:00Z", endsAt: "2026-11-02T08:00:00Z", contests };
  const guardians = [{ name: "Gina" }, { name: "Hugo" }];

  const all = warningsAbout({ ...wish, guardians, quorum: 2, group: "toy-256", isKiosk: true }).join(" ");

  expect(all).toContain("All guardians are needed");
  expect(all).toContain("toy");
  expect(all).toContain("knows those votes");
  expect(warningsAbout({ ...wish, guardians: guardians.slice(1), quorum: 1 }).join(" ")).toContain(
    "One guardian alone",
  );
  expect(() => checkWish({ ...wish, guardians, quorum: 3 })).toThrow("must be at most the number of guardians (2)");
});

test("a contest with more options than votes gets one for too many votes where they are counted; its name is nobody else's", () => {
  const candidates = [{ name: "Ann" }, { name: "Bob" }];
  const contests = [
    { contestId: "mayor", title: "Mayor", candidates },
    { contestId: "council", title: "Council", candidates, votesAllowed: 2 },
  ];
  const wish = { title: "Town", startsAt: "2026-11-01T08:00:00Z", endsAt: "2026-11-02T08:00:00Z", quorum: 1 };
  const whole = { ...wish, guardians: [{ name: "Gina" }], contests, countsOvervotes: true };
  const taken = [{ title: "Mayor", contestId: "mayor", candidates: [{ name: "Ann", candidateId: "mayor-overvote" }] }];

  const { contests: made } = read(whole, "scope");

  expect(made.map((contest) => overvoteOf(contest)?.selectionId)).toEqual(["mayor-mayor-overvote", undefined]);
  expect(() => checkWish({ ...whole, contests: taken })).toThrow("it is for ballots with too many votes");
  expect(() => checkWish({ ...whole, precincts: [{ precinctId: "election" }] })).toThrow("that is the whole");
});
