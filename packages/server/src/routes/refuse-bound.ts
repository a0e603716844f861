/** Refuses what tells of all tenants to those who may see one. */
import { RotaError } from "@rota/engine";

export function refuseBound(tenant: string | undefined): void {
  if (tenant === undefined) return;
  throw new RotaError(
    "TENANT_FOREIGN",
    "this tells of all tenants, and your key is bound to one: ask for what is listed by tenant instead",
    { tenant },
  );
}
