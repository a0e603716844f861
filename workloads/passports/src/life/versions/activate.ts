/** Makes a signed version the one that counts, and the one before it superseded, in a transaction of the caller's. */
import { type Transaction } from "@rota/engine";
import { appendPassportEvent } from "../events/append-passport-event.ts";
import { lockPassport, setCurrent } from "../passports/passports.sql.ts";
import { wrongState } from "../refusals.ts";
import { passportSettings } from "../settings/passport-settings.ts";
import { activateVersion, supersedeActive, type VersionRow } from "./versions.sql.ts";
import { eventOf, readVersion } from "./version.ts";

export type VersionAct = {
  readonly passportVersionId: string;
  /** The one tenant that the caller may change; undefined: all. */
  readonly tenant: string | undefined;
  readonly actor: string;
};

export async function activate(tx: Transaction, { passportVersionId, tenant, actor }: VersionAct): Promise<VersionRow> {
  const version = await lockWithPassport(tx, passportVersionId, tenant);
  requireSigned(version);
  const [superseded] = await tx.query(supersedeActive(version.passport_id));
  await tx.query(activateVersion(passportVersionId, actor));
  await tx.query(setCurrent(version.passport_id, passportVersionId));
  if (superseded !== undefined) {
    const before = await readVersion(tx, superseded.passport_version_id);
    await appendPassportEvent(tx, { ...eventOf(before), type: "PASSPORT_SUPERSEDED", actor });
  }
  await appendPassportEvent(tx, { ...eventOf(version), type: "PASSPORT_ACTIVATED", actor });
  return readVersion(tx, passportVersionId);
}

/** Whoever changes versions of one passport takes turns. */
export async function lockWithPassport(tx: Transaction, versionId: string, tenant?: string): Promise<VersionRow> {
  const found = await readVersion(tx, versionId, tenant);
  await tx.query(lockPassport(found.passport_id, found.tenant));
  return readVersion(tx, versionId, tenant); // as it is now that nobody else changes it
}

function requireSigned({ passport_version_id: id, status, has_qr }: VersionRow): void {
  if (status !== "SIGNED") {
    const way = status === "COMPILING" ? "wait until it is signed" : "compile a new version";
    throw wrongState(`the version ${id} is ${status}, and only a signed one can be activated: ${way}`, status);
  }
  const { qrRequiredFrom } = passportSettings();
  const today = new Date().toISOString().slice(0, 10);
  if (has_qr || today < qrRequiredFrom) return;
  throw wrongState(
    `the version ${id} has no QR code, which is due since ${qrRequiredFrom}: wait until it is drawn`,
    status,
  );
}
