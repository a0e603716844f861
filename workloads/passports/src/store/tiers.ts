/** Decides who may see which field of a passport: the public, persons with a legitimate interest, authorities. */
import type { Actor } from "@rota/engine";
import { hasRole } from "@rota/engine/workload";
import { emptyObject, isJsonObject, type JsonObject, type JsonValue } from "../core/canonical/canonical-json.ts";

/** Tiers in ascending order. Each sees everything that the tiers before it see. */
export const TIERS = ["public", "interested", "authority"] as const;
export type Tier = (typeof TIERS)[number];

/** Roles of keys that open a tier. A viewer of the tenant sees all fields without them. */
const TIER_ROLES = { interested: "passport:interested", authority: "passport:authority" } as const;

/** Tiers by the paths of fields. `*` stands for all fields without an entry, and `compliance` for the list with that name. */
export type FieldTiers = ReadonlyMap<string, Tier>;
export const ALL_OTHERS = "*";
export const COMPLIANCE = "compliance";

/** Returns the tier of a viewer. A key of one tenant has only the public tier for other tenants. */
export function tierOf({ roles, tenant: own }: Pick<Actor, "roles" | "tenant">, tenant: string): Tier {
  if (own !== undefined && own !== tenant) return "public";
  if (hasRole(roles, "viewer") || hasRole(roles, TIER_ROLES.authority)) return "authority";
  return hasRole(roles, TIER_ROLES.interested) ? "interested" : "public";
}

/** Returns a test of paths. Fields without a tier are shown to authorities only. */
export function maySee(tiers: FieldTiers, viewer: Tier): (path: string) => boolean {
  const rank = TIERS.indexOf(viewer);
  return (path) => rank >= TIERS.indexOf(tiers.get(path) ?? tiers.get(ALL_OTHERS) ?? "authority");
}

type CutFields = { readonly fields: JsonObject; readonly hidden: number };

/** Returns the shown fields of a payload. `paths` are the declared paths, because the value of a field may itself be an object. */
export function cutFields(fields: JsonObject, paths: readonly string[], isShown: (path: string) => boolean): CutFields {
  const shown: MutableObject = emptyObject<JsonValue>();
  let hidden = 0;
  for (const path of paths) {
    if (isShown(path)) copyAt(fields, shown, path.split("."));
    else hidden++;
  }
  return { fields: shown, hidden };
}

type MutableObject = { [name: string]: JsonValue };

function copyAt(from: JsonObject, to: MutableObject, [first = "", ...rest]: readonly string[]): void {
  const value = Object.hasOwn(from, first) ? from[first] : undefined;
  if (value === undefined) return;
  if (rest.length === 0) {
    to[first] = value;
    return;
  }
  if (!isJsonObject(value)) return;
  const group: MutableObject = emptyObject<JsonValue>();
  const held = to[first];
  if (isJsonObject(held)) for (const [name, member] of Object.entries(held)) group[name] = member;
  copyAt(value, group, rest);
  to[first] = group;
}
