/** Keeps the QR codes of versions and tells of them, in a transaction of the caller's. */
import type { Transaction } from "@rota/engine";
import { appendPassportEvents } from "../../events/append-passport-events.ts";
import { eventOf } from "../version.ts";
import { lockVersions, type VersionRow } from "../versions.sql.ts";
import type { DrawnCode } from "./draw-codes.ts";
import { storeCodes } from "./qr-codes.sql.ts";

export type DrawnVersion = {
  readonly version: VersionRow;
  readonly text: string;
  readonly codes: readonly DrawnCode[];
};

export async function keepCodes(tx: Transaction, drawn: readonly DrawnVersion[]): Promise<void> {
  if (drawn.length === 0) return;
  // Whoever activates one of them at the same time appends to the same chain.
  await tx.query(lockVersions(drawn.map(({ version }) => version.passport_version_id)));
  const codes = drawn.flatMap(({ version: { tenant, passport_version_id: versionId }, codes: own }) =>
    own.map((code) => ({ tenant, versionId, ...code })),
  );
  await tx.query(storeCodes(codes));
  await appendPassportEvents(
    tx,
    drawn.map(({ version, text }) => {
      const { payload, ...event } = eventOf(version);
      return { ...event, type: "QR_GENERATED", payload: { ...payload, qr_payload: text } };
    }),
  );
}
