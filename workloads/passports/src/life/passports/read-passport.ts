/** Reads a passport, of one tenant or of any. */
import type { Queryable } from "@rota/engine";
import { found } from "../found.ts";
import { selectPassport, type PassportRow } from "./passports.sql.ts";

/** @throws NOT_FOUND, also for one of another tenant. */
export async function readPassport(on: Queryable, passportId: string, tenant?: string): Promise<PassportRow> {
  return found(on, selectPassport(passportId, tenant), { what: "passport", id: passportId });
}
