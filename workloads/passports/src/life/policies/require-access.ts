/** Refuses what a policy denies; the denial is an event of the policy, in a transaction that it opens. */
import { RotaError, type Database } from "@rota/engine";
import { appendPassportEvent } from "../events/append-passport-event.ts";
import { found } from "../found.ts";
import { decidingPolicy, type AccessRequest, type NamedPolicy } from "./decide-access.ts";
import { policiesInForce } from "./policies-in-force.ts";
import { lockPolicy } from "./policies.sql.ts";

export type AskedAccess = AccessRequest & {
  readonly tenant: string;
  /** The role that the operation needs. */
  readonly permission: string;
  /** What the answer and the log call the request. */
  readonly correlationId: string;
};

/** @throws FORBIDDEN */
export async function requireAccess(database: Database, asked: AskedAccess): Promise<void> {
  const deciding = decidingPolicy(await policiesInForce(database, asked.tenant), asked);
  if (deciding?.effect !== "DENY") return;
  await noteDenial(database, asked, deciding);
  const message = `the policy ${deciding.name} denies ${resourceOf(asked)}: ask whoever has access:admin`;
  throw new RotaError("FORBIDDEN", message, { policy: deciding.name, permission: asked.permission });
}

async function noteDenial(database: Database, asked: AskedAccess, deciding: NamedPolicy): Promise<void> {
  const { tenant, actor, permission, correlationId } = asked;
  const { policyId: id, policyVersionId, name } = deciding;
  await database.transaction(async (tx) => {
    await found(tx, lockPolicy(id, tenant), { what: "policy", id });
    await appendPassportEvent(tx, {
      tenant,
      aggregate: { type: "Policy", id },
      type: "AccessDenied",
      actor,
      payload: {
        permission,
        reason: `Policy:${name}`,
        resource: resourceOf(asked),
        correlation_id: correlationId,
        policy_version_id: policyVersionId,
      },
    });
  });
}

function resourceOf({ method, path }: AccessRequest): string {
  return `${method} ${path}`;
}
