/** Decides who may see which field of a passport: the public, persons with a legitimate interest, authorities. Pure. */
import { type Actor, hasRole } from "@rota/engine";
import { emptyObject, isJsonObject, type JsonObject, type JsonValue } from "../core/canonical/canonical-json.ts";

/** Each sees what those before it see. */
export const TIERS = ["public", "interested", "authority"] as const;
export type Tier = (typeof TIERS)[number];

/** Roles of keys that open a tier; who may see the passports of a tenant as such sees all of them. */
const TIER_ROLES = { interested: "passport:interested", authority: "passport:authority" } as const;

/** Tiers by the paths of fields; `*` stands for those that are not named, `compliance` for the list of that name. */
export type FieldTiers = ReadonlyMap<string, Tier>;
export const ALL_OTHERS = "*";
export const COMPLIANCE = "compliance";

/** A key that is bound to a tenant opens nothing of others. */
export function tierOf({ roles, tenant: own }: Pick<Actor, "roles" | "tenant">, tenant: string): Tier {
  if (own !== undefined && own !== tenant) return "public";
  if (hasRole(roles, "viewer") || hasRole(roles, TIER_ROLES.authority)) return "authority";
  return hasRole(roles, TIER_ROLES.interested) ? "interested" : "public";
}

/** What nobody was given to see, only authorities see. */
export function maySee(tiers: FieldTiers, viewer: Tier): (path: string) => boolean {
  const rank = TIERS.indexOf(viewer);
  return (path) => rank >= TIERS.indexOf(tiers.get(path) ?? tiers.get(ALL_OTHERS) ?? "authority");
}

type CutFields = { readonly fields: JsonObject; readonly hidden: number };

/** The fields of a payload that may be seen. `paths` are those that rules declare: a field may itself hold an object. */
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
