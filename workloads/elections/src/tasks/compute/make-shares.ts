/** Makes shares with the fleet's secret keys and checks shares made at home, in a computing process. */
import { readFileSync } from "node:fs";
import type { RotaError } from "@rota/engine/errors";
import { inBatch } from "../../core/crypto/batch.ts";
import type { Group } from "../../core/crypto/group.ts";
import {
  type GuardianKeys,
  type GuardianPublic,
  type KeyBackup,
  openBackup,
  publicKeyOf,
  recoveryKey,
  secretKeyOf,
} from "../../core/guardians/key-ceremony.ts";
import { type FleetKeys, fleetKeysOf, openCredential } from "../../core/guardians/seal.ts";
import { groupOf } from "../../core/node/native-crypto.ts";
import {
  checkCompensatedShare,
  checkDirectShare,
  compensateShare,
  decryptShare,
  type GivenShare,
  proofNonce,
  readShares,
  type ShareForm,
  writeShare,
} from "../../core/tally/decryption-shares.ts";
import { type ElectionBasis, placeKey, sliceItems, type SliceSource } from "../../core/tally/slices.ts";
import { ElectionError } from "../../errors.ts";

export type SlicesToDecrypt = ElectionBasis & {
  readonly electionId: string;
  readonly guardian: GuardianPublic;
  /** Keys of the guardian, sealed to the fleet. */
  readonly credential: Uint8Array;
  readonly slices: readonly SliceSource[];
};

/** Returns one list of shares for each slice. */
export function decryptSlices(work: SlicesToDecrypt): ShareForm[][] {
  const group = groupOf(work.group);
  const keys = keysOf(group, work);
  return makeShares(group, work, secretKeyOf(keys), (statement) => decryptShare(group, keys, statement));
}

/** Makes shares for a missing guardian, with the backup that it left for this one. */
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
  throw new ElectionError(
    "GUARDIAN_CREDENTIAL_INVALID",
    `the credential is not that of guardian ${guardianId}: seal the keys of this election's ceremony`,
    { guardianId },
  );
}

type SharesToCheck = ElectionBasis & {
  readonly guardian: GuardianPublic;
  /** Guardian that the shares stand in for; undefined for the guardian's own shares. */
  readonly missing: GuardianPublic | undefined;
  readonly slice: SliceSource;
  /** List of share forms as it was sent, as JSON. */
  readonly shares: string;
};

/**
 * Returns the shares in the form in which they are stored. Refuses the first wrong, missing or additional share and
 * names its place.
 */
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
  return new ElectionError("DECRYPTION_SHARES_INVALID", why);
}

const VARIABLE = "ELECTIONS_FLEET_SEED";
let known: FleetKeys | undefined;

/**
 * Reads the keys of the fleet from ELECTIONS_FLEET_SEED, or from the file that ELECTIONS_FLEET_SEED_FILE names: base64 of
 * 96 bytes. They come from the environment of the computing process: no message and no row ever contains them.
 */
function fleetKeys(): FleetKeys {
  return (known ??= fleetKeysOf(Buffer.from(seedText(), "base64")));
}

/** Returns the public key that guardians seal to. */
export function fleetPublicKey(): string {
  return Buffer.from(fleetKeys().publicKey).toString("base64");
}

function seedText(): string {
  const text = process.env[VARIABLE] ?? "";
  if (text !== "") return text;
  const file = process.env[`${VARIABLE}_FILE`] ?? "";
  if (file !== "") return readFileSync(file, "utf8").trim();
  throw new ElectionError(
    "FLEET_SEED_MISSING",
    `workers cannot decrypt without the fleet's seed: make one with rota elections fleet-key and give it as ${VARIABLE} or ${VARIABLE}_FILE`,
  );
}
