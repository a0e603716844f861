/** Computes the endpoints for guardians: keys, backups and the joint key. */
import type { Group } from "../../core/crypto/group.ts";
import { hash } from "../../core/crypto/hash.ts";
import {
  createGuardianKeys,
  type GuardianKeys,
  guardianKeysOf,
  type GuardianPublic,
  publicKeyOf,
  sealBackup,
  secretKeyOf,
} from "../../core/guardians/key-ceremony.ts";
import { groupOf } from "../../core/node/native-crypto.ts";
import type { JsonValue } from "../../core/records/json-reader.ts";
import { ElectionError } from "../../errors.ts";
import { decimal, guardianForm, readManifestOf } from "./request-forms.ts";

/** Runs the whole ceremony in one call, for trials. */
export function setupGuardians(groupName: string, request: JsonValue) {
  const group = groupOf(groupName);
  const count = request.member("number_of_guardians").integer();
  const quorum = request.member("quorum").integer();
  if (count < 1 || count > 20 || quorum < 1 || quorum > count) {
    throw new ElectionError("CEREMONY_INVALID", "number_of_guardians must be from 1 to 20, and quorum at most as many");
  }
  const all = Array.from({ length: count }, (_, index) =>
    createGuardianKeys(group, { guardianId: `guardian-${String(index + 1)}`, sequence: index + 1, quorum }),
  );
  const data = all.map((keys) => {
    const others = all.filter((other) => other !== keys);
    return guardianForm(
      keys.public,
      others.map((receiver) => sealBackup(group, { sender: keys, receiver: receiver.public })),
    );
  });
  return {
    ...jointKey(
      group,
      all.map((keys) => keys.public),
    ),
    guardian_data: data,
    private_keys: all.map((keys) => String(secretKeyOf(keys))),
    public_keys: all.map((keys) => String(publicKeyOf(keys.public))),
    polynomials: all.map(({ coefficients }) => coefficients.map(String)),
  };
}

export function generateGuardianCredentials(groupName: string, request: JsonValue) {
  const keys = createGuardianKeys(groupOf(groupName), {
    guardianId: request.member("guardian_id").text(),
    sequence: request.member("sequence_order").integer(),
    quorum: request.member("quorum").integer(),
  });
  return {
    private_key: String(secretKeyOf(keys)),
    public_key: String(publicKeyOf(keys.public)),
    polynomial: keys.coefficients.map(String),
    guardian_data: guardianForm(keys.public),
  };
}

/** Returns a sealed point of the sender's polynomial for each recipient. */
export function generateGuardianBackupShares(groupName: string, request: JsonValue) {
  const group = groupOf(groupName);
  const sender = readKeys(group, request, {
    id: "sender_guardian_id",
    order: "sender_sequence_order",
    polynomial: "sender_polynomial",
  });
  const backups = request
    .member("recipients")
    .list()
    .map((recipient) => {
      const receiver = {
        guardianId: recipient.member("guardian_id").text(),
        sequence: recipient.member("sequence_order").integer(),
        commitments: [decimal(recipient.member("public_key"))],
        proofs: [],
      };
      return sealBackup(group, { sender, receiver });
    });
  return { guardian_data: guardianForm(sender.public, backups), backup_count: backups.length };
}

/**
 * Combines public keys. The hash covers the given values: one key for each guardian here, all commitments in
 * `setup_guardians`.
 */
export function combineGuardianPublicKeys(groupName: string, request: JsonValue) {
  const group = groupOf(groupName);
  const { manifest } = readManifestOf(request);
  const publicKeys = request.member("public_keys").list().map(decimal);
  const guardians = publicKeys.map((key, index) => ({
    guardianId: `guardian-${String(index + 1)}`,
    sequence: index + 1,
    commitments: [key],
    proofs: [],
  }));
  return { ...jointKey(group, guardians), manifest };
}

export function verifyGuardianKey(groupName: string, request: JsonValue) {
  const group = groupOf(groupName);
  const computed = group.power(group.g, decimal(request.member("private_key")));
  return { match: computed === decimal(request.member("stored_public_key")) };
}

type KeyFields = { readonly id: string; readonly order: string; readonly polynomial: string };

/** Computes a guardian's keys from its polynomial. */
function readKeys(group: Group, request: JsonValue, fields: KeyFields): GuardianKeys {
  return guardianKeysOf(group, {
    guardianId: request.member(fields.id).text(),
    sequence: request.member(fields.order).integer(),
    coefficients: request.member(fields.polynomial).list().map(decimal),
  });
}

function jointKey(group: Group, guardians: readonly GuardianPublic[]) {
  const commitments = guardians.flatMap((guardian) => guardian.commitments);
  return {
    joint_public_key: String(group.product(guardians.map(publicKeyOf))),
    commitment_hash: String(hash(group, commitments)),
  };
}
