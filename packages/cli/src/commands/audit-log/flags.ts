/** Reads the flags of `rota audit-log`, which come as texts or not at all. */
import { RotaError } from "@rota/engine";
import type { CommandContext } from "../../with-config.ts";

export function textFlag({ flags }: CommandContext, name: string): string | undefined {
  const value = flags[name];
  return typeof value === "string" ? value : undefined;
}

/** For what asks for one tenant that the log knows nothing of: mostly a slip of the pen. */
export function tenantNotFound(tenant: string): RotaError {
  const message = `the audit log has no entry of tenant "${tenant}": look the name up with rota audit-log head`;
  return new RotaError("TENANT_NOT_FOUND", message, { tenant });
}
