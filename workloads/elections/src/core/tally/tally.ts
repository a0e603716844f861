/** Adds up encrypted ballots without opening any, and packs the sums for storage. */
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { ElectionError } from "../../errors.ts";
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

/** Share of a present guardian for a missing one, made with its point on the missing guardian's polynomial. */
export type CompensatedShare = {
  readonly guardianId: string;
  readonly missingGuardianId: string;
  readonly share: bigint;
  readonly recoveryKey: bigint;
  readonly proof: ShareProof;
};

/** Share that a guardian gave with a proof, or that was reconstructed from the shares of the others. */
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

/** Decrypted tally of an election or of one challenged ballot, whose id is then the id of the tally. */
export type DecryptedTally = {
  readonly tallyId: string;
  readonly contests: readonly { readonly contestId: string; readonly selections: readonly DecryptedSelection[] }[];
};

/** Sums that can be merged: the product for each contest and selection, and the number of ballots. */
export type TallyPart = { readonly ballots: number; readonly sums: ReadonlyMap<string, Ciphertext> };

/** Parts of a ballot of any version that are added up. */
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

/** Adds up the options of ballots without placeholders. Reads one ballot at a time. */
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

/** Returns every selection of the manifest. A selection that is on no ballot is (1, 1), which encrypts 0. */
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

/** Returns a key of contest and selection, because two contests may have the same selection id. Ids contain no bar. */
export function keyOf(contestId: string, selectionId: string): string {
  return `${contestId}|${selectionId}`;
}

function addTo(group: Group, sums: Map<string, Ciphertext>, key: string, ciphertext: Ciphertext): void {
  const before = sums.get(key);
  sums.set(key, before === undefined ? ciphertext : addCiphertexts(group, [before, ciphertext]));
}

export type StoredTally = { readonly ballots: number; readonly sums: Uint8Array };

type Modulus = { readonly p: bigint };

/** Sum of a selection that is on no ballot: it encrypts 0. */
const NOTHING: Ciphertext = { pad: 1n, data: 1n };

/** Packs pad and data of every selection in the order of the manifest, each in as many bytes as p. */
export function packTally(group: Modulus, manifest: Manifest, { sums }: TallyPart): Uint8Array {
  const width = widthOf(group);
  const packed = keysOf(manifest).flatMap((key) => {
    const { pad, data } = sums.get(key) ?? NOTHING;
    return [pad, data].map((value) => hexToBytes(value.toString(16).padStart(2 * width, "0")));
  });
  return concatBytes(...packed);
}

/** Unpacks a tally. Refuses bytes of another manifest. */
export function unpackTally(group: Modulus, manifest: Manifest, { ballots, sums }: StoredTally): TallyPart {
  const width = widthOf(group);
  const keys = keysOf(manifest);
  if (sums.length !== keys.length * 2 * width) {
    throw new ElectionError(
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
