/** Reads a published election record, of ElectionGuard 0.95 or 1.4, from wherever its files are. */
import { RotaError } from "@rota/engine/errors";
import type { Device } from "../ballots/ballot-hashes.ts";
import type { SubmittedBallot } from "../ballots/ballot.ts";
import type { ElectionContext } from "../guardians/election-context.ts";
import type { GuardianPublic } from "../guardians/guardian-keys.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { readManifest } from "../manifest/read-manifest.ts";
import type { DecryptedTally, EncryptedTally } from "../tally/tally.ts";
import { DIGITS_MAX, readHex, readJson, type JsonValue } from "./json-reader.ts";
import { readOwnFiles, type OwnFiles } from "./own/read-own-files.ts";
import { readSubmittedBallot } from "./read-ballot.ts";
import { readDecryptedTally, readEncryptedTally } from "./read-tally.ts";
import { jsonOf, lazily, textOf, type RecordFiles } from "./record-files.ts";

export type ElectionRecord = {
  readonly constants: { readonly p: bigint; readonly q: bigint; readonly r: bigint; readonly g: bigint };
  readonly manifest: Manifest;
  readonly context: ElectionContext;
  readonly devices: readonly Device[];
  readonly guardians: readonly GuardianPublic[];
  /** The weights of the present guardians, in the order of their numbers; undefined when all were there. */
  readonly weights: readonly bigint[] | undefined;
  /** Read one by one, each time anew: a large election does not fit into memory. */
  readonly ballots: Iterable<SubmittedBallot>;
  readonly encryptedTally: EncryptedTally;
  readonly tally: DecryptedTally;
  /** Challenged ballots, decrypted. */
  readonly challenged: Iterable<DecryptedTally>;
  /** What only records of ours have; undefined or left out for those of others. */
  readonly own?: OwnFiles | undefined;
};

export function readRecord(files: RecordFiles): ElectionRecord {
  const weights = files.read("coefficients.json");
  const guardians = readGuardians(files, readGuardian);
  return {
    constants: readConstants(textOf(files, "constants.json")),
    manifest: readManifest(jsonOf(files, "manifest.json")),
    context: readContext(jsonOf(files, "context.json")),
    devices: [...lazily(files, "encryption_devices", { read: readDevice })],
    guardians,
    weights: weights === undefined ? undefined : readWeights(readJson(weights, "coefficients.json"), guardians),
    ballots: lazily(files, "submitted_ballots", { read: readSubmittedBallot }),
    encryptedTally: readEncryptedTally(jsonOf(files, "encrypted_tally.json")),
    tally: readDecryptedTally(jsonOf(files, "tally.json")),
    challenged: lazily(files, "spoiled_ballots", { read: readDecryptedTally }),
    own: readOwnFiles(files),
  };
}

/** In the order of their numbers. */
export function readGuardians(files: RecordFiles, read: (json: JsonValue) => GuardianPublic): GuardianPublic[] {
  return [...lazily(files, "guardians", { read })].sort((a, b) => a.sequence - b.sequence);
}

export function readContext(value: JsonValue): ElectionContext {
  return {
    guardians: value.member("number_of_guardians").integer(),
    quorum: value.member("quorum").integer(),
    publicKey: value.member("elgamal_public_key").hex(),
    commitmentHash: value.member("commitment_hash").hex(),
    manifestHash: value.member("manifest_hash").hex(),
    baseHash: value.member("crypto_base_hash").hex(),
    extendedHash: value.member("crypto_extended_base_hash").hex(),
  };
}

function readDevice(value: JsonValue): Device {
  return {
    deviceId: value.member("device_id").integer(),
    sessionId: value.member("session_id").integer(),
    launchCode: value.member("launch_code").integer(),
    location: value.member("location").text(),
  };
}

/** 1.91 names the same lists differently. Refuses a public key that is stated otherwise than by the first commitment. */
export function readGuardian(value: JsonValue, prefix: "election" | "coefficient" = "election"): GuardianPublic {
  const guardianId = value.member("guardian_id").text();
  const commitments = value
    .member(`${prefix}_commitments`)
    .list()
    .map((commitment) => commitment.hex());
  const stated = value.optional("election_public_key")?.hex();
  if (stated !== undefined && stated !== commitments[0]) {
    const message = `election_public_key of guardian ${guardianId} is not the first of its commitments`;
    throw new RotaError("CEREMONY_INVALID", message, { guardianId });
  }
  return {
    guardianId,
    sequence: value.member("sequence_order").integer(),
    commitments,
    proofs: value
      .member(`${prefix}_proofs`)
      .list()
      .map((proof) => ({
        publicKey: proof.member("public_key").hex(),
        commitment: proof.member("commitment").hex(),
        challenge: proof.member("challenge").hex(),
        response: proof.member("response").hex(),
      })),
  };
}

/** 0.95 has a list in the order of numbers, 1.4 an object with the ids of guardians. */
function readWeights(value: JsonValue, guardians: readonly GuardianPublic[]): bigint[] {
  const weights = value.member("coefficients");
  if (!weights.isObject()) return weights.list().map((weight) => weight.hex());
  const byId = new Map(weights.entries().map(([guardianId, weight]) => [guardianId, weight.hex()]));
  return guardians.flatMap(({ guardianId }) => byId.get(guardianId) ?? []);
}

/** 0.95 writes numbers of 4096 bits as bare digits, which JSON.parse would round; 1.4 writes text. */
export function readConstants(text: string): ElectionRecord["constants"] {
  const file = "constants.json";
  readJson(text, file);
  const constant = (name: string) => {
    const [, bare, quoted] =
      new RegExp(`"${name}"\\s*:\\s*(?:(\\d{1,${String(DIGITS_MAX)}})\\s*[,}]|"([^"]*)")`).exec(text) ?? [];
    if (bare !== undefined) return BigInt(bare);
    if (quoted !== undefined) return readHex(quoted, `${file} ${name}`);
    throw new RotaError("ELECTION_RECORD_INVALID", `${file} must have the number "${name}", of at most 4096 bits`, {
      file,
    });
  };
  return { p: constant("large_prime"), q: constant("small_prime"), r: constant("cofactor"), g: constant("generator") };
}
