/** Computes the endpoints of decryption: shares, compensated shares and results. */
import { type Ciphertext, createDiscreteLog } from "../../core/crypto/elgamal.ts";
import {
  type GuardianKeys,
  type GuardianPublic,
  openBackup,
  publicKeyOf,
  recoveryKey,
  secretKeyOf,
} from "../../core/guardians/key-ceremony.ts";
import { type JsonValue, readJson } from "../../core/records/json-reader.ts";
import { readSubmittedBallot } from "../../core/records/read-ballot.ts";
import { combineShares, compensateShare, decryptShare, proofNonce } from "../../core/tally/decryption-shares.ts";
import type { DecryptedSelection } from "../../core/tally/tally.ts";
import { ElectionError } from "../../errors.ts";
import {
  CONTEST,
  decimal,
  type NamedElection,
  readBackup,
  readCiphertextForm,
  readGuardianForm,
  readNamedElection,
  readShareForm,
  selectionIdAt,
  shareForm,
} from "./request-forms.ts";

/** A tally or a challenged ballot to decrypt, by selection. */
type ToDecrypt = {
  readonly subject: "unit" | "ballot";
  readonly subjectId: string;
  readonly items: ReadonlyMap<string, Ciphertext>;
};

export function createPartialDecryption(groupName: string, request: JsonValue) {
  const election = readNamedElection(groupName, request);
  const keys = readOwnKeys(election, request, { data: "guardian_data", secret: "private_key" });
  const decrypt = decrypting(election, secretKeyOf(keys), (work) => decryptShare(election.group, keys, work));
  const { tally, ballots } = readWork(request);
  return {
    guardian_public_key: String(publicKeyOf(keys.public)),
    tally_share: decrypt(tally),
    ballot_shares: Object.fromEntries(ballots.map((ballot) => [ballot.subjectId, decrypt(ballot)])),
  };
}

/**
 * Makes shares for a missing guardian, with the point of the missing guardian's polynomial in its backup, never with
 * the present guardian's own.
 */
export function createCompensatedDecryption(groupName: string, request: JsonValue) {
  const election = readNamedElection(groupName, request);
  const { group } = election;
  const keys = readOwnKeys(election, request, {
    data: "available_guardian_data",
    secret: "available_guardian_private_key",
  });
  const json = request.member("missing_guardian_data");
  const missing = readGuardianForm(json);
  const point = openBackup(group, { backup: readBackup(json, keys.public), sender: missing, receiver: keys });
  const by = { guardian: keys.public, missing, point };
  const decrypt = decrypting(election, point, (work) => compensateShare(group, by, work));
  const { tally, ballots } = readWork(request);
  return {
    compensated_tally_share: decrypt(tally),
    compensated_ballot_shares: Object.fromEntries(ballots.map((ballot) => [ballot.subjectId, decrypt(ballot)])),
  };
}

/** Combines shares. Every share is checked, and there are results only when all of them are valid. */
export function combineDecryptionShares(groupName: string, request: JsonValue) {
  const election = readNamedElection(groupName, request);
  const guardians = request.member("guardian_data").list().map(readGuardianForm);
  const { tally, ballots } = readWork(request);
  const shares = readAllShares(request);
  const cast = request.member("ciphertext_tally").member("cast_ballot_ids").list().length;
  const counted = combineSubject(election, { guardians, shares, subject: tally, max: cast });
  const votes = election.candidates.map((name, index) => ({ name, votes: counted.get(selectionIdAt(index)) ?? 0 }));
  const total = votes.reduce((sum, one) => sum + one.votes, 0);
  const percentage = (count: number) => (total === 0 ? 0 : Math.round((count * 1_000) / total) / 10);
  return {
    results: {
      candidates: Object.fromEntries(
        votes.map((one) => [one.name, { votes: one.votes, percentage: percentage(one.votes) }]),
      ),
      total_votes: total,
      total_ballots_cast: cast,
      spoiled_ballots: Object.fromEntries(
        ballots.map((subject) => {
          const opened = combineSubject(election, { guardians, shares, subject, max: 1 });
          const chosen = election.candidates.filter((_, index) => opened.get(selectionIdAt(index)) === 1);
          return [subject.subjectId, chosen];
        }),
      ),
    },
  };
}

type GivenShares = {
  readonly guardianId: string;
  readonly missingGuardianId: string | undefined;
  readonly of: (subject: ToDecrypt) => JsonValue;
};

