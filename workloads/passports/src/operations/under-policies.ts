/** Puts an operation under the policies of the tenant that it is asked for. */
import type { Operation, OperationRequest } from "@rota/engine";
import { requireAccess } from "../life/policies/require-access.ts";
import { tenantOf } from "./tenant-of.ts";

/** What anybody may see is under no policy: who asks is not known there, nor for which tenant. */
export function underPolicies(operation: Operation): Operation {
  if (operation.role === "anyone") return operation;
  return {
    ...operation,
    async handle(request) {
      await requireAccess(request.engine.database, accessOf(operation, request));
      return operation.handle(request);
    },
  };
}

/** The path is put together of what was understood, so that no other way of writing it goes past a policy. */
function accessOf({ method, path, role }: Operation, request: OperationRequest) {
  const { params, actor, address, tenant, requestId } = request;
  const named = new Map(Object.entries(params ?? {}).map(([name, value]) => [name, String(value)]));
  return {
    tenant: tenantOf({ tenant }),
    method,
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => named.get(name) ?? ""),
    resourceIds: [...named.values()],
    actor: actor.name,
    address,
    now: new Date(),
    permission: role,
    correlationId: requestId,
  };
}
