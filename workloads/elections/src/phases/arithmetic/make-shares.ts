/** The shares of a guardian for some slices: its own, or those for a missing guardian. Runs where heavy work is done. */
import { RotaError } from "@rota/engine/errors";
import type { Group } from "../../crypto/group/group.ts";
import { publicKeyOf, secretKeyOf, type GuardianKeys, type GuardianPublic } from "../../guardians/guardian-keys.ts";
import { openBackup, type KeyBackup } from "../../guardians/key-backup.ts";
import { openCredential } from "../../guardians/sealing/credential.ts";
import { compensateShare, decryptShare } from "../../tally/decrypt-share.ts";
import { writeShare, type GivenShare, type ShareForm } from "../forms/share-form.ts";
import { fleetKeys } from "./fleet.ts";
import { groupOf } from "./group-of.ts";
import { proofNonce } from "./proof-nonce.ts";
import { sliceItems, type ElectionBasis, type SliceSource } from "./slice-items.ts";

export type SlicesToDecrypt = ElectionBasis & {
  readonly electionId: string;
  readonly guardian: GuardianPublic;
  /** Its keys, sealed to the fleet. */
  readonly credential: Uint8Array;
  readonly slices: readonly SliceSource[];
};

/** One list of shares for each slice. */
export function decryptSlices(work: SlicesToDecrypt): ShareForm[][] {
  const group = groupOf(work.group);
  const keys = keysOf(group, work);
  return makeShares(group, work, secretKeyOf(keys), (statement) => decryptShare(group, keys, statement));
}

/** The backup is what the missing guardian left for this one. */
export function compensateSlices(
  work: SlicesToDecrypt & { missing: GuardianPublic; backup: KeyBackup },
): ShareForm[][] {
  const { missing, guardian, backup } = work;
  const group = groupOf(work.group);
  const point = openBackup(group, { backup, sender: missing, receiver: keysOf(group, work) });
  return makeShares(group, work, point, (statement) => compensateShare(group, { guardian, missing, point }, statement));
}

type Decrypt = (statement: Parameters<typeof decryptShare>[2]) => GivenShare;

function makeShares(group: Group, work: SlicesToDecrypt, secret: bigint, decrypt: Decrypt): ShareForm[][] {
  const { context, slices } = work;
  return slices.map((slice) =>
    sliceItems(group, work, slice).map(({ ciphertext, ...place }) => {
      const nonce = proofNonce(group, { ...context, secret, place: { ...slice, ...place }, ciphertext });
      return writeShare(place, decrypt({ ciphertext, context, nonce }));
    }),
  );
}

function keysOf(group: Group, { electionId, guardian, credential }: SlicesToDecrypt): GuardianKeys {
  const { guardianId } = guardian;
  const keys = openCredential(group, { fleetKeys: fleetKeys(), sealed: credential, electionId, guardianId });
  if (publicKeyOf(keys.public) === publicKeyOf(guardian)) return { ...keys, public: guardian };
  throw new RotaError(
    "GUARDIAN_CREDENTIAL_INVALID",
    `the credential is not that of guardian ${guardianId}: seal the keys of this election's ceremony`,
    { guardianId },
  );
}
