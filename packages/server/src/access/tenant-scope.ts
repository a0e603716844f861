/** Decides which tenant a request may see and change: the one place that keeps tenants apart. Pure. */
import { RotaError, type Actor } from "@rota/engine";

export type TenantWish = {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  /** Of `x-rota-tenant`. */
  readonly header: string | undefined;
};

/**
 * @returns the one tenant, or undefined for all. An actor that is bound to a tenant gets that one, whatever it asks for.
 * @throws TENANT_FOREIGN when it asks for another one, REQUEST_INVALID when it asks for several.
 */
export function tenantScope(actor: Actor, { params, query, body, header }: TenantWish): string | undefined {
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
