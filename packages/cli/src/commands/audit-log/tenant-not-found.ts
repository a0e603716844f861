/** For what asks for one tenant that the log knows nothing of: mostly a slip of the pen. */
import { RotaError } from "@rota/engine";

export function tenantNotFound(tenant: string): RotaError {
  const message = `the audit log has no entry of tenant "${tenant}": look the name up with rota audit-log head`;
  return new RotaError("TENANT_NOT_FOUND", message, { tenant });
}
