/** Versions of passports: reading them, and what events tell of them. */
import type { Queryable } from "@rota/engine";
import { found } from "../found.ts";
import { selectVersion, type VersionRow } from "./versions.sql.ts";

/** @throws NOT_FOUND, also for one of another tenant. */
export async function readVersion(on: Queryable, versionId: string, tenant?: string): Promise<VersionRow> {
  return found(on, selectVersion(versionId, tenant), { what: "passport version", id: versionId });
}

/** What every event of a version tells. */
export function eventOf(version: VersionRow) {
  const { tenant, passport_version_id: id, passport_id, battery_product_id } = version;
  return {
    tenant,
    aggregate: { type: "PassportVersion", id },
    payload: { passport_version_id: id, passport_id, battery_product_id },
  } as const;
}
