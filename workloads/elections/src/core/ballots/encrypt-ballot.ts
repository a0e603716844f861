/**
 * Encrypts the choices of a voter. Everything is derived from one random number, so that an opened ballot can be
 * encrypted again.
 */
import type { RotaError } from "@rota/engine/errors";
import { ElectionError } from "../../errors.ts";
import { proveLimit, proveSelection } from "../crypto/ballot-proofs.ts";
import { addCiphertexts, encrypt, encryptBytes, type HashedCiphertext, padMessage } from "../crypto/elgamal.ts";
import type { Group } from "../crypto/group.ts";
import { hash, nonceAt } from "../crypto/hash.ts";
import { requireScalar } from "../crypto/scalars.ts";
import type { ElectionContext } from "../guardians/key-ceremony.ts";
import {
  type Contest,
  contestHash,
  contestsOfStyle,
  type Manifest,
  overvoteOf,
  placeholdersOf,
  type Selection,
  selectionHash,
} from "../manifest/manifest.ts";
import {
  ballotHash,
  type BallotNonces,
  confirmationCode,
  type EncryptedBallot,
  type EncryptedContest,
  encryptedContestHash,
  type EncryptedSelection,
  encryptedSelectionHash,
  type PlainBallot,
} from "./ballot.ts";

export type Election = {
  readonly manifest: Manifest;
  readonly context: ElectionContext;
  /** Version of the record. 0.95 has no contest data; 1.4, the default, has. */
  readonly version?: "0.95" | "1.4";
};

export type BallotToEncrypt = {
  readonly ballot: PlainBallot;
  /** Random number that is used for this ballot only. */
  readonly nonce: bigint;
  readonly codeSeed: bigint;
  /** In seconds. */
  readonly timestamp: number;
};

/** Returns the ballot to cast and, separately, the nonces that would open it. */
export function encryptBallot(
  group: Group,
  election: Election,
  { ballot, nonce, codeSeed, timestamp }: BallotToEncrypt,
): { ballot: EncryptedBallot; nonces: BallotNonces } {
  requireScalar(group, nonce, "the ballot nonce");
  const { manifestHash } = election.context;
  const ballotSeed = hash(group, manifestHash, ballot.ballotId, nonce);
  const encrypted = choicesOf(election.manifest, ballot).map((choices) =>
    encryptContest(group, election, { choices, ballotSeed }),
  );
  const contests = encrypted.map(({ contest }) => contest);
  const hashed = ballotHash(group, { ballotId: ballot.ballotId, manifestHash, contests });
  return {
    ballot: {
      ballotId: ballot.ballotId,
      styleId: ballot.styleId,
      manifestHash,
      codeSeed,
      contests,
      code: confirmationCode(group, { codeSeed, timestamp, hash: hashed }),
      timestamp,
      hash: hashed,
    },
    nonces: { ballot: nonce, contests: encrypted.map(({ nonces }) => nonces) },
  };
}

function encryptContest(
  group: Group,
  { context, version = "1.4" }: Election,
  { choices: { contest, choices, data }, ballotSeed }: { choices: ContestChoices; ballotSeed: bigint },
): { contest: EncryptedContest; nonces: BallotNonces["contests"][number] } {
  const { contestId, sequence } = contest;
  const descriptionHash = contestHash(group, contest);
  const numbers = { seed: descriptionHash, headers: [ballotSeed] };
  const contestNonce = nonceAt(group, { ...numbers, index: sequence });
  const encrypted = choices.map((choice) => encryptSelection(group, context, { choice, contestNonce }));
  const selections = encrypted.map(({ selection }) => selection);
  const nonces = encrypted.map(({ nonce }) => nonce);
  const accumulation = addCiphertexts(
    group,
    selections.map(({ ciphertext }) => ciphertext),
  );
  const proof = proveLimit(
    group,
    { ...context, ciphertext: accumulation, constant: contest.numberElected },
    {
      nonce: group.scalar(nonces.reduce((sum, nonce) => sum + nonce, 0n)),
      seed: nonceAt(group, { ...numbers, index: 0 }),
    },
  );
  return {
    contest: {
      contestId,
      sequence,
      descriptionHash,
      selections,
      accumulation,
      hash: encryptedContestHash(group, { contestId, descriptionHash, selections }),
      proof,
      contestData: version === "0.95" ? undefined : encryptContestData(group, { data, context, contestNonce }),
    },
    nonces: { contest: contestNonce, selections: nonces },
  };
}

