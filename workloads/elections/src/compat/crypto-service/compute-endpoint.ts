/** Computes every endpoint of the crypto service by its path, in JSON or MessagePack, in a computing process. */
import { decode, encode } from "@msgpack/msgpack";
import { type JsonValue, readJson } from "../../core/records/json-reader.ts";
import { ElectionError } from "../../errors.ts";
import { benalohChallenge, createEncryptedBallot, createEncryptedTally } from "./ballot-endpoints.ts";
import {
  combineDecryptionShares,
  createCompensatedDecryption,
  createPartialDecryption,
} from "./decryption-endpoints.ts";
import {
  combineGuardianPublicKeys,
  generateGuardianBackupShares,
  generateGuardianCredentials,
  setupGuardians,
  verifyGuardianKey,
} from "./guardian-endpoints.ts";

type Endpoint = (group: string, request: JsonValue) => object;

const ENDPOINTS: ReadonlyMap<string, Endpoint> = new Map<string, Endpoint>([
  ["/setup_guardians", setupGuardians],
  ["/generate_guardian_credentials", generateGuardianCredentials],
  ["/generate_guardian_backup_shares", generateGuardianBackupShares],
  ["/combine_guardian_public_keys", combineGuardianPublicKeys],
  ["/verify_guardian_key", verifyGuardianKey],
  ["/create_encrypted_ballot", createEncryptedBallot],
  ["/benaloh_challenge", benalohChallenge],
  ["/create_encrypted_tally", createEncryptedTally],
  ["/create_partial_decryption", createPartialDecryption],
  ["/create_compensated_decryption", createCompensatedDecryption],
  ["/combine_decryption_shares", combineDecryptionShares],
]);

export function isEndpoint(path: string): boolean {
  return ENDPOINTS.has(path);
}

type EndpointRequest = {
  readonly path: string;
  readonly group: string;
  readonly form: Form;
  readonly body: Uint8Array;
};

/** Returns the answer in the form of the request. */
export function computeEndpoint({ path, group, form, body }: EndpointRequest): Uint8Array {
  const compute = ENDPOINTS.get(path);
  if (compute === undefined) throw new Error(`${path} is no endpoint`);
  return writeForm(form, { status: "success", ...compute(group, readForm(form, body)) });
}

export type Form = "json" | "msgpack";

const MSGPACK = /^application\/(?:x-|vnd\.)?msgpack\b/i;

/** Returns the form that the content type of a request names, or JSON. */
export function formOf(contentType: string | undefined): Form {
  return MSGPACK.test(contentType ?? "") ? "msgpack" : "json";
}

export function contentTypeOf(form: Form): string {
  return form === "json" ? "application/json; charset=utf-8" : "application/msgpack";
}

/** Reads either form as JSON, so that both are checked in the same way. */
function readForm(form: Form, body: Uint8Array): JsonValue {
  const text = form === "json" ? new TextDecoder().decode(body) : jsonOf(body);
  return readJson(text, "request");
}

export function writeForm(form: Form, answer: object): Uint8Array {
  const text = JSON.stringify(answer);
  return form === "json" ? new TextEncoder().encode(text) : encode(JSON.parse(text));
}

function jsonOf(body: Uint8Array): string {
  try {
    return JSON.stringify(decode(body));
  } catch (cause) {
    const message = "the request is no MessagePack: send one map, with numbers of the group as decimal digits in text";
    throw new ElectionError("ELECTION_RECORD_INVALID", message, {}, { cause });
  }
}
