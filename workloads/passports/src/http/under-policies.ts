/** Puts an operation under the policies of its tenant, and records callers without its role in the audit log. */
import { appendAudit } from "@rota/engine";
import type { Operation, OperationRequest, RefusedRequest } from "@rota/engine/workload";
import { requireAccess } from "../store/policies.ts";
import { tenantOf } from "./define-route.ts";

/** Applies policies to an operation. Public operations have none, because neither the caller nor the tenant is known. */
export function underPolicies(operation: Operation): Operation {
  if (operation.role === "anyone") return operation;
  return {
    ...operation,
    async handle(request) {
      await requireAccess(request.engine.database, accessOf(operation, request));
      return operation.handle(request);
    },
    refused: (request) => noteRefused(operation, request),
  };
}

/** Records a refused request. The request was not read, so the tenant is the caller's. */
async function noteRefused(operation: Operation, request: RefusedRequest): Promise<void> {
  const { actor, engine, params, requestId } = request;
  await appendAudit(engine.database, {
    tenant: tenantOf(actor),
    actor: actor.name,
    action: "passports.AccessDenied",
    subject: { type: "operation", id: operation.name },
    details: {
      permission: operation.role,
      reason: "RBAC",
      resource: `${operation.method} ${pathOf(operation, params)}`,
      correlation_id: requestId,
    },
  });
}

function accessOf(operation: Operation, request: OperationRequest) {
  const { params, actor, address, tenant, requestId } = request;
  const { method, role } = operation;
  return {
    tenant: tenantOf({ tenant }),
    method,
    path: pathOf(operation, params),
    resourceIds: [...namedIn(params).values()],
    actor: actor.name,
    address,
    now: new Date(),
    permission: role,
    correlationId: requestId,
  };
}

/** Returns the path, built from the parsed parameters, so that no other spelling of it bypasses a policy. */
function pathOf({ path }: Operation, params: unknown): string {
  const named = namedIn(params);
  return path.replace(/\{(\w+)\}/g, (_, name: string) => named.get(name) ?? "");
}

function namedIn(params: unknown): ReadonlyMap<string, string> {
  return new Map(Object.entries(params ?? {}).map(([name, value]) => [name, String(value)]));
}
