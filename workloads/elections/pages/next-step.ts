/** Decides what a guardian has to do next. */
import type { Ceremony, Decryption } from "./election-api.ts";

export type GuardianJob = "publishKeys" | "backUp" | "judge" | "answer" | "decrypt" | "seal";

type NextStep =
  | {
      readonly kind: "action";
      readonly job: GuardianJob;
      readonly verb: string;
      readonly why: string;
    }
  | { readonly kind: "wait"; readonly why: string };

type Place = {
  readonly sequence: number;
  readonly ceremony: Pick<Ceremony, "state" | "round" | "guardians" | "challenges">;
  readonly decryption: Decryption | undefined;
};

export function nextStep({ sequence, ceremony, decryption }: Place): NextStep {
  if (ceremony.state === "CEREMONY") return ceremonyStep(sequence, ceremony);
  if (decryption === undefined)
    return { kind: "wait", why: "Your part of the ceremony is done. Come back after the tally." };
  return decryptionStep(sequence, decryption);
}

function ceremonyStep(sequence: number, ceremony: Place["ceremony"]): NextStep {
  const { round, guardians } = ceremony;
  const own = guardians.find((guardian) => guardian.sequence === sequence);
  const missing = (isDone: (guardian: (typeof guardians)[number]) => boolean) =>
    guardians
      .filter((guardian) => !isDone(guardian))
      .map(({ name }) => name)
      .join(", ");
  if (own?.hasPublished !== true)
    return {
      kind: "action",
      job: "publishKeys",
      verb: "Publish the public keys",
      why: "Opens your key file, as a rehearsal, and publishes what is public of it.",
    };
  if (round === 1)
    return { kind: "wait", why: `Waiting for the keys of ${missing(({ hasPublished }) => hasPublished)}.` };
  if (!own.hasBackedUp)
    return {
      kind: "action",
      job: "backUp",
      verb: "Leave backups for the others",
      why: "If you are missing when votes are counted, enough of the others together can stand in for you.",
    };
  if (round === 2)
    return { kind: "wait", why: `Waiting for the backups of ${missing(({ hasBackedUp }) => hasBackedUp)}.` };
  if (!own.hasVerified)
    return {
      kind: "action",
      job: "judge",
      verb: "Check the others' backups",
      why: "A backup that does not fit is challenged now, not found out after the election.",
    };
  if (challengersOf(sequence, ceremony).length > 0)
    return {
      kind: "action",
      job: "answer",
      verb: "Answer the challenge",
      why: "Another guardian could not use your backup. Publishing that one point lets everybody check it; enough others still keep your key secret.",
    };
  return { kind: "wait", why: `Waiting for the checks of ${missing(({ hasVerified }) => hasVerified)}.` };
}

/** Returns the guardians that challenge a backup of this guardian and wait for its answer. */
export function challengersOf(sequence: number, { challenges }: Pick<Ceremony, "challenges">): number[] {
  return challenges
    .filter(({ sender, state }) => sender === sequence && state === "CHALLENGED")
    .map(({ receiver }) => receiver);
}

function decryptionStep(sequence: number, { state, slices, guardians }: Decryption): NextStep {
  const own = guardians.find((guardian) => guardian.sequence === sequence);
  if (state === "COMBINING" || state === "DECRYPTED")
    return { kind: "wait", why: "The shares are combined: your work is done." };
  if (own?.state === "DECRYPTING" && own.isAtHome === false)
    return { kind: "wait", why: "The workers decrypt with your sealed keys." };
  if (own?.state === "MISSING") return { kind: "wait", why: "You were declared missing: the others decrypt for you." };
  const owed = guardians
    .filter((guardian) => guardian.state === "MISSING")
    .filter(({ sequence: missing }) => {
      const given = own?.compensatedFor.find((each) => each.missing === missing)?.slices ?? 0;
      return given < slices;
    });
  if (own?.state === "DECRYPTED" && owed.length === 0)
    return { kind: "wait", why: "Your shares are here. Stay reachable until the results are out." };
  const why =
    owed.length === 0
      ? "Checks first that the tally is the sum of the published ballots, then decrypts your share of it. Interrupted, it can be done again."
      : `Also stands in for ${owed.map(({ name }) => name).join(", ")}.`;
  return { kind: "action", job: "decrypt", verb: "Decrypt with the key file", why };
}
