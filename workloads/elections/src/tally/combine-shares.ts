/** Puts the shares of one selection together: reconstructs those of missing guardians and reads the count. */
import { RotaError } from "@rota/engine/errors";
import type { Ciphertext } from "../crypto/elgamal.ts";
import type { Group } from "../crypto/group/group.ts";
import { lagrangeWeight } from "../crypto/polynomial.ts";
import type { ElectionContext } from "../guardians/election-context.ts";
import type { GuardianPublic } from "../guardians/guardian-keys.ts";
import { checkCompensatedShare, checkDirectShare, type DirectShare } from "./decrypt-share.ts";
import type { CompensatedShare, DecryptedSelection, GuardianShare } from "./tally.ts";

export type SharesToCombine = {
  readonly selectionId: string;
  readonly ciphertext: Ciphertext;
  readonly context: ElectionContext;
  readonly guardians: readonly GuardianPublic[];
  readonly direct: readonly DirectShare[];
  readonly compensated: readonly CompensatedShare[];
};

/** Whoever gave a direct share is present; all present ones must have given a share for each missing one. */
export function combineShares(
  group: Group,
  work: SharesToCombine,
  countOf: (value: bigint) => number,
): DecryptedSelection {
  const { selectionId, ciphertext, context, guardians } = work;
  const present = guardians.filter((guardian) =>
    work.direct.some(({ guardianId }) => guardianId === guardian.guardianId),
  );
  if (present.length !== work.direct.length)
    throw refusal(selectionId, "somebody who is no guardian gave one, or one gave two");
  if (present.length < context.quorum) {
    throw refusal(
      selectionId,
      `${String(present.length)} guardians are present, the quorum is ${String(context.quorum)}`,
    );
  }
  const shares = guardians.map((guardian) => shareOf(group, work, { guardian, present }));
  const value = group.divide(ciphertext.data, group.product(shares.map(({ share }) => share)));
  return { selectionId, count: countOf(value), value, ciphertext, shares };
}

function shareOf(
  group: Group,
  work: SharesToCombine,
  { guardian, present }: { guardian: GuardianPublic; present: readonly GuardianPublic[] },
): GuardianShare {
  const { guardianId } = guardian;
  const share = work.direct.find((candidate) => candidate.guardianId === guardianId);
  if (share === undefined) return reconstruct(group, work, { missing: guardian, present });
  checkDirectShare(group, { ...work, share, guardian });
  return { kind: "direct", ...share };
}

function reconstruct(
  group: Group,
  work: SharesToCombine,
  { missing, present }: { missing: GuardianPublic; present: readonly GuardianPublic[] },
): GuardianShare {
  const parts = present.map((guardian) => {
    const [share, ...more] = work.compensated.filter(
      ({ guardianId, missingGuardianId }) =>
        guardianId === guardian.guardianId && missingGuardianId === missing.guardianId,
    );
    if (share === undefined || more.length > 0) {
      const what = `guardian ${guardian.guardianId} gave ${share === undefined ? "none" : "two"}`;
      throw refusal(work.selectionId, `${what} for ${missing.guardianId}`);
    }
    checkCompensatedShare(group, { ...work, share, guardian, missing });
    return share;
  });
  const share = reconstructShare(group, parts, present);
  return { kind: "reconstructed", guardianId: missing.guardianId, share, parts };
}

/** The product of the parts, each to the power of its guardian's weight. */
export function reconstructShare(
  group: Group,
  parts: readonly CompensatedShare[],
  present: readonly GuardianPublic[],
): bigint {
  const sequences = present.map(({ sequence }) => sequence);
  return group.product(
    parts.map(({ guardianId, share }) => {
      const sequence = present.find((guardian) => guardian.guardianId === guardianId)?.sequence ?? 0;
      return group.power(share, lagrangeWeight(group, sequence, sequences));
    }),
  );
}

function refusal(selectionId: string, why: string): RotaError {
  return new RotaError("DECRYPTION_SHARES_INVALID", `the shares of ${selectionId} do not fit: ${why}`, { selectionId });
}
