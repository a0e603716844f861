/** Reads the address of a server from a URL or single fields, and explains failed connections without showing the password. */
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import type { ConnectionOptions as TlsOptions } from "node:tls";
import { RotaError } from "../errors.ts";
import { toSqlError } from "./database-error.ts";

export type ConnectionFields = { host: string; port?: number; user: string; password: string; database: string };

/** Address, credentials and TLS options of a connection. */
export type ConnectionTarget = {
  readonly host: string;
  readonly port: number;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly database: string | undefined;
  readonly tls: TlsOptions | undefined;
  /** Text for messages: host, port and database, never the password. */
  readonly shown: string;
};

const DEFAULT_PORT = 5432;
const EXAMPLE = "postgres://user:password@host:5432/database";
const KNOWN_PARAMETERS = ["host", "sslmode", "sslrootcert"];

export function connectionTarget(given: { url?: string; connection?: ConnectionFields }): ConnectionTarget {
  if (given.url !== undefined) return targetOfUrl(given.url);
  if (given.connection === undefined) throw invalidUrl(`no PostgreSQL server was named: give a URL such as ${EXAMPLE}`);
  const { host, port = DEFAULT_PORT, user, password, database } = given.connection;
  return { host, port, user, password, database, tls: undefined, shown: shownAs(host, port, database) };
}

function targetOfUrl(text: string): ConnectionTarget {
  const url = parseUrl(text);
  const unknown = [...url.searchParams.keys()].find((key) => !KNOWN_PARAMETERS.includes(key));
  if (unknown !== undefined)
    throw invalidUrl(
      `the database URL has an unknown parameter "${unknown}"; known are ${KNOWN_PARAMETERS.join(", ")}`,
    );
  const host = url.searchParams.get("host") ?? (decode(url.hostname).replace(/^\[|\]$/g, "") || "localhost");
  const port = url.port === "" ? DEFAULT_PORT : Number(url.port);
  const database = decode(url.pathname.slice(1)) || undefined;
  return {
    host,
    port,
    user: decode(url.username) || undefined,
    password: decode(url.password) || undefined,
    database,
    tls: tlsOptions(url, host),
    shown: shownAs(host, port, database),
  };
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && /^postgres(ql)?:$/.test(url.protocol)) return url;
  // The message does not contain the text: in a text that cannot be parsed the password may be anywhere.
  throw invalidUrl(
    `the database URL cannot be read: give one such as ${EXAMPLE}; ` +
      `special characters in the password are written as % and two digits (encodeURIComponent)`,
  );
}

function tlsOptions(url: URL, host: string): TlsOptions | undefined {
  const mode = url.searchParams.get("sslmode") ?? "disable";
  const rootFile = url.searchParams.get("sslrootcert");
  const serverName = isIP(host) === 0 && !host.startsWith("/") ? { servername: host } : { host };
  switch (mode) {
    case "disable":
      return undefined;
    case "require":
      return { rejectUnauthorized: false, ...serverName };
    case "verify-full":
      return { rejectUnauthorized: true, ...serverName, ...(rootFile === null ? {} : { ca: readRootFile(rootFile) }) };
    default:
      throw invalidUrl(`sslmode "${mode}" of the database URL is not known: give disable, require or verify-full`);
  }
}

function readRootFile(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw invalidUrl(`the file ${file} named as sslrootcert in the database URL cannot be read`, error);
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    throw invalidUrl("the database URL has a % that is not followed by two hexadecimal digits", error);
  }
}

function shownAs(host: string, port: number, database: string | undefined): string {
  return `${host}:${String(port)}${database === undefined ? "" : `/${database}`}`;
}

function invalidUrl(message: string, cause?: unknown): RotaError {
  return new RotaError("DATABASE_URL_INVALID", message, {}, { cause });
}

const AUTHENTICATION_STATES = ["28P01", "28000"];
const DATABASE_MISSING_STATE = "3D000";

/** States of a server that runs but ended our connection: shutdown, start-up, a crash of another session, a connection failure. */
const LOST_STATES = /^(57P0[1-5]|08(?!P01)...|53300)$/;

/** Explains why no connection could be opened. */
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

/** Describes the loss of a connection while a statement ran. It is unknown whether the statement was carried out. */
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

/** Returns the message of an error. Several addresses of one host fail as one error without a message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "") return error.errors.map(reasonOf).join(", ");
  return error instanceof Error ? error.message : String(error);
}
