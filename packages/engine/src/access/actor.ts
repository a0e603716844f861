/** Who acts: a name, how it was proved, what it may do, and for which tenant. Pure. */

/**
 * `admin` may do all, `operator` also what `viewer` may. Other names are roles of workloads: only who has that very role
 * or is `admin` has them.
 */
export type Role = string;

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

/** True when one of the roles is the wanted one or includes it. */
export function hasRole(roles: readonly Role[], wanted: Role): boolean {
  if (roles.includes(wanted) || roles.includes("admin")) return true;
  const rank = RANKS.indexOf(wanted);
  return rank >= 0 && roles.some((role) => RANKS.indexOf(role) > rank);
}
