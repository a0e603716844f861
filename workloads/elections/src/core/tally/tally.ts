/** Adds up encrypted ballots without opening any, and packs the sums for storage. */
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { RotaError } from "@rota/engine/errors";
import { addCiphertexts, type Ciphertext } from "../crypto/elgamal.ts";
import type { Group } from "../crypto/group.ts";
import type { ShareProof } from "../crypto/guardian-proofs.ts";
import { contestHash, type Manifest, selectionHash } from "../manifest/manifest.ts";

export type EncryptedTally = {
  readonly contests: readonly {
    readonly contestId: string;
    readonly sequence: number;
    readonly descriptionHash: bigint;
    readonly selections: readonly {
      readonly selectionId: string;
      readonly sequence: number;
      readonly descriptionHash: bigint;
      readonly ciphertext: Ciphertext;
    }[];
  }[];
};

/** What a present guardian gives for a missing one, made with its point of the missing one's polynomial. */
export type CompensatedShare = {
  readonly guardianId: string;
  readonly missingGuardianId: string;
  readonly share: bigint;
  readonly recoveryKey: bigint;
  readonly proof: ShareProof;
};

/** What a guardian gives itself, with a proof, or what the others gave for it. */
export type GuardianShare =
  | { readonly kind: "direct"; readonly guardianId: string; readonly share: bigint; readonly proof: ShareProof }
  | {
      readonly kind: "reconstructed";
      readonly guardianId: string;
      readonly share: bigint;
      readonly parts: readonly CompensatedShare[];
    };

export type DecryptedSelection = {
  readonly selectionId: string;
  readonly count: number;
  /** g^count. */
  readonly value: bigint;
  readonly ciphertext: Ciphertext;
  readonly shares: readonly GuardianShare[];
};

/** Of an election, or of one challenged ballot: then its id is that of the ballot. */
export type DecryptedTally = {
  readonly tallyId: string;
  readonly contests: readonly { readonly contestId: string; readonly selections: readonly DecryptedSelection[] }[];
};

/** Sums that can be merged: the product for each contest and selection, and how many ballots are in it. */
export type TallyPart = { readonly ballots: number; readonly sums: ReadonlyMap<string, Ciphertext> };

/** What is added up of a ballot, whatever its version. */
type SummedBallot = {
  readonly contests: readonly {
    readonly contestId: string;
    readonly selections: readonly {
      readonly selectionId: string;
      readonly ciphertext: Ciphertext;
      readonly isPlaceholder?: boolean;
    }[];
  }[];
};

/** Adds up the options of ballots; placeholders are not counted. Reads one ballot at a time. */
export function addBallots(group: Group, ballots: Iterable<SummedBallot>): TallyPart {
  const sums = new Map<string, Ciphertext>();
  let count = 0;
  for (const ballot of ballots) {
    count++;
    for (const contest of ballot.contests) {
      for (const { selectionId, ciphertext, isPlaceholder } of contest.selections) {
        if (isPlaceholder !== true) addTo(group, sums, keyOf(contest.contestId, selectionId), ciphertext);
      }
    }
  }
  return { ballots: count, sums };
}

/** Merges partial sums. Their order and grouping make no difference. */
export function mergeParts(group: Group, parts: Iterable<TallyPart>): TallyPart {
  const sums = new Map<string, Ciphertext>();
  let count = 0;
  for (const part of parts) {
    count += part.ballots;
    for (const [key, ciphertext] of part.sums) addTo(group, sums, key, ciphertext);
  }
  return { ballots: count, sums };
}

/** Every selection of the manifest; one that no ballot had is (1, 1), which hides 0. */
export function toEncryptedTally(group: Group, manifest: Manifest, { sums }: TallyPart): EncryptedTally {
  const contests = manifest.contests.map((contest) => ({
    contestId: contest.contestId,
    sequence: contest.sequence,
    descriptionHash: contestHash(group, contest),
    selections: contest.selections.map((selection) => ({
      selectionId: selection.selectionId,
      sequence: selection.sequence,
      descriptionHash: selectionHash(group, selection),
      ciphertext: sums.get(keyOf(contest.contestId, selection.selectionId)) ?? { pad: 1n, data: 1n },
    })),
  }));
  return { contests };
}

/** Ids of two contests may hold the same selection: the key names both. Ids hold no bar. */
export function keyOf(contestId: string, selectionId: string): string {
  return `${contestId}|${selectionId}`;
}

function addTo(group: Group, sums: Map<string, Ciphertext>, key: string, ciphertext: Ciphertext): void {
  const before = sums.get(key);
  sums.set(key, before === undefined ? ciphertext : addCiphertexts(group, [before, ciphertext]));
}

export type StoredTally = { readonly ballots: number; readonly sums: Uint8Array };

type Modulus = { readonly p: bigint };

/** What no ballot had is (1, 1), which hides 0. */
const NOTHING: Ciphertext = { pad: 1n, data: 1n };

/** Packs pad and data of every selection in the order of the manifest, each as wide as p. */
export function packTally(group: Modulus, manifest: Manifest, { sums }: TallyPart): Uint8Array {
  const width = widthOf(group);
  const packed = keysOf(manifest).flatMap((key) => {
    const { pad, data } = sums.get(key) ?? NOTHING;
    return [pad, data].map((value) => hexToBytes(value.toString(16).padStart(2 * width, "0")));
  });
  return concatBytes(...packed);
}

/** Refuses bytes that are not of this manifest. */
export function unpackTally(group: Modulus, manifest: Manifest, { ballots, sums }: StoredTally): TallyPart {
  const width = widthOf(group);
  const keys = keysOf(manifest);
  if (sums.length !== keys.length * 2 * width) {
    throw new RotaError(
      "ELECTION_RECORD_INVALID",
      `a tally has ${String(sums.length)} bytes, another manifest made it`,
    );
  }
  const numberAt = (index: number) => BigInt(`0x${bytesToHex(sums.subarray(index * width, (index + 1) * width))}`);
  const read = keys.map((key, index) => [key, { pad: numberAt(2 * index), data: numberAt(2 * index + 1) }] as const);
  return { ballots, sums: new Map(read) };
}

function keysOf({ contests }: Manifest): string[] {
  return contests.flatMap(({ contestId, selections }) =>
    selections.map(({ selectionId }) => keyOf(contestId, selectionId)),
  );
}

function widthOf({ p }: Modulus): number {
  return Math.ceil(p.toString(16).length / 2);
}
