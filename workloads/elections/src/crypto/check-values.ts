/** Refuses numbers that do not belong where they arrive: once, at the edge. */
import { RotaError } from "@rota/engine/errors";
import type { Group } from "./group/group.ts";

/** Refuses what is not in the subgroup of order q. Costs one power. */
export function requireElement(group: Group, value: bigint, what: string): void {
  const objection = objectionToElement(group, value);
  if (objection !== undefined) throw new RotaError("CRYPTO_VALUE_INVALID", `${what} ${objection}`, { what });
}

export function requireScalar(group: Group, value: bigint, what: string): void {
  if (group.isScalar(value)) return;
  throw new RotaError("CRYPTO_VALUE_INVALID", `${what} must be from 0 to q - 1`, { what });
}

/** Why a value is no element of the subgroup; undefined when it is one. */
export function objectionToElement(group: Group, value: bigint): string | undefined {
  if (!group.isResidue(value)) return "must be from 1 to p - 1";
  return group.isElement(value) ? undefined : "is not in the subgroup of order q";
}
