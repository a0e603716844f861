/** Describes errors of PostgreSQL and its drivers in the same way for every driver, and whether a failed statement may have run. */
import { RotaError } from "../errors.ts";

/** Error with which PostgreSQL refused a statement. `sqlState` is the five-character code of its manual, appendix A. */
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

/** Maximum depth to which causes are followed. */
const CAUSES_MAX = 10;

/** Returns the SQLSTATE of an error or of its cause; undefined when it did not come from PostgreSQL. */
export function sqlState(error: unknown): string | undefined {
  return findSqlError(error)?.sqlState;
}

/**
 * Returns the name of the constraint that the statement violated; undefined when it failed for another reason.
 *
 * @example if (violatedConstraint(error) === "library_books_pkey") throw new LibraryError("BOOK_KNOWN", `${title} is there`);
 */
export function violatedConstraint(error: unknown): string | undefined {
  return findSqlError(error)?.constraint;
}

/** Returns whether a failed statement may have run nevertheless: the connection was lost before its answer came. */
export function mayHaveRun(error: unknown): boolean {
  return findCause(error, isUnanswered) !== undefined;
}

/** Converts an error of a driver to a SqlError; undefined when it did not come from the server. */
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

/** Recognizes errors of the server by their severity; errors of Node have a code of another form and no severity. */
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

/** Explains a full disk, for which PostgreSQL's own message only names a file. */
export function explainRefusal(refused: SqlError): SqlError | RotaError {
  if (refused.sqlState !== DISK_FULL_STATE) return refused;
  return new RotaError(
    "DATABASE_FULL",
    "the disk of PostgreSQL is full, and nothing was written: make room, then try again",
    {},
    { cause: refused },
  );
}
