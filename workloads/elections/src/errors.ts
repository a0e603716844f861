/** Lists the error codes of the elections and defines the class of errors that has them. */
import { defineErrors } from "@rota/engine/errors";

/** Each code with its kind, and with its HTTP status where that of the kind is not exact. */
export const ELECTION_ERRORS = {
  CRYPTO_VALUE_INVALID: "invalid",
  TALLY_OUT_OF_RANGE: "invalid",
  ELECTION_MANIFEST_INVALID: "invalid",
  ELECTION_RECORD_INVALID: "invalid",
  CEREMONY_INVALID: "invalid",
  KEY_BACKUP_INVALID: "invalid",
  KEY_FILE_INVALID: "invalid",
  KEY_FILE_UNREADABLE: "invalid",
  PASSPHRASE_TOO_SHORT: "invalid",
  SEALED_UNREADABLE: "invalid",
  SEALING_KEY_INVALID: "invalid",
  TALLY_NOT_PUBLISHED: "conflict",
  ELECTION_SERVER_REFUSED: "conflict",
  ELECTION_SERVER_UNREACHABLE: "unavailable",
  BALLOT_INVALID: "invalid",
  BALLOT_NOT_FOUND: "not_found",
  BALLOT_REPEATED: "conflict",
  BALLOT_DECIDED: "conflict",
  BALLOTS_UNVERIFIED: "conflict",
  VOTE_ALREADY_CAST: "conflict",
  VOTING_CLOSED: "conflict",
  VOTING_HOURS_INVALID: "invalid",
  VOTERS_INVALID: "invalid",
  VOTER_NOT_FOUND: "not_found",
  ELECTION_TOKEN_INVALID: "forbidden",
  CEREMONY_CONFLICT: "conflict",
  ELECTION_PATH_UNSAFE: "forbidden",
  DECRYPTION_SHARES_INVALID: "invalid",
  ELECTION_NOT_FOUND: "not_found",
  ELECTION_STATE_WRONG: "conflict",
  PHASE_RUNNING: "conflict",
  TALLY_INCOMPLETE: "conflict",
  DECRYPTION_INCOMPLETE: "conflict",
  GUARDIAN_CREDENTIAL_INVALID: "invalid",
  FLEET_SEED_MISSING: "unavailable",
  LINK_HOOK_UNAVAILABLE: "unavailable",
  VOTE_NOT_SIGNED: "invalid",
} as const;

/** Code of an error of the elections. */
export type ElectionErrorCode = keyof typeof ELECTION_ERRORS;

/** Error of the elections. */
export class ElectionError extends defineErrors(ELECTION_ERRORS) {}
