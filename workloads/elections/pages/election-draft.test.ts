import { expect, test } from "vitest";
import { electionOf, EMPTY_DRAFT, quorumWarning } from "./election-draft.ts";

test("each line is a candidate, and the text after its last comma is the party", () => {
  const contests = [{ title: "Mayor", votesAllowed: "2", seats: "1", candidates: "Ann\n\n Bob , Bread\n" }];
  const times = { startsAt: "2026-11-01T08:00Z", endsAt: "2026-11-02T08:00Z" };

  const election = electionOf({ ...EMPTY_DRAFT, ...times, guardians: "Gina\nHugo", contests });

  expect(election).toMatchObject({
    startsAt: "2026-11-01T08:00:00.000Z",
    guardians: [{ name: "Gina" }, { name: "Hugo" }],
    quorum: 2,
    contests: [
      { title: "Mayor", votesAllowed: 2, seats: 1, candidates: [{ name: "Ann" }, { name: "Bob", party: "Bread" }] },
    ],
  });
});

test("a quorum of all guardians gives a warning, a smaller one does not", () => {
  expect(quorumWarning({ guardians: "Gina\nHugo", quorum: "2" })).toMatch(/loses its key/);
  expect(quorumWarning({ guardians: "Gina", quorum: "1" })).toMatch(/single guardian/);
  expect(quorumWarning({ guardians: "Gina\nHugo\nIda", quorum: "2" })).toBeUndefined();
});
