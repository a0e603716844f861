import { expect, test } from "vitest";
import { holdCeremony, toyGroup, toyManifest } from "../../../test/toy-election.ts";
import { objectionsToBallot } from "../ballots/check-ballot.ts";
import { toHex } from "../crypto/hash.ts";
import { readJson } from "../records/json-reader.ts";
import { readEncryptedBallot } from "../records/read-ballot.ts";
import { contextToJson } from "../records/write-record.ts";
import { guardianToJson } from "../records/write-ballot.ts";
import { manifestToJson } from "../manifest/manifest-json.ts";
import { encryptAtHome, repeatOpened } from "./vote-at-home.ts";

const { guardians, context } = holdCeremony({ count: 2, quorum: 2 });
const manifest: unknown = JSON.parse(manifestToJson(toyManifest, []));
const paper = {
  styleId: "all",
  timestamp: 1_793_491_200,
  manifest,
  context: contextToJson(context),
  guardians: guardians.map((keys) => guardianToJson(keys.public)),
};
const choices = [
  { contestId: "mayor", selectionIds: ["mayor-ann"] },
  { contestId: "council", selectionIds: ["council-bob", "council-cy"] },
];

test("a ballot that was encrypted at home passes every check, and contains neither its nonce nor its key", () => {
  const vote = encryptAtHome(toyGroup, { paper, choices });

  const ballot = readEncryptedBallot(readJson(JSON.stringify(vote.sent.ballot), "ballot"));
  expect(objectionsToBallot(toyGroup, { manifest: toyManifest, context }, ballot)).toEqual([]);
  expect(toHex(ballot.code)).toBe(vote.code);
  const sent = JSON.stringify(vote.sent).toUpperCase();
  expect(sent).not.toContain(vote.nonce);
  expect(sent).not.toContain(vote.castKey.toUpperCase());
});

test("no two ballots share a code, an id, a device or a key, whatever their votes", () => {
  const votes = [1, 2, 3].map(() => encryptAtHome(toyGroup, { paper, choices }));

  for (const of of [
    ({ code }: (typeof votes)[number]) => code,
    ({ castKey }: (typeof votes)[number]) => castKey,
    ({ nonce }: (typeof votes)[number]) => nonce,
    ({ sent }: (typeof votes)[number]) => JSON.stringify(sent.device),
  ])
    expect(new Set(votes.map(of)).size).toBe(3);
});

test("an opened ballot is found to contain its own votes, and no others", () => {
  const { code, nonce, sent } = encryptAtHome(toyGroup, { paper, choices });
  const opened = { paper, ballot: sent.ballot, nonce, code };

  expect(repeatOpened(toyGroup, { ...opened, choices })).toBeUndefined();
  const others = [{ contestId: "mayor", selectionIds: ["mayor-bob"] }];
  expect(repeatOpened(toyGroup, { ...opened, choices: others })).toMatch(/another ballot/);
  expect(repeatOpened(toyGroup, { ...opened, choices, code: "00" })).toMatch(/another code/);
});

test("nothing is encrypted to a key that is not that of the published guardians", () => {
  const stranger = holdCeremony({ count: 2, quorum: 2 });
  const forged = { ...paper, context: contextToJson(stranger.context) };

  expect(() => encryptAtHome(toyGroup, { paper: forged, choices })).toThrow(/do not vote/);
});

test("a choice that the manifest lacks is refused before anything is encrypted", () => {
  const unknown = [{ contestId: "mayor", selectionIds: ["mayor-zoe"] }];

  expect(() => encryptAtHome(toyGroup, { paper, choices: unknown })).toThrow(/mayor-zoe/);
});
