/** Turns what goes wrong while connecting, or with a connection, into a refusal with a way out. */
import { RotaError } from "../../errors.ts";
import { toSqlError } from "../database-error.ts";
import type { ConnectionTarget } from "./connection-target.ts";

const AUTHENTICATION_STATES = ["28P01", "28000"];
const DATABASE_MISSING_STATE = "3D000";

/** Shutdown, crash of another session, start-up, connection failures: the server is there, but not for us. */
const LOST_STATES = /^(57P0[1-5]|08(?!P01)...|53300)$/;

/** Why no connection could be made. */
export function connectError(error: unknown, target: ConnectionTarget): RotaError {
  if (error instanceof RotaError) return error;
  const reason = reasonOf(error);
  const refuse = (code: "DATABASE_UNAVAILABLE" | "DATABASE_TLS_FAILED", way: string) =>
    new RotaError(code, `cannot connect to PostgreSQL at ${target.shown}: ${reason}. ${way}`, {}, { cause: error });
  const state = toSqlError(error)?.sqlState;
  if (state === DATABASE_MISSING_STATE) return databaseMissing(error, target);
  if ((state !== undefined && AUTHENTICATION_STATES.includes(state)) || /SASL|password must be a string/.test(reason))
    return authenticationFailed(error, target);
  if (/SSL|TLS|certificate|Hostname\/IP/i.test(reason))
    return refuse("DATABASE_TLS_FAILED", "Check sslmode (disable, require, verify-full) and sslrootcert in the URL");
  return refuse("DATABASE_UNAVAILABLE", "Check that it runs, that host and port are right, and that it lets us in");
}

/** A connection that worked was lost; nobody can tell whether the statement was carried out. */
export function lostError(error: unknown, target: ConnectionTarget): RotaError {
  const message = `the connection to PostgreSQL at ${target.shown} was lost while a statement ran: ${reasonOf(error)}`;
  return new RotaError("DATABASE_UNAVAILABLE", message, { statementMayHaveRun: true }, { cause: error });
}

export function isLost(state: string): boolean {
  return LOST_STATES.test(state);
}

function databaseMissing(error: unknown, target: ConnectionTarget): RotaError {
  const name = target.database ?? target.user ?? "";
  const message = `there is no database "${name}" at ${target.shown}: create it with "createdb ${name}" or correct the URL`;
  return new RotaError("DATABASE_MISSING", message, { database: name }, { cause: error });
}

function authenticationFailed(error: unknown, target: ConnectionTarget): RotaError {
  const user = target.user ?? "(no user given)";
  const message = `PostgreSQL at ${target.shown} did not let in user "${user}": check user and password in the URL, and pg_hba.conf of the server`;
  return new RotaError("DATABASE_AUTHENTICATION_FAILED", message, { user }, { cause: error });
}

/** Several addresses of one host fail as one error without a message of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "") return error.errors.map(reasonOf).join(", ");
  return error instanceof Error ? error.message : String(error);
}
