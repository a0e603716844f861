/** Errors that Rota throws on purpose: one class, one table of codes. */

/** Every error code with its kind, which decides the exit code and the HTTP status. */
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
  DATABASE_FULL: "unavailable",
  DATABASE_CLOSED: "unavailable",
  DATABASE_DRIVER_MISSING: "unavailable",
  PACKAGE_MISSING: "unavailable",
  WORKLOAD_INVALID: "invalid",
  WORKLOAD_NOT_FOUND: "not_found",
  WORKLOAD_CLASH: "conflict",
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
  IDEMPOTENCY_CONFLICT: "conflict",
  IDEMPOTENCY_IN_PROGRESS: "conflict",
  TASK_FINISHED: "conflict",
  TASK_NOT_COMPLETED: "conflict",
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
  COMMIT_REPEATED: "invalid",
  RESULT_NOT_JSON: "invalid",
  RESULT_TOO_LARGE: "invalid",
  RESULT_REFUSED: "invalid",
  LOCK_INVALID: "invalid",
  LOCK_NOT_FOUND: "not_found",
  LOCK_HELD: "conflict",
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
  WEBHOOK_CALLBACK_REFUSED: "forbidden",
  WEBHOOK_FORMAT_MISSING: "unavailable",
  WEBHOOK_ENDPOINT_NOT_FOUND: "not_found",
  WEBHOOK_ENDPOINT_DISABLED: "conflict",
  WEBHOOK_SECRET_OVERLAP: "conflict",
  WEBHOOK_DELIVERY_NOT_FOUND: "not_found",
  WEBHOOK_NOT_DELIVERED: "unavailable",
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
  SIGN_IN_AT_HOST: "forbidden",
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
  INTERNAL: "internal",
} as const satisfies Record<string, ErrorKind>;

/** Code of an error of the engine. */
export type ErrorCode = keyof typeof ERROR_KINDS;
/** Kind of an error, which decides the HTTP status and the exit code. */
export type ErrorKind = "invalid" | "forbidden" | "not_found" | "conflict" | "unavailable" | "internal";

/** Codes with their kinds, and with an HTTP status where that of the kind is not exact. */
export type ErrorTable = Readonly<Record<string, ErrorKind | { readonly kind: ErrorKind; readonly status: number }>>;

/** Facts about an error that programs may branch on. They never contain a secret. */
export type ErrorDetails = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** Properties of a new error that are seldom given. */
export type ErrorOptions = {
  readonly cause?: unknown;
  /** Kind of a code that another package defines. Default: that of the engine's table. */
  readonly kind?: ErrorKind;
  /** HTTP status. Default: that of the kind. */
  readonly status?: number | undefined;
};

/**
 * Error with a code. The message says what is wrong, with which value, and what to do.
 *
 * @example throw new RotaError("CONFIG_INVALID", `leaseRenewMs (40000) must be at most half of leaseMs (60000)`);
 */
export class RotaError extends Error {
  override readonly name = "RotaError";
  /** Code of the engine, or one that `defineErrors` defined. */
  readonly code: string;
  readonly kind: ErrorKind;
  /** HTTP status, where that of the kind is not exact. */
  readonly status: number | undefined;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details?: ErrorDetails, options?: ErrorOptions);
  /** @internal */
  constructor(
    code: string,
    message: string,
    details: ErrorDetails,
    options: ErrorOptions & { readonly kind: ErrorKind },
  );
  constructor(code: string, message: string, details: ErrorDetails = {}, { cause, kind, status }: ErrorOptions = {}) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
    this.kind = kind ?? (isErrorCode(code) ? ERROR_KINDS[code] : "internal");
    this.status = status;
    this.details = details;
  }
}

/** Returns whether a code, such as one that was stored, is one of the engine. */
export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === "string" && Object.hasOwn(ERROR_KINDS, code);
}

/** Code of the engine, or a function that makes an error with a code of another package. */
export type Refusal = ErrorCode | ((message: string, details?: ErrorDetails, options?: ErrorOptions) => RotaError);

/** Makes the error of a refusal. */
export function makeRefusal(refusal: Refusal, message: string, details?: ErrorDetails, options?: ErrorOptions) {
  if (typeof refusal === "function") return refusal(message, details, options);
  return new RotaError(refusal, message, details, options);
}

/**
 * Makes a class of errors with codes of your own. The server answers with the status of the kind, and the command line
 * exits with its code.
 *
 * @example
 * export const LIBRARY_ERRORS = { BOOK_NOT_FOUND: "not_found", BOOK_LENT: { kind: "conflict", status: 423 } } as const;
 * export class LibraryError extends defineErrors(LIBRARY_ERRORS) {}
 * throw new LibraryError("BOOK_NOT_FOUND", "no book has the number 42");
 */
export function defineErrors<const Table extends ErrorTable>(table: Table): RotaErrorClass<keyof Table & string> {
  return class extends RotaError {
    constructor(code: keyof Table & string, message: string, details: ErrorDetails = {}, options: ErrorOptions = {}) {
      super(code, message, details, { ...options, ...kindIn(table, code) });
    }
  };
}

/** Class of errors with codes of one package. */
export type RotaErrorClass<Code extends string> = new (
  code: Code,
  message: string,
  details?: ErrorDetails,
  options?: ErrorOptions,
) => RotaError;

/** Throws WORKLOAD_CLASH when two workloads, or a workload and the engine, have one error code. */
export function refuseSharedCodes(owners: readonly { readonly name: string; readonly errors: ErrorTable }[]): void {
  const taken = new Map<string, string>(Object.keys(ERROR_KINDS).map((code) => [code, "the engine"]));
  for (const { name, errors } of owners) {
    for (const code of Object.keys(errors)) {
      const other = taken.get(code);
      if (other !== undefined)
        throw new RotaError(
          "WORKLOAD_CLASH",
          `${other} and workload ${name} both have the error code ${code}: leave one of them out of workloads`,
          {
            code,
          },
        );
      taken.set(code, `workload ${name}`);
    }
  }
}

function kindIn(table: ErrorTable, code: string): { kind: ErrorKind; status?: number } {
  const entry = table[code] ?? "internal";
  return typeof entry === "string" ? { kind: entry } : entry;
}

/** Error as another process or thread receives it. */
export type WireError = Pick<RotaError, "code" | "kind" | "message" | "details"> & { readonly status?: number };

/** Writes an error down for another process or thread. */
export function toWireError({ code, kind, status, message, details }: RotaError): WireError {
  return { code, kind, message, details, ...(status === undefined ? {} : { status }) };
}

/** Makes the error of a record, with the same code, kind and status. */
export function fromWireError({ code, message, details, kind, status }: WireError, cause?: unknown): RotaError {
  return new RotaError(code, message, details, { kind, status, cause });
}

/** Returns whether an error is a RotaError, and has the code if one is given. */
export function isRotaError(error: unknown, code?: string): error is RotaError {
  return error instanceof RotaError && (code === undefined || error.code === code);
}
