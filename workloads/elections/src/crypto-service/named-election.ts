/** An election as the crypto service is told of it with every request: names of candidates, a joint key, n and k. Pure. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { RotaError } from "@rota/engine/errors";
import type { Group } from "../crypto/group/group.ts";
import { hash } from "../crypto/hash/hash.ts";
import type { ElectionContext } from "../guardians/election-context.ts";
import { manifestHash } from "../manifest/manifest-hash.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { groupOf } from "../phases/arithmetic/group-of.ts";
import type { JsonValue } from "../records/json-reader.ts";
import { decimal } from "./decimal-forms.ts";

export type NamedElection = {
  readonly group: Group;
  readonly manifest: Manifest;
  readonly context: ElectionContext;
  /** In the order of the selections. */
  readonly candidates: readonly string[];
};

export const CONTEST = "contest-1";
export const STYLE = "all";

export function selectionIdAt(index: number): string {
  return `selection-${String(index + 1)}`;
}

/** The same names give the same manifest, whatever is asked: parties are no part of it. */
export function readManifestOf(request: JsonValue): { manifest: Manifest; candidates: string[] } {
  const candidates = request
    .member("candidate_names")
    .list()
    .map((name) => name.text());
  if (candidates.length === 0 || new Set(candidates).size !== candidates.length) {
    throw new RotaError("ELECTION_MANIFEST_INVALID", "candidate_names must hold at least one name, each once");
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
