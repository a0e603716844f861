/** Tests a guardian that keeps its key at home: it checks its input, decrypts nothing else, and its shares count. */
import { expect, test } from "vitest";
import type { SubmittedBallot } from "../src/core/ballots/ballot.ts";
import { judgeBackups, prepareBackups } from "../src/core/home/ceremony-at-home.ts";
import { decryptAtHome, type HomeWork } from "../src/core/home/decrypt-at-home.ts";
import { createGuardianKeys, recoveryKey } from "../src/core/guardians/key-ceremony.ts";
import { checkCompensatedShare, checkDirectShare, readShares } from "../src/core/tally/decryption-shares.ts";
import { addBallots, toEncryptedTally } from "../src/core/tally/tally.ts";
import { toyGroup, toyManifest } from "./toy-election.ts";
import { toyRecordParts } from "./toy-record.ts";

const { election, record } = toyRecordParts({ count: 3, quorum: 2, present: 2 });
const guardians = election.guardians.map((keys) => keys.public);
const [ann, bob, cy] = election.guardians;
if (ann === undefined || bob === undefined || cy === undefined) throw new Error("three guardians");
const backups = election.guardians.flatMap((keys) => prepareBackups(toyGroup, { keys, guardians }));
const work: HomeWork = { keys: ann, published: { ...record, guardians }, missing: ["guardian-3"], backups };

test("each guardian leaves a backup for each other, and can use the backups of the others", () => {
  expect(backups.map(({ senderId, receiverId }) => `${senderId} ${receiverId}`)).toHaveLength(6);
  for (const keys of election.guardians) {
    const verdicts = judgeBackups(toyGroup, { keys, guardians, backups });
    expect(verdicts.map(({ objection }) => objection)).toEqual([undefined, undefined]);
  }
});

test("a backup that is missing, repeated, changed or made for another is reported with its sender", () => {
  const [own] = backups.filter(({ senderId, receiverId }) => senderId === "guardian-2" && receiverId === "guardian-1");
  if (own === undefined) throw new Error("a backup");
  const flipped = own.encryptedPoint.data.map((byte, index) => (index === 5 ? byte ^ 1 : byte));
  const judge = (given: typeof backups) =>
    judgeBackups(toyGroup, { keys: ann, guardians, backups: given }).find(({ senderId }) => senderId === "guardian-2")
      ?.objection;
  const others = backups.filter((backup) => backup !== own);

  expect(judge(others)).toBe("guardian guardian-2 left no backup");
  expect(judge([...backups, own])).toBe("guardian guardian-2 left two backups");
  expect(judge([...others, { ...own, encryptedPoint: { ...own.encryptedPoint, data: flipped } }])).toContain(
    "backup of guardian guardian-2 for guardian-1 cannot be opened",
  );
  expect(judge([...others, { ...own, receiverSequence: 2 }])).toContain("is for somebody else");
});

test("no backup is made while the published keys are wrong, or the guardian's own keys were replaced", () => {
  const intruder = createGuardianKeys(toyGroup, { guardianId: "guardian-1", sequence: 1, quorum: 2 }).public;
  const unproven = { ...bob.public, proofs: ann.public.proofs };

  expect(() => prepareBackups(toyGroup, { keys: ann, guardians: [intruder, bob.public, cy.public] })).toThrow(
    "the published keys of guardian guardian-1 (1) are not those of the key file",
  );
  expect(() => prepareBackups(toyGroup, { keys: ann, guardians: [ann.public, unproven, cy.public] })).toThrow("proves");
});

test("shares made at home are valid, for the guardian itself and for a missing one, and are the same when made again", async () => {
  const made = await decryptAtHome(toyGroup, work);

  expect(await decryptAtHome(toyGroup, work)).toEqual(made);
  expect([made.cast, made.challenged]).toEqual([3, 1]);
  expect(made.shares.map(({ subject, subjectId, slice, missing }) => [subject, subjectId, slice, missing])).toEqual([
    ["unit", "election", 1, null],
    ["ballot", "b3", 1, null],
    ["unit", "election", 1, 3],
    ["ballot", "b3", 1, 3],
  ]);
  for (const { subject, missing, shares } of made.shares) {
    const contests = subject === "unit" ? record.encryptedTally.contests : challengedBallot().contests;
    for (const { contest, selection, share, proof } of readShares(JSON.stringify(shares), "shares")) {
      const ciphertext = contests
        .find(({ contestId }) => contestId === contest)
        ?.selections.find(({ selectionId }) => selectionId === selection)?.ciphertext;
      if (ciphertext === undefined) throw new Error("a selection");
      const { context } = record;
      const given = { guardianId: "guardian-1", share, proof };
      if (missing === null) checkDirectShare(toyGroup, { share: given, guardian: ann.public, ciphertext, context });
      else {
        const key = recoveryKey(toyGroup, cy.public, 1);
        const compensated = { ...given, missingGuardianId: "guardian-3", recoveryKey: key };
        checkCompensatedShare(toyGroup, {
          share: compensated,
          guardian: ann.public,
          missing: cy.public,
          ciphertext,
          context,
        });
      }
    }
  }
});

test("a tally that is not the sum of the published ballots is not decrypted, such as a single ballot", async () => {
  const [first] = record.ballots;
  if (first === undefined) throw new Error("a ballot");
  const single = toEncryptedTally(toyGroup, toyManifest, addBallots(toyGroup, [first]));

  await refuses({ encryptedTally: single }, "is not the sum of the 3 ballots that were cast");
  await refuses({ ballots: record.ballots.slice(1) }, "is not the sum of the 2 ballots that were cast");
  await refuses({ ballots: [...record.ballots, first] }, "its id was seen before");
  await refuses(
    { ballots: record.ballots.map((ballot) => ({ ...ballot, state: "cast" as const })) },
    "is not the sum of the 4",
  );
});

test("nothing is decrypted with an invalid proof, another manifest or other keys", async () => {
  const [first, ...rest] = record.ballots;
  if (first === undefined) throw new Error("a ballot");
  const wrong = { ...first, code: first.code + 1n };

  await refuses({ ballots: [wrong, ...rest] }, "its confirmation code is another");
  await refuses({ manifest: { ...toyManifest, type: "primary" } }, "manifestHash of the context does not follow");
  await refuses({ context: { ...record.context, publicKey: 4n } }, "publicKey of the context does not follow");
  await refuses({ guardians: [ann.public, bob.public] }, "does not follow");
});

test("a guardian stands in only for others, and only with their backup", async () => {
  await expect(decryptAtHome(toyGroup, { ...work, missing: ["guardian-1"] })).rejects.toThrow(
    "none of the other guardians",
  );
  await expect(decryptAtHome(toyGroup, { ...work, missing: ["nobody"] })).rejects.toThrow(
    "none of the other guardians",
  );
  await expect(decryptAtHome(toyGroup, { ...work, backups: [] })).rejects.toThrow("no backup of guardian guardian-3");
});

function challengedBallot(): SubmittedBallot {
  const found = record.ballots.find(({ state }) => state === "challenged");
  if (found === undefined) throw new Error("a challenged ballot");
  return found;
}

async function refuses(change: Partial<HomeWork["published"]>, message: string): Promise<void> {
  const published = { ...work.published, ...change };
  await expect(decryptAtHome(toyGroup, { ...work, published })).rejects.toThrow(message);
}
