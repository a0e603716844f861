/** Refuses calls about secrets that are outside their limits; what it says never holds the value. Pure. */
import { RotaError } from "../../errors.ts";
import type { NewSecret } from "../coordinator.ts";
import * as limits from "../limits.ts";
import { createChecks } from "./check-field.ts";

const check = createChecks("SECRET_INVALID");

export function checkSecretKey(key: string): void {
  check.text("key", key, limits.KEY_BYTES_MAX);
}

export function checkSecret({ key, value, ttlMs }: NewSecret): void {
  checkSecretKey(key);
  check.range("ttlMs", ttlMs, limits.SECRET_TTL_MS);
  if (!(value instanceof Uint8Array))
    throw new RotaError("SECRET_INVALID", "refused: value must be a Uint8Array", { field: "value" });
  const bytes = value.byteLength;
  const bytesMax = limits.SECRET_BYTES_MAX;
  if (bytes > bytesMax)
    throw new RotaError(
      "SECRET_INVALID",
      `refused: value has ${String(bytes)} bytes, at most ${String(bytesMax)} are allowed: seal it yourself, store it elsewhere and put its key here`,
      { field: "value", bytes, bytesMax },
    );
}
