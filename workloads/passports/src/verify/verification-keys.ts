/** Reads public keys that somebody hands over: a list of them, or an object with such a list as `keys` or `items`. */
import { RotaError } from "@rota/engine/errors";
import { isJsonObject, isList, memberOf, type JsonObject, type JsonValue } from "../canonical/json-value.ts";
import { readJson } from "../canonical/read-json.ts";
import { fromBase64 } from "../sign/base64.ts";
import type { KeyStatus, VerificationKey } from "../sign/verification-key.ts";

const STATUSES: readonly KeyStatus[] = ["ACTIVE", "RETIRED", "COMPROMISED"];
const KEYS_MAX = 10_000;

/** @example readVerificationKeys('[{"key_id":"2026-01","public_key":"11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="}]') */
export function readVerificationKeys(text: string): readonly VerificationKey[] {
  const content = readJson(text);
  const listed = isJsonObject(content) ? (memberOf(content, "keys") ?? memberOf(content, "items")) : content;
  if (!isList<JsonValue>(listed)) throw refusal("", "must be a list of keys");
  if (listed.length > KEYS_MAX) throw refusal("", `has more than ${String(KEYS_MAX)} keys`);
  return listed.map((key, index) => {
    if (!isJsonObject(key)) throw refusal(`/${String(index)}`, "must be an object with key_id and public_key");
    return readKey(key, `/${String(index)}`);
  });
}

/** A key without a status is active: whoever writes the list by hand trusts it. */
function readKey(key: JsonObject, pointer: string): VerificationKey {
  const keyId = textAt(key, "key_id", pointer);
  const publicKey = textAt(key, "public_key", pointer);
  if (keyId === undefined) throw refusal(`${pointer}/key_id`, "must name the key");
  if (publicKey === undefined || fromBase64(publicKey)?.length !== 32) {
    throw refusal(`${pointer}/public_key`, "must be the 32 bytes of an Ed25519 key in base64");
  }
  const said = textAt(key, "status", pointer) ?? "ACTIVE";
  const status = STATUSES.find((known) => known === said);
  if (status === undefined) throw refusal(`${pointer}/status`, `must be one of ${STATUSES.join(", ")}`);
  return {
    keyId,
    publicKey,
    status,
    notBefore: textAt(key, "not_before", pointer),
    notAfter: textAt(key, "not_after", pointer),
  };
}

function textAt(key: JsonObject, name: string, pointer: string): string | undefined {
  const value = memberOf(key, name) ?? null;
  if (value === null || value === "") return undefined;
  if (typeof value !== "string") throw refusal(`${pointer}/${name}`, "must be text");
  return value;
}

function refusal(pointer: string, reason: string): RotaError {
  const place = pointer === "" ? "the list of keys" : `the list of keys, ${pointer}`;
  return new RotaError("VALIDATION_ERROR", `${place}: ${reason}`, { pointer });
}