/** Reads the parallel arrays of the original: available guardians, and compensating guardians with the missing ones. */
function readAllShares(request: JsonValue): GivenShares[] {
  const column = (name: string) => request.optional(name)?.list() ?? [];
  const direct = column("available_guardian_ids").map((id, index): GivenShares => ({
    guardianId: id.text(),
    missingGuardianId: undefined,
    of: pick(column("available_guardian_tally_shares")[index], column("available_guardian_ballot_shares")[index]),
  }));
  const compensated = column("compensating_guardian_ids").map((id, index): GivenShares => ({
    guardianId: id.text(),
    missingGuardianId: column("missing_guardian_ids")[index]?.text() ?? "",
    of: pick(column("compensated_tally_shares")[index], column("compensated_ballot_shares")[index]),
  }));
  return [...direct, ...compensated];
}

function pick(tally: JsonValue | undefined, ballots: JsonValue | undefined): GivenShares["of"] {
  return ({ subject, subjectId }) => {
    const found = subject === "unit" ? tally : ballots?.member(subjectId);
    if (found !== undefined) return found;
    throw new ElectionError(
      "DECRYPTION_SHARES_INVALID",
      "the lists of guardians and of their shares have different lengths",
    );
  };
}

function combineSubject(
  { group, context }: NamedElection,
  work: { guardians: readonly GuardianPublic[]; shares: readonly GivenShares[]; subject: ToDecrypt; max: number },
): Map<string, DecryptedSelection["count"]> {
  const { guardians, shares, subject, max } = work;
  const countOf = createDiscreteLog(group, { max });
  const counts = [...subject.items].map(([selectionId, ciphertext]): [string, number] => {
    const given = shares.map((one) => ({ ...one, ...readShareForm(one.of(subject).member(selectionId)) }));
    const direct = given.filter(({ missingGuardianId }) => missingGuardianId === undefined);
    const compensated = given.flatMap(({ missingGuardianId, ...share }) => {
      const guardian = guardians.find(({ guardianId }) => guardianId === share.guardianId);
      const missing = guardians.find(({ guardianId }) => guardianId === missingGuardianId);
      if (missingGuardianId === undefined || guardian === undefined || missing === undefined) return [];
      return [{ ...share, missingGuardianId, recoveryKey: recoveryKey(group, missing, guardian.sequence) }];
    });
    const { count } = combineShares(
      group,
      { selectionId, ciphertext, context, guardians, direct, compensated },
      countOf,
    );
    return [selectionId, count];
  });
  return new Map(counts);
}

/** Returns a function that makes shares by selection. */
function decrypting(
  { group, context }: NamedElection,
  secret: bigint,
  decrypt: (work: Parameters<typeof decryptShare>[2]) => Parameters<typeof shareForm>[0],
) {
  return ({ subject, subjectId, items }: ToDecrypt) =>
    Object.fromEntries(
      [...items].map(([selection, ciphertext]) => {
        const place = { subject, subjectId, contest: CONTEST, selection };
        const nonce = proofNonce(group, { ...context, secret, place, ciphertext });
        return [selection, shareForm(decrypt({ ciphertext, context, nonce }))];
      }),
    );
}

function readWork(request: JsonValue): { tally: ToDecrypt; ballots: ToDecrypt[] } {
  const contest = request.member("ciphertext_tally").member("contests").member(CONTEST);
  const items = contest.entries().map(([id, ciphertext]): [string, Ciphertext] => [id, readCiphertextForm(ciphertext)]);
  const submitted = request.optional("submitted_ballots")?.list() ?? [];
  const ballots = submitted
    .map((text) => readSubmittedBallot(readJson(text.text(), text.path)))
    .filter(({ state }) => state === "challenged")
    .map(({ ballotId, contests }): ToDecrypt => {
      const selections = contests.flatMap((one) => one.selections);
      const opened = selections.map(({ selectionId, ciphertext }): [string, Ciphertext] => [selectionId, ciphertext]);
      return { subject: "ballot", subjectId: ballotId, items: new Map(opened) };
    });
  return { tally: { subject: "unit", subjectId: "tally", items: new Map(items) }, ballots };
}

function readOwnKeys(
  { group }: NamedElection,
  request: JsonValue,
  fields: { data: string; secret: string },
): GuardianKeys {
  const guardian = readGuardianForm(request.member(fields.data));
  const secret = decimal(request.member(fields.secret));
  if (group.power(group.g, secret) === publicKeyOf(guardian)) return { public: guardian, coefficients: [secret] };
  throw new ElectionError("KEY_FILE_INVALID", `the private key does not belong to guardian ${guardian.guardianId}`);
}
