/** The id by which hashed objects name a tenant. Pure. */
import { isUuid } from "../compile/receipt.ts";
import { sha256Hex } from "../canonical/sha256.ts";

/** A tenant that is called by a UUID is that; of any other name it is made, so that whoever knows the name can check it. */
export function tenantIdOf(tenant: string): string {
  if (isUuid(tenant)) return tenant;
  const hex = sha256Hex(`rota.passports.tenant:${tenant}`);
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}
