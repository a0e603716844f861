/** Lists the error codes of the battery passports and defines the class of errors that has them. */
import { defineErrors, type ErrorDetails, type ErrorOptions } from "@rota/engine/errors";

/** The request was understood but cannot be carried out. */
const UNPROCESSABLE = { kind: "invalid", status: 422 } as const;

/** Each code with its kind, and with its HTTP status where that of the kind is not exact. */
export const PASSPORT_ERRORS = {
  VALIDATION_ERROR: UNPROCESSABLE,
  SNAPSHOT_NOT_READY: "conflict",
  RULE_PKG_NOT_PUBLISHED: "conflict",
  RULE_PARSE_ERROR: UNPROCESSABLE,
  RULE_TYPE_ERROR: UNPROCESSABLE,
  RULE_CYCLE_DETECTED: UNPROCESSABLE,
  UNIT_MISMATCH: UNPROCESSABLE,
  DIVISION_BY_ZERO: UNPROCESSABLE,
  PAYLOAD_TOO_LARGE: UNPROCESSABLE,
  PROOF_TOO_LARGE: UNPROCESSABLE,
  PROOF_DAMAGED: "unavailable",
  RECEIPT_TOO_LARGE: UNPROCESSABLE,
  SIGNING_KEY_MISSING: { kind: "unavailable", status: 500 },
  SIGNATURE_INVALID: UNPROCESSABLE,
  REPLAY_MISMATCH: "conflict",
  PASSPORT_SERVER_UNREACHABLE: "unavailable",
  NOT_FOUND: "not_found",
  FORBIDDEN: "forbidden",
  ALREADY_EXISTS: "conflict",
  INVALID_STATE: "conflict",
  SNAPSHOT_SEALED: "conflict",
  RULE_TESTS_FAILED: "conflict",
  EVENT_VERSION_CONFLICT: "conflict",
} as const;

/** Code of an error of the battery passports. */
export type PassportErrorCode = keyof typeof PASSPORT_ERRORS;

/** Error of the battery passports. */
export class PassportError extends defineErrors(PASSPORT_ERRORS) {}

/** Makes the error of input that cannot be used. */
export function invalidInput(message: string, details?: ErrorDetails, options?: ErrorOptions): PassportError {
  return new PassportError("VALIDATION_ERROR", message, details, options);
}
