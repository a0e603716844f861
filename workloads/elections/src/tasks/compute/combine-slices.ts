/** Combines the shares of slices and reads the counts, in a computing process. */
import { inBatch } from "../../core/crypto/batch.ts";
import { createDiscreteLog } from "../../core/crypto/elgamal.ts";
import type { Group } from "../../core/crypto/group.ts";
import { toHex } from "../../core/crypto/hash.ts";
import { type GuardianPublic, recoveryKey } from "../../core/guardians/key-ceremony.ts";
import { groupOf } from "../../core/node/native-crypto.ts";
import { combineShares, type GivenShare, readShares } from "../../core/tally/decryption-shares.ts";
import { type ElectionBasis, type Place, placeKey, sliceItems, type SliceSource } from "../../core/tally/slices.ts";
import { ElectionError } from "../../errors.ts";

/** Shares of one guardian for a slice, for itself or for a missing guardian, as JSON. */
type StoredShares = {
  readonly guardianId: string;
  readonly missingGuardianId: string | undefined;
  readonly shares: string;
};

type SliceToCombine = SliceSource & {
  readonly given: readonly StoredShares[];
  /** Largest possible count: the number of ballots. */
  readonly max: number;
};

type SlicesToCombine = ElectionBasis & {
  readonly guardians: readonly GuardianPublic[];
  readonly slices: readonly SliceToCombine[];
};

/** Result of combining: the count, g^count, and the share that was reconstructed for each missing guardian. */
type CombinedForm = Place & {
  readonly count: number;
  readonly value: string;
  readonly recovered: Readonly<Record<string, string>>;
};

/** Returns one list of counts for each slice. */
export function combineSlices(work: SlicesToCombine): CombinedForm[][] {
  const group = groupOf(work.group);
  const countIn = createCounts(group);
  const combine = (within: Group) =>
    work.slices.map((slice) => combineOne(within, work, { slice, countOf: countIn(slice.max) }));
  try {
    return inBatch(group, combine);
  } catch {
    // A batch accepts a wrong share until its end, and the share gives an impossible count. Checking one by one names
    // the share.
    return combine(group);
  }
}

function combineOne(
  group: Group,
  work: SlicesToCombine,
  { slice, countOf }: { slice: SliceToCombine; countOf: (value: bigint) => number },
): CombinedForm[] {
  const { context, guardians } = work;
  const given = slice.given.map(byPlace);
  return sliceItems(group, work, slice).map(({ ciphertext, ...place }) => {
    const direct = given.flatMap(({ guardianId, missingGuardianId, at }) =>
      missingGuardianId === undefined ? [{ guardianId, ...at(place) }] : [],
    );
    const compensated = given.flatMap(({ guardianId, missingGuardianId, at }) => {
      if (missingGuardianId === undefined) return [];
      const key = keyFor(group, guardians, { guardianId, missingGuardianId });
      return [{ guardianId, missingGuardianId, recoveryKey: key, ...at(place) }];
    });
    const shares = { selectionId: place.selection, ciphertext, context, guardians, direct, compensated };
    const { count, value, shares: all } = combineShares(group, shares, countOf);
    const recovered = all.flatMap((share) =>
      share.kind === "reconstructed" ? [[share.guardianId, toHex(share.share)] as const] : [],
    );
    return { ...place, count, value: toHex(value), recovered: Object.fromEntries(recovered) };
  });
}

function byPlace({ guardianId, missingGuardianId, shares }: StoredShares) {
  const found = new Map(readShares(shares, `shares of guardian ${guardianId}`).map((one) => [placeKey(one), one]));
  const at = (place: Place): GivenShare => {
    const one = found.get(placeKey(place));
    if (one !== undefined) return { share: one.share, proof: one.proof };
    const message = `guardian ${guardianId} gave no share of ${place.selection} in contest ${place.contest}`;
    throw new ElectionError("DECRYPTION_SHARES_INVALID", message, { guardianId });
  };
  return { guardianId, missingGuardianId, at };
}

function keyFor(
  group: Group,
  guardians: readonly GuardianPublic[],
  { guardianId, missingGuardianId }: { guardianId: string; missingGuardianId: string },
): bigint {
  const guardian = guardians.find((candidate) => candidate.guardianId === guardianId);
  const missing = guardians.find((candidate) => candidate.guardianId === missingGuardianId);
  return guardian === undefined || missing === undefined ? 0n : recoveryKey(group, missing, guardian.sequence);
}

/** Creates the search for counts. Tallies of one size share the table of small powers. */
function createCounts(group: Group): (max: number) => (value: bigint) => number {
  const made = new Map<number, (value: bigint) => number>();
  return (max) => {
    const known = made.get(max) ?? createDiscreteLog(group, { max });
    made.set(max, known);
    return known;
  };
}
