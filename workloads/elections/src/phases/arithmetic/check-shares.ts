/** Checks shares that a guardian sent, against exactly the slice that they are for. Runs where heavy work is done. */
import { RotaError } from "@rota/engine/errors";
import { inBatch } from "../../crypto/group/batch.ts";
import type { GuardianPublic } from "../../guardians/guardian-keys.ts";
import { recoveryKey } from "../../guardians/key-backup.ts";
import { checkCompensatedShare, checkDirectShare } from "../../tally/decrypt-share.ts";
import { readShares, writeShare, type ShareForm } from "../forms/share-form.ts";
import { placeKey } from "../plan/slices.ts";
import { groupOf } from "./group-of.ts";
import { sliceItems, type ElectionBasis, type SliceSource } from "./slice-items.ts";

export type SharesToCheck = ElectionBasis & {
  readonly guardian: GuardianPublic;
  /** The guardian that the shares stand in for; undefined: they are the guardian's own. */
  readonly missing: GuardianPublic | undefined;
  readonly slice: SliceSource;
  /** As they came: a list of share forms as JSON. */
  readonly shares: string;
};

/** The shares in the one way they are stored. Refuses the first that is wrong, missing or too many, with its place. */
export function checkShares(work: SharesToCheck): ShareForm[] {
  const { context, guardian, missing, slice, shares } = work;
  const items = sliceItems(groupOf(work.group), work, slice);
  const given = readShares(shares, "shares");
  if (given.length !== items.length) {
    throw refusal(`${String(given.length)} shares were given, the slice has ${String(items.length)} selections`);
  }
  return inBatch(groupOf(work.group), (group) =>
    items.map(({ ciphertext, ...place }, index) => {
      const found = given[index];
      if (found === undefined || placeKey(found) !== placeKey(place)) {
        throw refusal(`share ${String(index + 1)} is not for ${place.selection}: give them in the order of the slice`);
      }
      const { share, proof } = found;
      const { guardianId } = guardian;
      const about = { ciphertext, context, guardian };
      if (missing === undefined) {
        checkDirectShare(group, { ...about, share: { guardianId, share, proof } });
      } else {
        const key = recoveryKey(group, missing, guardian.sequence);
        const whole = { guardianId, missingGuardianId: missing.guardianId, share, proof, recoveryKey: key };
        checkCompensatedShare(group, { ...about, missing, share: whole });
      }
      return writeShare(place, { share, proof });
    }),
  );
}

function refusal(why: string): RotaError {
  return new RotaError("DECRYPTION_SHARES_INVALID", why);
}
