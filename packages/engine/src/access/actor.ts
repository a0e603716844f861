/** Defines actors, roles and grants, and refuses grants with invalid names, roles, tenants or times. Pure. */
import { RotaError } from "../errors.ts";

/**
 * Role of an actor. `admin` includes every role, and `operator` includes `viewer`. Other names are roles of workloads,
 * which only `admin` includes.
 */
export type Role = string;

/** Caller of an operation, with the tenant and the roles that bind it. */
export type Actor = {
  /** Name or e-mail of the person, as locks, audit log and history show it. */
  readonly name: string;
  /**
   * Kind of credential: an API key, a browser session or a bearer token. `host`: the application that mounts the server
   * identified the caller. `nobody`: none was given or needed.
   */
  readonly kind: "key" | "session" | "token" | "host" | "nobody";
  /** Id of the key or session. */
  readonly id?: string;
  /** Only tenant that it may use; undefined: all. */
  readonly tenant: string | undefined;
  readonly roles: readonly Role[];
};

/** Caller without a credential. It has no role. */
export const ANONYMOUS: Actor = { name: "nobody", kind: "nobody", tenant: undefined, roles: [] };

const RANKS = ["viewer", "operator", "admin"];

/**
 * Returns whether one of the roles is the wanted one or includes it.
 *
 * @example if (!hasRole(actor.roles, "library:clerk")) throw new LibraryError("CLERK_NEEDED", "ask a clerk");
 */
export function hasRole(roles: readonly Role[], wanted: Role): boolean {
  if (roles.includes(wanted) || roles.includes("admin")) return true;
  const rank = RANKS.indexOf(wanted);
  return rank >= 0 && roles.some((role) => RANKS.indexOf(role) > rank);
}

/** Name, roles and tenant that a credential grants. */
export type Grant = {
  /** Name or e-mail of the person or program, as locks, audit log and history show it. */
  readonly name: string;
  readonly roles: readonly Role[];
  /** Only tenant that it opens. Default: all. */
  readonly tenant?: string | undefined;
};

export const GRANT_NAME_BYTES_MAX = 200;
export const GRANT_ROLES_MAX = 20;
const ROLE = /^[a-z][a-z0-9.:-]{0,63}$/;

export function checkGrant({ name, roles, tenant }: Grant): void {
  checkName("name", name);
  if (tenant !== undefined) checkName("tenant", tenant);
  if (roles.length === 0 || roles.length > GRANT_ROLES_MAX)
    throw refusal(`${String(roles.length)} roles were given: give 1 to ${String(GRANT_ROLES_MAX)}`, "roles");
  const wrong = roles.find((role) => !ROLE.test(role) || role === "anyone");
  if (wrong !== undefined)
    throw refusal(`${JSON.stringify(wrong)} is no role: give viewer, operator, admin or that of a workload`, "roles");
}

export function checkExpiry(expiresAt: Date | undefined, now: Date): void {
  if (expiresAt === undefined) return;
  const time = expiresAt.getTime();
  if (Number.isNaN(time) || expiresAt.getUTCFullYear() > 9_999) throw refusal("expiresAt is no time", "expiresAt");
  if (time <= now.getTime())
    throw refusal(`expiresAt (${expiresAt.toISOString()}) is over: give a time to come, or none`, "expiresAt");
}

function checkName(field: string, value: string): void {
  if (value === "" || Buffer.byteLength(value) > GRANT_NAME_BYTES_MAX)
    throw refusal(`${field} must have 1 to ${String(GRANT_NAME_BYTES_MAX)} bytes`, field);
  if (/\p{Cc}|\p{Cs}/u.test(value))
    throw refusal(`${field} ${JSON.stringify(value)} holds a control character or half of a surrogate pair`, field);
}

function refusal(message: string, field: string): RotaError {
  return new RotaError("ACCESS_INVALID", message, { field });
}
