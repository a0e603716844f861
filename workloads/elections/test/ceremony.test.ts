/** Tests of the key ceremony: a quorum of guardians suffices to decrypt, and cheating is detected. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { lagrangeWeight, pointAt, publicPointAt } from "../src/core/crypto/scalars.ts";
import {
  createContext,
  createGuardianKeys,
  guardianKeysOf,
  openBackup,
  recoveryKey,
  sealBackup,
} from "../src/core/guardians/key-ceremony.ts";
import { toyGroup as group } from "./toy-election.ts";

const guardian = (sequence: number, quorum = 2) =>
  createGuardianKeys(group, { guardianId: `guardian-${String(sequence)}`, sequence, quorum });
const scalar = fc.bigInt({ min: 0n, max: group.q - 1n });

test("any quorum of points gives the secret, and every point fits its public value", () => {
  const polynomials = fc.array(scalar, { minLength: 1, maxLength: 5 });
  const places = fc.uniqueArray(fc.integer({ min: 1, max: 20 }), { minLength: 5, maxLength: 8 });
  fc.assert(
    fc.property(polynomials, places, (coefficients, present) => {
      const commitments = coefficients.map((coefficient) => group.power(group.g, coefficient));
      const points = present.map((place) => pointAt(group, coefficients, place));
      const weighted = points.map((point, index) => point * lagrangeWeight(group, present[index] ?? 0, present));

      expect(group.scalar(weighted.reduce((sum, part) => sum + part, 0n))).toBe(coefficients[0]);
      expect(publicPointAt(group, commitments, present[0] ?? 0)).toBe(group.power(group.g, points[0] ?? 0n));
    }),
    { numRuns: 30 },
  );
});

test("a backup reaches its receiver, and its point fits the recovery key", () => {
  const [sender, receiver] = [guardian(1), guardian(2)];

  const backup = sealBackup(group, { sender, receiver: receiver.public });
  const point = openBackup(group, { backup, sender: sender.public, receiver });

  expect(group.power(group.g, point)).toBe(recoveryKey(group, sender.public, 2));
});

test("a backup that was changed, or is for another guardian, is refused", () => {
  const [sender, receiver, third] = [guardian(1), guardian(2), guardian(3)];
  const backup = sealBackup(group, { sender, receiver: receiver.public });
  const { encryptedPoint } = backup;
  const data = encryptedPoint.data.map((byte, index) => (index === 5 ? byte ^ 1 : byte));
  const changed = { ...backup, encryptedPoint: { ...encryptedPoint, data } };

  expect(() => openBackup(group, { backup: changed, sender: sender.public, receiver })).toThrow("cannot be opened");
  expect(() => openBackup(group, { backup, sender: sender.public, receiver: third })).toThrow("for somebody else");
  expect(() => openBackup(group, { backup, sender: third.public, receiver })).toThrow("was sent by guardian-1");
});

test("a point of another polynomial is refused when it arrives, not when it is needed", () => {
  const [sender, receiver] = [guardian(1), guardian(2)];
  const cheat = guardianKeysOf(group, { ...sender.public, coefficients: [5n, 6n] });
  const backup = sealBackup(group, { sender: cheat, receiver: receiver.public });

  expect(() => openBackup(group, { backup, sender: sender.public, receiver })).toThrow(
    "does not fit what the sender published",
  );
});

test("a key that would cancel the others is refused, because its proof cannot be made", () => {
  const honest = guardian(1);
  const cheat = guardian(2);
  const [first, ...rest] = cheat.public.commitments;
  const cancelling = group.divide(first ?? 1n, honest.public.commitments[0] ?? 1n);
  const proofs = cheat.public.proofs.map((proof, index) => (index === 0 ? { ...proof, publicKey: cancelling } : proof));
  const guardians = [honest.public, { ...cheat.public, commitments: [cancelling, ...rest], proofs }];

  expect(() => createContext(group, { guardians, quorum: 2, manifestHash: 1n })).toThrow(
    "guardian guardian-2 has a wrong proof of coefficient 0",
  );
});

test.each([
  { title: "a quorum above the number of guardians", sequences: [1, 2], quorum: 3, reason: "the quorum (3)" },
  { title: "a quorum of 0", sequences: [1, 2], quorum: 0, reason: "the quorum (0)" },
  { title: "a number that is missing", sequences: [1, 3], quorum: 2, reason: "no guardian has the number 2" },
  { title: "the same guardian twice", sequences: [1, 1], quorum: 2, reason: "the same id" },
])("$title is refused", ({ sequences, quorum, reason }) => {
  const guardians = sequences.map((sequence) => guardian(sequence).public);

  expect(() => createContext(group, { guardians, quorum, manifestHash: 1n })).toThrow(reason);
});
