/** Reads and writes the values of the crypto service: decimal digits as text, and the election named in a request. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Ciphertext } from "../../core/crypto/elgamal.ts";
import type { Group } from "../../core/crypto/group.ts";
import type { ShareProof } from "../../core/crypto/guardian-proofs.ts";
import { hash } from "../../core/crypto/hash.ts";
import type { ElectionContext, GuardianPublic, KeyBackup } from "../../core/guardians/key-ceremony.ts";
import { type Manifest, manifestHash } from "../../core/manifest/manifest.ts";
import { groupOf } from "../../core/node/native-crypto.ts";
import type { JsonValue } from "../../core/records/json-reader.ts";
import { ElectionError } from "../../errors.ts";

/** Maximum number of digits, more than any number of a group has. */
const DIGITS_MAX = 1_300;

/** Reads a number. Refuses anything but decimal digits and names the field. */
export function decimal(json: JsonValue): bigint {
  const text = json.text();
  if (text.length <= DIGITS_MAX && /^\d+$/.test(text)) return BigInt(text);
  throw new ElectionError("CRYPTO_VALUE_INVALID", `${json.path} must be a number in decimal digits`, {
    path: json.path,
  });
}

/** Writes the published keys of a guardian, and its sealed backups for others. */
export function guardianForm(guardian: GuardianPublic, backups: readonly KeyBackup[] = []) {
  return {
    guardian_id: guardian.guardianId,
    sequence_order: guardian.sequence,
    commitments: guardian.commitments.map(String),
    proofs: guardian.proofs.map(({ commitment, challenge, response }) => ({
      commitment: String(commitment),
      challenge: String(challenge),
      response: String(response),
    })),
    backups: Object.fromEntries(
      backups.map(({ receiverId, encryptedPoint: { pad, data, mac } }) => [
        receiverId,
        { pad: String(pad), data: bytesToHex(data), mac: bytesToHex(mac) },
      ]),
    ),
  };
}

export function readGuardianForm(json: JsonValue): GuardianPublic {
  const commitments = json.member("commitments").list().map(decimal);
  return {
    guardianId: json.member("guardian_id").text(),
    sequence: json.member("sequence_order").integer(),
    commitments,
    proofs: json
      .member("proofs")
      .list()
      .map((proof, degree) => ({
        publicKey: commitments[degree] ?? 0n,
        commitment: decimal(proof.member("commitment")),
        challenge: decimal(proof.member("challenge")),
        response: decimal(proof.member("response")),
      })),
  };
}

/** Reads the backup that a guardian left for a receiver. Refuses when there is none. */
export function readBackup(json: JsonValue, receiver: GuardianPublic): KeyBackup {
  const sealed = json.member("backups").member(receiver.guardianId);
  return {
    senderId: json.member("guardian_id").text(),
    receiverId: receiver.guardianId,
    receiverSequence: receiver.sequence,
    encryptedPoint: {
      pad: decimal(sealed.member("pad")),
      data: bytes(sealed.member("data")),
      mac: bytes(sealed.member("mac")),
    },
  };
}

export function ciphertextForm({ pad, data }: Ciphertext) {
  return { pad: String(pad), data: String(data) };
}

export function readCiphertextForm(json: JsonValue): Ciphertext {
  return { pad: decimal(json.member("pad")), data: decimal(json.member("data")) };
}

export function shareForm({ share, proof }: { share: bigint; proof: ShareProof }) {
  const { pad, data, challenge, response } = proof;
  return {
    share: String(share),
    proof: { pad: String(pad), data: String(data), challenge: String(challenge), response: String(response) },
  };
}

export function readShareForm(json: JsonValue): { share: bigint; proof: ShareProof } {
  const proof = json.member("proof");
  return {
    share: decimal(json.member("share")),
    proof: {
      ...readCiphertextForm(proof),
      challenge: decimal(proof.member("challenge")),
      response: decimal(proof.member("response")),
    },
  };
}

function bytes(json: JsonValue): Uint8Array {
  const digits = json.text();
  if (/^([0-9a-f]{2})+$/i.test(digits)) return hexToBytes(digits);
  throw new ElectionError("CRYPTO_VALUE_INVALID", `${json.path} must be bytes in hexadecimal digits`, {
    path: json.path,
  });
}

export type NamedElection = {
  readonly group: Group;
  readonly manifest: Manifest;
  readonly context: ElectionContext;
  /** Candidates in the order of the selections. */
  readonly candidates: readonly string[];
};

export const CONTEST = "contest-1";
export const STYLE = "all";

export function selectionIdAt(index: number): string {
  return `selection-${String(index + 1)}`;
}

/** Reads the manifest. The same names give the same manifest for every request, because parties are not part of it. */
export function readManifestOf(request: JsonValue): { manifest: Manifest; candidates: string[] } {
  const candidates = request
    .member("candidate_names")
    .list()
    .map((name) => name.text());
  if (candidates.length === 0 || new Set(candidates).size !== candidates.length) {
    throw new ElectionError("ELECTION_MANIFEST_INVALID", "candidate_names must hold at least one name, each once");
  }
  const seats = request.optional("max_choices")?.integer() ?? 1;
  const scope = bytesToHex(sha256(utf8ToBytes(JSON.stringify([candidates, seats]))));
  const contest = {
    contestId: CONTEST,
    sequence: 0,
    unitId: "everywhere",
    voteVariation: seats === 1 ? "one_of_m" : "n_of_m",
    numberElected: seats,
    votesAllowed: seats,
    name: "Contest",
    title: null,
    subtitle: null,
    selections: candidates.map((_, index) => ({
      selectionId: selectionIdAt(index),
      sequence: index,
      candidateId: `candidate-${String(index + 1)}`,
    })),
  };
  const manifest: Manifest = {
    electionScopeId: `crypto-service-${scope}`,
    type: "general",
    startDate: "2000-01-01T00:00:00Z",
    endDate: "2000-01-01T00:00:00Z",
    name: null,
    contact: null,
    units: [{ unitId: "everywhere", name: "Everywhere", type: "unknown", contact: null }],
    parties: [],
    contests: [contest],
    styles: [{ styleId: STYLE, unitIds: ["everywhere"], partyIds: null, imageUri: null }],
  };
  return { manifest, candidates };
}

export function readNamedElection(groupName: string, request: JsonValue): NamedElection {
  const group = groupOf(groupName);
  const { manifest, candidates } = readManifestOf(request);
  const guardians = request.member("number_of_guardians").integer();
  const quorum = request.member("quorum").integer();
  const publicKey = decimal(request.member("joint_public_key"));
  const commitmentHash = decimal(request.member("commitment_hash"));
  const hashed = manifestHash(group, manifest);
  const { p, q, g } = group;
  const baseHash = hash(group, p, q, g, guardians, quorum, hashed);
  const extendedHash = hash(group, baseHash, commitmentHash);
  const context = { guardians, quorum, publicKey, commitmentHash, manifestHash: hashed, baseHash, extendedHash };
  return { group, manifest, context, candidates };
}
