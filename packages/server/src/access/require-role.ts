/** Refuses who is not known or has not the role that an operation needs. Pure. */
import { hasRole, RotaError, type Actor, type Operation } from "@rota/engine";

export function requireRole(actor: Actor, { name, role }: Operation): void {
  if (role === "anyone") return;
  if (actor.kind === "nobody")
    throw new RotaError("UNAUTHENTICATED", "send Authorization: Bearer with a valid API key, or sign in");
  if (!hasRole(actor.roles, role))
    throw new RotaError("ROLE_MISSING", `${name} needs the role ${role}: ask an admin for a key that has it`, { role });
}
