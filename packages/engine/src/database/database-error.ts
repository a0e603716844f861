/** Describes what PostgreSQL or a driver refuses, in the same words for every driver, and tells whether a failed statement may have run. */
import { RotaError } from "../errors.ts";

/** PostgreSQL's own refusal of a statement. `sqlState` is the five-character code of its manual, appendix A. */
export class SqlError extends Error {
  override readonly name = "SqlError";
  readonly sqlState: string;
  readonly constraint: string | undefined;
  readonly table: string | undefined;
  readonly column: string | undefined;

  constructor(fields: SqlErrorFields, cause?: unknown) {
    super(fields.message, { cause });
    this.sqlState = fields.code;
    this.constraint = fields.constraint;
    this.table = fields.table;
    this.column = fields.column;
  }
}

type SqlErrorFields = {
  readonly message: string;
  readonly code: string;
  readonly constraint?: string | undefined;
  readonly table?: string | undefined;
  readonly column?: string | undefined;
};

/** How deep causes are followed. */
const CAUSES_MAX = 10;

/** The SQLSTATE of an error or of what caused it; undefined when PostgreSQL had no part in it. */
export function sqlState(error: unknown): string | undefined {
  return findSqlError(error)?.sqlState;
}

/** Returns the name of the constraint that a statement violated, if that is why it failed. */
export function violatedConstraint(error: unknown): string | undefined {
  return findSqlError(error)?.constraint;
}

/** Whether a statement that failed may have been carried out all the same: the connection was lost before its answer came. */
export function mayHaveRun(error: unknown): boolean {
  return findCause(error, isUnanswered) !== undefined;
}

/** Makes a SqlError of what a driver threw; undefined when it did not come from the server. */
export function toSqlError(error: unknown): SqlError | undefined {
  return isServerError(error) ? new SqlError(error, error) : undefined;
}

function findSqlError(error: unknown): SqlError | undefined {
  return findCause(error, (cause) => cause instanceof SqlError);
}

function isUnanswered(cause: Error): cause is RotaError {
  return cause instanceof RotaError && cause.details["statementMayHaveRun"] === true;
}

function findCause<Found extends Error>(error: unknown, isIt: (cause: Error) => cause is Found): Found | undefined {
  let current = error;
  for (let depth = 0; depth < CAUSES_MAX && current instanceof Error; depth++) {
    if (isIt(current)) return current;
    current = current.cause;
  }
  return undefined;
}

/** The server's errors carry a severity beside the code; Node's own errors have a code of another form. */
function isServerError(error: unknown): error is Error & SqlErrorFields {
  return error instanceof Error && "severity" in error && "code" in error && typeof error.code === "string";
}

const DISK_FULL_STATE = "53100";

export function cancelled(cause: unknown): RotaError {
  return new RotaError("QUERY_CANCELLED", "the statement was cancelled before it ended", {}, { cause });
}

export function closedError(): RotaError {
  return new RotaError(
    "DATABASE_CLOSED",
    "the database was closed before this call: open it again or call close later",
  );
}

/** What PostgreSQL says itself of a full disk is the name of a file. */
export function explainRefusal(refused: SqlError): SqlError | RotaError {
  if (refused.sqlState !== DISK_FULL_STATE) return refused;
  return new RotaError(
    "DATABASE_FULL",
    "the disk of PostgreSQL is full, and nothing was written: make room, then try again",
    {},
    { cause: refused },
  );
}
