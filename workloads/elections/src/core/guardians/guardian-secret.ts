/** Writes the secret keys of a guardian as bytes to be sealed, and computes the fingerprint of its public keys. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { ElectionError } from "../../errors.ts";
import type { Group } from "../crypto/group.ts";
import { toHex } from "../crypto/hash.ts";
import { readJson } from "../records/json-reader.ts";
import { readGuardian } from "../records/read-record.ts";
import { guardianToJson } from "../records/write-ballot.ts";
import type { GuardianKeys, GuardianPublic } from "./key-ceremony.ts";

export function guardianSecretOf(keys: GuardianKeys): Uint8Array {
  const written = { public: guardianToJson(keys.public), coefficients: keys.coefficients.map(toHex) };
  return new TextEncoder().encode(JSON.stringify(written));
}

/** Refuses keys whose secret and public halves do not belong together in this group. */
export function readGuardianSecret(group: Group, bytes: Uint8Array): GuardianKeys {
  const json = readJson(new TextDecoder().decode(bytes), "the guardian's keys");
  const keys = {
    public: readGuardian(json.member("public")),
    coefficients: json
      .member("coefficients")
      .list()
      .map((coefficient) => coefficient.hex()),
  };
  const { commitments } = keys.public;
  const isWhole =
    keys.coefficients.length === commitments.length &&
    keys.coefficients.every(
      (secret, degree) => group.isScalar(secret) && group.power(group.g, secret) === commitments[degree],
    );
  if (isWhole) return keys;
  const { guardianId } = keys.public;
  throw new ElectionError(
    "KEY_FILE_INVALID",
    `the secret keys of guardian ${guardianId} do not belong to its public ones: use the file of the ceremony itself`,
    { guardianId },
  );
}

/** Returns 64 hexadecimal digits: the SHA-256 of the published keys as a record writes them. */
export function fingerprintOf(guardian: GuardianPublic): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(guardianToJson(guardian)))));
}
