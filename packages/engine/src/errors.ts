/** What Rota refuses on purpose: one error class, one table of codes. */

/** Every code and the kind of refusal it is; the kind decides the exit code and the HTTP status. */
export const ERROR_KINDS = {
  CONFIG_INVALID: "invalid",
  CONFIG_UNKNOWN_OPTION: "invalid",
  COMMAND_INVALID: "invalid",
  FILE_EXISTS: "conflict",
  FILE_UNUSABLE: "unavailable",
  CHUNK_TIMEOUT: "unavailable",
  LEASE_LOST: "conflict",
  TASK_CANCELLED: "conflict",
  TASK_FAILED: "conflict",
  WORKER_STOPPING: "unavailable",
  ENGINE_STOPPED: "unavailable",
  WORKER_ID_TAKEN: "conflict",
  WORKER_START_FAILED: "unavailable",
  TASKS_MODULE_INVALID: "invalid",
  DATABASE_URL_INVALID: "invalid",
  DATABASE_UNAVAILABLE: "unavailable",
  DATABASE_AUTHENTICATION_FAILED: "unavailable",
  DATABASE_MISSING: "unavailable",
  DATABASE_TLS_FAILED: "unavailable",
  DATABASE_TOO_OLD: "unavailable",
  DATABASE_CLOSED: "unavailable",
  DATABASE_DRIVER_MISSING: "unavailable",
  DATABASE_FOLDER_LOCKED: "conflict",
  DATA_FOLDER_HELD: "conflict",
  DATA_FOLDER_HAS_CLUSTER: "conflict",
  DATA_FOLDER_UNREACHABLE: "unavailable",
  DATA_FOLDER_NOT_WRITABLE: "unavailable",
  DATA_FOLDER_FULL: "unavailable",
  DATA_FOLDER_DAMAGED: "unavailable",
  DATA_FOLDER_TOO_NEW: "conflict",
  DATA_FOLDER_TOO_OLD: "conflict",
  POSTGRES_BINARIES_MISSING: "unavailable",
  POSTGRES_INIT_FAILED: "unavailable",
  POSTGRES_START_FAILED: "unavailable",
  POSTGRES_STOP_FAILED: "unavailable",
  QUERY_TIMED_OUT: "unavailable",
  QUERY_CANCELLED: "unavailable",
  TRANSACTION_ROLLED_BACK: "conflict",
  TRANSACTION_MISUSED: "internal",
  MIGRATION_SET_INVALID: "invalid",
  MIGRATION_EDITED: "conflict",
  MIGRATION_NEWER: "conflict",
  MIGRATION_MISSING: "conflict",
  MIGRATION_FAILED: "internal",
  BACKUP_INVALID: "invalid",
  BACKUP_INCOMPATIBLE: "conflict",
  RESTORE_TARGET_NOT_EMPTY: "conflict",
  TASK_INVALID: "invalid",
  TICKET_INVALID: "invalid",
  TASK_NOT_FOUND: "not_found",
  TASK_TYPE_UNKNOWN: "not_found",
  TASK_KEY_CONFLICT: "conflict",
  TASK_FINISHED: "conflict",
  TASK_SPLIT_INVALID: "invalid",
  TASK_DEFINITION_INVALID: "invalid",
  TASK_DEFINITION_UNKNOWN_OPTION: "invalid",
  TASK_DEFINITION_DUPLICATE: "conflict",
  INPUT_INVALID: "invalid",
  RETRY_POLICY_INVALID: "invalid",
  CODEC_INVALID: "invalid",
  PAYLOAD_NOT_ENCODED: "invalid",
  PAYLOAD_UNREADABLE: "invalid",
  OUTCOME_INVALID: "invalid",
  RESULT_NOT_JSON: "invalid",
  RESULT_TOO_LARGE: "invalid",
  RESULT_REFUSED: "invalid",
  LOCK_INVALID: "invalid",
  LOCK_NOT_FOUND: "not_found",
  LOCK_LINE_FULL: "unavailable",
  ONCE_INVALID: "invalid",
  SECRET_INVALID: "invalid",
  SECRET_UNREADABLE: "unavailable",
  SECRETS_NOT_CONFIGURED: "unavailable",
  SECRET_MISSING: "unavailable",
  COORDINATOR_CLOSED: "unavailable",
  COORDINATOR_UNAVAILABLE: "unavailable",
  BROKER_URL_INVALID: "invalid",
  BROKER_REFUSED: "unavailable",
  BROKER_UNAVAILABLE: "unavailable",
  BROKER_UNROUTABLE: "not_found",
  BROKER_TOPOLOGY_DIFFERS: "conflict",
  BROKER_MESSAGE_INVALID: "invalid",
  BROKER_CLOSED: "unavailable",
  OUTBOX_EVENT_INVALID: "invalid",
  OUTBOX_EVENT_NOT_PARKED: "conflict",
  SCHEDULE_INVALID: "invalid",
  SCHEDULE_NOT_FOUND: "not_found",
  WEBHOOK_INVALID: "invalid",
  WEBHOOK_URL_REFUSED: "invalid",
  WEBHOOK_ENDPOINT_NOT_FOUND: "not_found",
  WEBHOOK_ENDPOINT_DISABLED: "conflict",
  WEBHOOK_SECRET_OVERLAP: "conflict",
  WEBHOOK_DELIVERY_NOT_FOUND: "not_found",
  AUDIT_HEAD_INVALID: "invalid",
  AUDIT_ENTRY_INVALID: "invalid",
  AUDIT_QUERY_INVALID: "invalid",
  INSPECTION_INVALID: "invalid",
  TENANT_NOT_FOUND: "not_found",
  QUEUE_NOT_FOUND: "not_found",
  INTAKE_INVALID: "invalid",
  INTAKE_NOT_FOUND: "not_found",
  INTAKE_OUTCOME_INVALID: "invalid",
  EVENT_INVALID: "invalid",
  EVENT_NOT_FOUND: "not_found",
  EVENT_TOO_LARGE: "invalid",
  REJECTED_EVENT_NOT_FOUND: "not_found",
  REJECTED_EVENT_CLOSED: "conflict",
  DEAD_LETTER_INVALID: "invalid",
  DEAD_LETTER_NOT_FOUND: "not_found",
  DEAD_LETTER_CLOSED: "conflict",
  OUT_OF_MEMORY: "unavailable",
  COMPUTE_TIMED_OUT: "unavailable",
  COMPUTE_CANCELLED: "unavailable",
  COMPUTE_BUSY: "unavailable",
  COMPUTE_CLOSED: "unavailable",
  COMPUTE_FAILED: "internal",
  COMPUTE_TARGET_INVALID: "invalid",
  COMPUTE_NOT_CLONEABLE: "invalid",
  COMPUTE_TOO_LARGE: "invalid",
  ACCESS_INVALID: "invalid",
  KEY_NOT_FOUND: "not_found",
  SIGN_IN_INVALID: "forbidden",
  UNAUTHENTICATED: "forbidden",
  ROLE_MISSING: "forbidden",
  TENANT_FOREIGN: "forbidden",
  ORIGIN_FOREIGN: "forbidden",
  JWKS_UNUSABLE: "unavailable",
  SERVER_UNPROTECTED: "invalid",
  SERVER_ADDRESS_TAKEN: "conflict",
  SERVER_STOPPING: "unavailable",
  OPERATION_INVALID: "invalid",
  ROUTE_NOT_FOUND: "not_found",
  METHOD_NOT_ALLOWED: "invalid",
  REQUEST_INVALID: "invalid",
  REQUEST_TOO_LARGE: "invalid",
  REQUEST_TIMED_OUT: "invalid",
  CONTENT_TYPE_UNSUPPORTED: "invalid",
  RATE_LIMITED: "unavailable",
  CRYPTO_VALUE_INVALID: "invalid",
  TALLY_OUT_OF_RANGE: "invalid",
  ELECTION_MANIFEST_INVALID: "invalid",
  ELECTION_RECORD_INVALID: "invalid",
  CEREMONY_INVALID: "invalid",
  KEY_BACKUP_INVALID: "invalid",
  BALLOT_INVALID: "invalid",
  DECRYPTION_SHARES_INVALID: "invalid",
  INTERNAL: "internal",
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof ERROR_KINDS;
export type ErrorKind = "invalid" | "forbidden" | "not_found" | "conflict" | "unavailable" | "internal";

/** Facts about a refusal that programs may branch on. Never holds a secret. */
export type ErrorDetails = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/**
 * A refusal with a code. The message names the thing, the value and the way out.
 *
 * @example throw new RotaError("CONFIG_INVALID", `leaseRenewMs (40000) must be at most half of leaseMs (60000)`);
 */
export class RotaError extends Error {
  override readonly name = "RotaError";
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
    this.details = details;
  }

  get kind(): ErrorKind {
    return ERROR_KINDS[this.code];
  }
}

/** True for a RotaError, of one code if given. */
export function isRotaError(error: unknown, code?: ErrorCode): error is RotaError {
  return error instanceof RotaError && (code === undefined || error.code === code);
}
