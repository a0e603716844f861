/** Where a list of keys goes on, as a text that callers hand back. Pure. */
import { RotaError } from "../errors.ts";
import type { KeysPlace } from "./access.sql.ts";

export function writePlace({ createdAt, keyId }: { readonly createdAt: Date; readonly keyId: string }): string {
  return Buffer.from(`${String(createdAt.getTime())} ${keyId}`).toString("base64url");
}

export function readPlace(text: string | undefined): KeysPlace | undefined {
  if (text === undefined) return undefined;
  const [, ms, id] = /^(\d{1,15}) ([0-9a-f]{16})$/.exec(Buffer.from(text, "base64url").toString()) ?? [];
  if (ms !== undefined && id !== undefined) return { createdAt: new Date(Number(ms)), id };
  throw new RotaError("ACCESS_INVALID", "after cannot be read: give the next of the page before, or leave it out", {
    field: "after",
  });
}
