/** The refusals that every driver gives in the same words. */
import { RotaError } from "../../errors.ts";
import type { SqlError } from "../database-error.ts";

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
