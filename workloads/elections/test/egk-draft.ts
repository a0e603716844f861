/**
 * Provides the formulas of the draft for the test vectors of electionguard-kotlin-multiplatform, and reads their files.
 */
import { utf8ToBytes } from "@noble/hashes/utils.js";
import type { Ciphertext } from "../src/core/crypto/elgamal.ts";
import { createGroup } from "../src/core/crypto/group.ts";
import { nativeExponentiation } from "../src/core/node/native-crypto.ts";
import { GROUP_V2_4096 } from "../src/core/crypto/group-parameters.ts";
import { keyedHash, toFixedBytes } from "../src/core/crypto/hash.ts";
import { lagrangeWeight } from "../src/core/crypto/scalars.ts";
import { objectionToRange } from "../src/core/crypto/ballot-proofs.ts";
import { createHashes20, hashBytes, integerSetting } from "../src/core/crypto/formulas-20.ts";
import type { JsonValue } from "../src/core/records/json-reader.ts";

export const group = createGroup(GROUP_V2_4096, { exponentiation: nativeExponentiation() });
export const draft = integerSetting(group, { version: "v2.0", countBytes: 2 });
export const hashes = createHashes20(draft);

type Election = ReturnType<typeof electionOf>;

export function electionOf(vector: JsonValue) {
  const extendedHash = vector.member("extended_base_hash").hex();
  const publicKey = vector.member("joint_public_key").hex();
  return {
    group,
    publicKey,
    extendedHash,
    ...hashes.of({ extendedHash, publicKey }),
    nonceAt: (ballotNonce: bigint, places: readonly number[]) => {
      const parts = places.map((place) => toFixedBytes(BigInt(place), 4));
      return group.scalar(keyedHash(extendedHash, Uint8Array.of(0x20), hashBytes(ballotNonce), ...parts));
    },
    /** The draft hashed ids. */
    nonce: (tag: number, ballotNonce: bigint, ids: readonly string[]) =>
      group.scalar(keyedHash(extendedHash, Uint8Array.of(tag), hashBytes(ballotNonce), utf8ToBytes(ids.join("")))),
  };
}

/** Returns the formulas of 2.0. */
export function final(election: Election) {
  return createHashes20(integerSetting(group)).of(election);
}

type ToEncrypt = { ballotNonce: bigint; vote: number } & (
  { contestId: string; selectionId: string } | { places: readonly number[] }
);

export function encryptedBy(
  { nonce: nonceOf, nonceAt, publicKey }: Election,
  about: ToEncrypt,
): { nonce: bigint; ciphertext: Ciphertext } {
  const nonce =
    "places" in about
      ? nonceAt(about.ballotNonce, about.places)
      : nonceOf(0x20, about.ballotNonce, [about.contestId, about.selectionId]);
  const data = group.fixedPower(publicKey, group.scalar(nonce + BigInt(about.vote)));
  return { nonce, ciphertext: { pad: group.fixedPower(group.g, nonce), data } };
}

export function draftHash(
  { extendedHash, publicKey }: Election,
  { tag, text, parts }: { tag: number; text: string; parts: readonly Uint8Array[] },
): bigint {
  return keyedHash(extendedHash, Uint8Array.of(tag), utf8ToBytes(text), toFixedBytes(publicKey, 512), ...parts);
}

export function draftContestHash(election: Election, contestId: string, ciphertexts: readonly Ciphertext[]): bigint {
  return draftHash(election, { tag: 0x23, text: contestId, parts: ciphertexts.flatMap(elementsOf) });
}

/** Hashes the selections in sorted order, because their original order would reveal which is which. */
export function preEncryptionHash(election: Election, contestId: string, selectionHashes: readonly bigint[]): bigint {
  const sorted = [...selectionHashes].sort((a, b) => (a < b ? -1 : 1));
  return draftHash(election, { tag: 0x41, text: contestId, parts: sorted.map(hashBytes) });
}

export function objectionToProof(election: Election, ciphertext: Ciphertext, proof: JsonValue): string | undefined {
  const proofs = proof.member("proofs").list();
  const challengeOf = (commitments: readonly Ciphertext[]) => election.rangeChallenge(ciphertext, commitments);
  return objectionToRange(
    group,
    { ciphertext, publicKey: election.publicKey, limit: 1, challengeOf },
    {
      challenges: proofs.map((part) => part.member("expected_challenge").hex()),
      responses: proofs.map((part) => part.member("expected_response").hex()),
    },
  );
}

/** Combines the shares of these guardians, each with its weight. */
export function raisedByAll(pad: bigint, trustees: readonly JsonValue[]): bigint {
  const places = trustees.map((trustee) => trustee.member("xCoordinate").integer());
  return group.product(
    trustees.map((trustee, index) => {
      const weight = lagrangeWeight(group, places[index] ?? 0, places);
      return group.power(pad, group.scalar(weight * trustee.member("keyShare").hex()));
    }),
  );
}

export function votesOf(ballot: JsonValue): Map<string, number> {
  const selections = at(ballot.member("contests"), 0).member("selections").list();
  return new Map(
    selections.map((selection) => [selection.member("selection_id").text(), selection.member("vote").integer()]),
  );
}

export function proofAt(json: JsonValue) {
  const proof = json.member("proof");
  return { challenge: proof.member("challenge").hex(), response: proof.member("response").hex() };
}

export function ciphertextAt(json: JsonValue): Ciphertext {
  return { pad: json.member("pad").hex(), data: json.member("data").hex() };
}

export function elementsOf({ pad, data }: Ciphertext): Uint8Array[] {
  return [toFixedBytes(pad, 512), toFixedBytes(data, 512)];
}

export function numbers(json: JsonValue): bigint[] {
  return json.list().map((value) => value.hex());
}

export function at(json: JsonValue, index: number): JsonValue {
  const value = json.list()[index];
  if (value === undefined) throw new Error(`${json.path} has no place ${String(index)}`);
  return value;
}
