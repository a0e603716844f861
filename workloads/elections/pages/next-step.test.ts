import { expect, test } from "vitest";
import { nextStep } from "./next-step.ts";

const NOTHING = { hasToken: true, hasPublished: false, hasBackedUp: false, hasVerified: false };
const gina = { sequence: 1, guardianId: "guardian-1", name: "Gina", ...NOTHING };
const hugo = { sequence: 2, guardianId: "guardian-2", name: "Hugo", ...NOTHING };

const CHALLENGE = { sender: 1, receiver: 2, state: "CHALLENGED", reason: "it does not open" } as const;

function inCeremony(round: number, own: Partial<typeof gina>, other: Partial<typeof hugo> = {}) {
  const guardians = [
    { ...gina, ...own },
    { ...hugo, ...other },
  ];
  return nextStep({
    sequence: 1,
    ceremony: { state: "CEREMONY", round, guardians, challenges: [] },
    decryption: undefined,
  });
}

test("a guardian publishes, backs up and checks, and sees whom it waits for in between", () => {
  expect(inCeremony(1, {})).toMatchObject({ job: "publishKeys" });
  expect(inCeremony(1, { hasPublished: true }).why).toBe("Waiting for the keys of Hugo.");
  expect(inCeremony(2, { hasPublished: true })).toMatchObject({ job: "backUp" });
  expect(inCeremony(2, { hasPublished: true, hasBackedUp: true }).why).toBe("Waiting for the backups of Hugo.");
  expect(inCeremony(3, { hasPublished: true, hasBackedUp: true })).toMatchObject({ job: "judge" });
  const done = { hasPublished: true, hasBackedUp: true, hasVerified: true };
  expect(inCeremony(3, done).why).toBe("Waiting for the checks of Hugo.");
});

test("a guardian answers a challenge of its backup, unless the challenge is of another or settled", () => {
  const done = { hasPublished: true, hasBackedUp: true, hasVerified: true };
  const stepWith = (challenge: { sender: number; state: "CHALLENGED" | "DISMISSED" }) =>
    nextStep({
      sequence: 1,
      ceremony: {
        state: "CEREMONY",
        round: 3,
        guardians: [{ ...gina, ...done }, hugo],
        challenges: [{ ...CHALLENGE, ...challenge }],
      },
      decryption: undefined,
    });

  expect(stepWith({ sender: 1, state: "CHALLENGED" })).toMatchObject({ job: "answer" });
  expect(stepWith({ sender: 2, state: "CHALLENGED" })).toMatchObject({ kind: "wait" });
  expect(stepWith({ sender: 1, state: "DISMISSED" })).toMatchObject({ kind: "wait" });
});

function whileDecrypting(own: object, other: object = {}) {
  const plain = { isAtHome: null, since: null, ownSlices: 0, compensatedFor: [], missingBy: null };
  const guardians = [
    { ...gina, ...plain, state: "WAITING" as const, ...own },
    { ...hugo, ...plain, state: "WAITING" as const, ...other },
  ];
  const ceremony = { state: "DECRYPTING" as const, round: 4, guardians: [gina, hugo], challenges: [] };
  const board = { state: "DECRYPTING" as const, slices: 2, quorum: 1, isComplete: false, deadline: null, guardians };
  return nextStep({ sequence: 1, ceremony, decryption: board });
}

test("a guardian decrypts once for itself, and again for one that is declared missing later", () => {
  expect(whileDecrypting({})).toMatchObject({ job: "decrypt" });
  expect(whileDecrypting({ state: "DECRYPTED" })).toMatchObject({ kind: "wait" });
  const again = whileDecrypting({ state: "DECRYPTED" }, { state: "MISSING" });
  expect(again).toMatchObject({ job: "decrypt", why: "Also stands in for Hugo." });
  const given = { state: "DECRYPTED", compensatedFor: [{ missing: 2, slices: 2 }] };
  expect(whileDecrypting(given, { state: "MISSING" })).toMatchObject({ kind: "wait" });
});

test("a guardian that is missing or whose workers decrypt has nothing to do", () => {
  expect(whileDecrypting({ state: "MISSING" })).toMatchObject({ kind: "wait" });
  expect(whileDecrypting({ state: "DECRYPTING", isAtHome: false })).toMatchObject({ kind: "wait" });
});
