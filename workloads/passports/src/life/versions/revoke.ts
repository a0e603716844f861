/** Takes a version back for a reason, in a transaction of the caller's. What was scanned still verifies: the status says more. */
import type { Transaction } from "@rota/engine";
import { appendPassportEvent } from "../events/append-passport-event.ts";
import { readPassport } from "../passports/read-passport.ts";
import { setCurrent } from "../passports/passports.sql.ts";
import { wrongState } from "../refusals.ts";
import { lockWithPassport, type VersionAct } from "./activate.ts";
import { revokeVersion, type VersionRow } from "./versions.sql.ts";
import { eventOf, readVersion } from "./version.ts";

export async function revoke(
  tx: Transaction,
  { passportVersionId, tenant, actor, reason }: VersionAct & { readonly reason: string },
): Promise<VersionRow> {
  const version = await lockWithPassport(tx, passportVersionId, tenant);
  const { status, passport_id } = version;
  if (status === "COMPILING" || status === "REVOKED") {
    const way = status === "REVOKED" ? "nothing is left to do" : "wait until it is signed";
    throw wrongState(`the version ${passportVersionId} is ${status} and cannot be revoked: ${way}`, status);
  }
  const { current_version_id } = await readPassport(tx, passport_id);
  if (current_version_id === passportVersionId) await tx.query(setCurrent(passport_id, null));
  await tx.query(revokeVersion(passportVersionId, { actor, reason }));
  const { payload, ...event } = eventOf(version);
  await appendPassportEvent(tx, { ...event, type: "PASSPORT_REVOKED", actor, payload: { ...payload, reason } });
  return readVersion(tx, passportVersionId);
}
