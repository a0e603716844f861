/** Encrypts the choices of a voter: everything follows from one random number, so an opened ballot can be repeated. */
import { requireScalar } from "../crypto/check-values.ts";
import { addCiphertexts, encrypt } from "../crypto/elgamal.ts";
import type { Group } from "../crypto/group/group.ts";
import { hash } from "../crypto/hash/hash.ts";
import { nonceAt } from "../crypto/hash/nonces.ts";
import { proveLimit } from "../crypto/proofs/limit-proof.ts";
import { proveSelection } from "../crypto/proofs/selection-proof.ts";
import type { ElectionContext } from "../guardians/election-context.ts";
import { contestHash, selectionHash } from "../manifest/manifest-hash.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { ballotHash, confirmationCode, encryptedContestHash, encryptedSelectionHash } from "./ballot-hashes.ts";
import type { BallotNonces, EncryptedBallot, EncryptedContest, EncryptedSelection, PlainBallot } from "./ballot.ts";
import { choicesOf, type Choice, type ContestChoices } from "./choices.ts";
import { encryptContestData } from "./contest-data.ts";

export type Election = {
  readonly manifest: Manifest;
  readonly context: ElectionContext;
  /** ElectionGuard 0.95 has no contest data; 1.4, the default, has. */
  readonly version?: "0.95" | "1.4";
};

export type BallotToEncrypt = {
  readonly ballot: PlainBallot;
  /** Random, and never used again. */
  readonly nonce: bigint;
  readonly codeSeed: bigint;
  /** In seconds. */
  readonly timestamp: number;
};

/** The ballot to cast, and apart from it the nonces that would open it. */
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
