/** The refusals that every driver gives in the same words. */
import { RotaError } from "../../errors.ts";

export function cancelled(cause: unknown): RotaError {
  return new RotaError("QUERY_CANCELLED", "the statement was cancelled before it ended", {}, { cause });
}

export function closedError(): RotaError {
  return new RotaError(
    "DATABASE_CLOSED",
    "the database was closed before this call: open it again or call close later",
  );
}
