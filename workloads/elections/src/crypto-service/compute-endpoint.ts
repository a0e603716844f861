/** Every endpoint of the crypto service by its path. Runs where heavy work is done. */
import type { JsonValue } from "../records/json-reader.ts";
import { benalohChallenge, createEncryptedBallot, createEncryptedTally } from "./ballot-endpoints.ts";
import {
  combineDecryptionShares,
  createCompensatedDecryption,
  createPartialDecryption,
} from "./decryption-endpoints.ts";
import { readForm, writeForm, type Form } from "./forms.ts";
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

export type EndpointRequest = {
  readonly path: string;
  readonly group: string;
  readonly form: Form;
  readonly body: Uint8Array;
};

/** The answer, in the form of the request. */
export function computeEndpoint({ path, group, form, body }: EndpointRequest): Uint8Array {
  const compute = ENDPOINTS.get(path);
  if (compute === undefined) throw new Error(`${path} is no endpoint`);
  return writeForm(form, { status: "success", ...compute(group, readForm(form, body)) });
}
