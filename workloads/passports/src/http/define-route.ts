/** Defines operations of the passports, and the tenant that owns what a request creates. */
import type { OperationRequest } from "@rota/engine/workload";
import { DEFAULT_TENANT, routesOf, writesOf } from "@rota/engine/operations";
import { invalidInput } from "../errors.ts";

export const defineRoute = routesOf({ tag: "passports" });

/** Defines a route that changes something. It runs once per Idempotency-Key. */
export const defineWrite = writesOf({ tag: "passports", invalid: invalidInput });

/** Returns the tenant that owns what a request creates, or the default one if the request names none. */
export function tenantOf({ tenant = DEFAULT_TENANT }: Pick<OperationRequest, "tenant">): string {
  return tenant;
}
