/** Whose things are made by a request that names no tenant. Pure. */
import type { OperationRequest } from "@rota/engine";

const DEFAULT_TENANT = "default";

export function tenantOf({ tenant = DEFAULT_TENANT }: Pick<OperationRequest, "tenant">): string {
  return tenant;
}
