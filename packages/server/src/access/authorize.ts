/** Decides what a caller may do: the role that an operation needs, and the one place that keeps tenants apart. Pure. */
import { type Actor, RotaError } from "@rota/engine";
import { hasRole, type Operation } from "@rota/engine/workload";

/** Throws unless the caller has the role that the operation needs. */
export function requireRole(actor: Actor, { name, role }: Pick<Operation, "name" | "role">): void {
  if (role === "anyone") return;
  if (actor.kind === "nobody")
    throw new RotaError("UNAUTHENTICATED", "send Authorization: Bearer with a valid API key, or sign in");
  if (!hasRole(actor.roles, role))
    throw new RotaError("ROLE_MISSING", `${name} needs the role ${role}: ask an admin for a key that has it`, { role });
}

/** Parts of a request that may name a tenant. */
export type TenantInput = {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  /** Value of the `x-rota-tenant` header. */
  readonly header: string | undefined;
};

/**
 * Decides which tenant a request is about. This is the one place that keeps tenants apart.
 *
 * @returns the tenant, or undefined for all tenants. An actor that is bound to a tenant always gets that tenant.
 * @throws TENANT_FOREIGN when a bound actor names another tenant, REQUEST_INVALID when the request names several.
 */
export function tenantScope(actor: Actor, { params, query, body, header }: TenantInput): string | undefined {
  const asked = new Set(
    [tenantIn(params), tenantIn(query), tenantIn(body), header].filter((tenant) => tenant !== undefined),
  );
  const { tenant: own } = actor;
  const foreign = [...asked].find((tenant) => own !== undefined && tenant !== own);
  if (foreign !== undefined)
    throw new RotaError(
      "TENANT_FOREIGN",
      "another tenant was named than the one that your key is bound to: leave it out",
    );
  if (asked.size > 1)
    throw new RotaError("REQUEST_INVALID", `several tenants were named: ${[...asked].join(", ")}; name one`);
  return own ?? [...asked][0];
}

function tenantIn(part: unknown): string | undefined {
  if (typeof part !== "object" || part === null || !("tenant" in part)) return undefined;
  return typeof part.tenant === "string" ? part.tenant : undefined;
}

/** Refuses a key or token for all tenants that names none: its work would land with the tenant `default`. */
export function requireTenant({ kind }: Actor, tenant: string | undefined): void {
  if (tenant !== undefined || (kind !== "key" && kind !== "token")) return;
  throw new RotaError(
    "REQUEST_INVALID",
    "your key is for all tenants: name the tenant, in the body or in the header x-rota-tenant",
    { field: "tenant" },
  );
}

/** Refuses a caller that is bound to a tenant, for responses that cover all tenants. */
export function refuseBound(tenant: string | undefined): void {
  if (tenant === undefined) return;
  throw new RotaError(
    "TENANT_FOREIGN",
    "this tells of all tenants, and your key is bound to one: ask for what is listed by tenant instead",
    { tenant },
  );
}