function encryptSelection(
  group: Group,
  context: ElectionContext,
  { choice: { selection, isPlaceholder, vote }, contestNonce }: { choice: Choice; contestNonce: bigint },
): { selection: EncryptedSelection; nonce: bigint } {
  const { selectionId, sequence } = selection;
  const descriptionHash = selectionHash(group, selection);
  const numbers = { seed: descriptionHash, headers: [contestNonce] };
  const nonce = nonceAt(group, { ...numbers, index: sequence });
  const ciphertext = encrypt(group, { message: BigInt(vote), nonce, publicKey: context.publicKey });
  const seed = nonceAt(group, { ...numbers, index: 0 });
  return {
    selection: {
      selectionId,
      sequence,
      descriptionHash,
      ciphertext,
      hash: encryptedSelectionHash(group, { selectionId, descriptionHash, ciphertext }),
      isPlaceholder,
      proof: proveSelection(group, { ...context, ciphertext }, { vote, nonce, seed }),
    },
    nonce,
  };
}

type Choice = { readonly selection: Selection; readonly isPlaceholder: boolean; readonly vote: 0 | 1 };
type ContestChoices = {
  readonly contest: Contest;
  readonly choices: readonly Choice[];
  readonly data: ContestData;
};

/**
 * Returns every contest of the ballot's style with every option. In a contest with too many votes none of them counts.
 * The overvote option gets a vote instead, where there is one, and placeholders get the rest.
 */
function choicesOf(manifest: Manifest, ballot: PlainBallot): ContestChoices[] {
  const contests = contestsOfStyle(manifest, ballot.styleId);
  if (contests === undefined) throw refusal(ballot, `has the style ${ballot.styleId}, which the manifest lacks`);
  const ids = ballot.contests.map(({ contestId }) => contestId);
  const unknown = ids.find((id) => !contests.some(({ contestId }) => contestId === id));
  if (unknown !== undefined) throw refusal(ballot, `has the contest ${unknown}, which is not on its style`);
  if (new Set(ids).size !== ids.length) throw refusal(ballot, "has a contest twice");
  return contests.map((contest) => choicesIn(contest, ballot));
}

function choicesIn(contest: Contest, ballot: PlainBallot): ContestChoices {
  const chosen = chosenIds(contest, ballot);
  const overvote = overvoteOf(contest)?.selectionId;
  const isOvervote = chosen.size > contest.numberElected || (overvote !== undefined && chosen.has(overvote));
  const counted = isOvervote ? new Set(overvote === undefined ? [] : [overvote]) : chosen;
  const real = [...contest.selections]
    .sort((a, b) => a.sequence - b.sequence)
    .map((selection): Choice => ({
      selection,
      isPlaceholder: false,
      vote: counted.has(selection.selectionId) ? 1 : 0,
    }));
  const left = contest.numberElected - counted.size;
  const placeholders = placeholdersOf(contest).map((selection, index): Choice => ({
    selection,
    isPlaceholder: true,
    vote: index < left ? 1 : 0,
  }));
  return { contest, choices: [...real, ...placeholders], data: dataOf(contest, chosen) };
}

function chosenIds(contest: Contest, ballot: PlainBallot): Set<string> {
  const given = ballot.contests.find(({ contestId }) => contestId === contest.contestId)?.selections ?? [];
  const known = new Set(contest.selections.map(({ selectionId }) => selectionId));
  const chosen = new Set<string>();
  const seen = new Set<string>();
  for (const { selectionId, vote } of given) {
    const what = `${selectionId} in contest ${contest.contestId}`;
    if (!known.has(selectionId)) throw refusal(ballot, `chooses ${what}, which the manifest lacks`);
    if (seen.has(selectionId)) throw refusal(ballot, `names ${what} twice`);
    if (vote !== 0 && vote !== 1) throw refusal(ballot, `gives ${what} something else than 0 or 1`);
    seen.add(selectionId);
    if (vote === 1) chosen.add(selectionId);
  }
  return chosen;
}

function dataOf({ numberElected }: Contest, chosen: ReadonlySet<string>): ContestData {
  if (chosen.size > numberElected) return { error: "overvote", errorData: [...chosen] };
  if (chosen.size === 0) return { error: "nullvote", errorData: null };
  return { error: chosen.size < numberElected ? "undervote" : null, errorData: null };
}

function refusal({ ballotId }: PlainBallot, why: string): RotaError {
  return new ElectionError("BALLOT_INVALID", `ballot ${ballotId} ${why}`, { ballotId });
}

/** Whether a contest has too many, too few or no votes; for too many, also the options that were chosen. */
type ContestData = {
  readonly error: "overvote" | "undervote" | "nullvote" | null;
  readonly errorData: readonly string[] | null;
};

const HEADER = "constant-extended-data";

function encryptContestData(
  group: Group,
  { data, context, contestNonce }: { data: ContestData; context: ElectionContext; contestNonce: bigint },
): HashedCiphertext {
  return encryptBytes(group, {
    message: padMessage(writtenOut(data)),
    nonce: nonceAt(group, { seed: contestNonce, headers: [HEADER], index: 0 }),
    publicKey: context.publicKey,
    seed: context.extendedHash,
  });
}

/** Returns indented JSON as other implementations write it: the bytes are encrypted, so they must be the same. */
function writtenOut({ error, errorData }: ContestData): string {
  return JSON.stringify({ error, error_data: errorData, write_ins: null }, null, 2);
}
