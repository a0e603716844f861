/** Defines actors, roles and grants, and refuses grants with invalid names, roles, tenants or times. Pure. */
import { RotaError } from "../errors.ts";

/**
 * `admin` may do all, `operator` also what `viewer` may. Other names are roles of workloads: only who has that very role
 * or is `admin` has them.
 */
export type Role = string;

/** Caller of an operation, with the tenant and the roles that bind it. */
export type Actor = {
  /** The name or e-mail of the acting person, as it stands in locks, audit and history. */
  readonly name: string;
  /** What proved it: an API key, a browser session or a bearer token. `nobody`: nothing was shown or needed. */
  readonly kind: "key" | "session" | "token" | "nobody";
  /** The id of the key or session. */
  readonly id?: string;
  /** The one tenant that it is bound to; undefined: all. */
  readonly tenant: string | undefined;
  readonly roles: readonly Role[];
};

/** Who calls without showing anything. It has no role. */
export const NOBODY: Actor = { name: "nobody", kind: "nobody", tenant: undefined, roles: [] };

const RANKS = ["viewer", "operator", "admin"];

/** Returns whether one of the roles is the wanted one or includes it. */
export function hasRole(roles: readonly Role[], wanted: Role): boolean {
  if (roles.includes(wanted) || roles.includes("admin")) return true;
  const rank = RANKS.indexOf(wanted);
  return rank >= 0 && roles.some((role) => RANKS.indexOf(role) > rank);
}

/** Who is let in, where, and to do what. */
export type Grant = {
  /** The name or e-mail of the acting person or program, as it stands in locks, audit and history. */
  readonly name: string;
  readonly roles: readonly Role[];
  /** The only tenant that it opens. Default: all. */
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
