/** A codec that encrypts with AES-256-GCM under keys that can be changed while work waits. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { RotaError } from "../errors.ts";
import { FINGERPRINTS_MAX } from "./encode-value.ts";
import type { PayloadCodec, PayloadPlace } from "./payload-codec.ts";

export const ENCRYPTION_KEY_BYTES = 32;
/** A submission under a unique key is compared by each of them. */
export const ENCRYPTION_KEYS_MAX = FINGERPRINTS_MAX;

/** Keys of an encrypting codec. */
export type EncryptingCodecOptions = {
  /** 32 bytes each, by an id that is stored with what it encrypted. Keep a key while anything was encrypted with it. */
  readonly keys: Readonly<Record<string, Uint8Array>>;
  /** The id of the key that encrypts; all of them decrypt. */
  readonly current: string;
  /** Reads values that were stored before there was a codec. A writer to the database can then forge values. Default false. */
  readonly acceptsPlain?: boolean;
};

/**
 * Creates a codec that encrypts inputs, payloads and results before they are stored, as `{"key": id, "sealed": base64}`. A
 * value can be read only as the field and for the task type that it was stored for.
 *
 * @example
 * const codec = createEncryptingCodec({ keys: { "2026": Buffer.from(secret, "base64") }, current: "2026" });
 * const engine = await createEngine({ tasks, codec });
 */
export function createEncryptingCodec({
  keys: given,
  current,
  acceptsPlain = false,
}: EncryptingCodecOptions): PayloadCodec {
  const keys = deriveKeys(given);
  const currentKey = keys.get(current);
  if (currentKey === undefined)
    throw invalid(`current is "${current}", which is not among the keys ${[...keys.keys()].join(", ")}`);
  const markKeys = [currentKey, ...[...keys.values()].filter((key) => key !== currentKey)].map(({ mark }) => mark);
  return {
    encode: (value, place) => ({ key: current, sealed: seal(currentKey.seal, value, place) }),
    decode(stored, place) {
      if (!isSealed(stored)) {
        if (acceptsPlain) return stored;
        throw unreadable(place, "it is not encrypted; set acceptsPlain to read what was stored before");
      }
      const key = keys.get(stored.key);
      if (key === undefined) throw unreadable(place, `its key "${stored.key.slice(0, 64)}" is not among keys; add it`);
      return open(key.seal, stored.sealed, place);
    },
    fingerprints: (text) => markKeys.map((mark) => createHmac("sha256", mark).update(text).digest("hex")),
  };
}

type Keys = { readonly seal: Buffer; readonly mark: Buffer };
type Sealed = { readonly key: string; readonly sealed: string };

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** One key is never used for two ends. */
function deriveKeys(given: Readonly<Record<string, Uint8Array>>): ReadonlyMap<string, Keys> {
  const entries = Object.entries(given);
  if (entries.length < 1 || entries.length > ENCRYPTION_KEYS_MAX)
    throw invalid(`there are ${String(entries.length)} keys, 1 to ${String(ENCRYPTION_KEYS_MAX)} are allowed`);
  return new Map(entries.map(([id, key]) => [id, { seal: derive(id, key, "seal"), mark: derive(id, key, "mark") }]));
}

function derive(id: string, key: Uint8Array, use: string): Buffer {
  if (!KEY_ID.test(id))
    throw invalid(`an id of a key must be 1 to 64 letters, digits, dots, hyphens or underscores, not "${id}"`);
  if (!(key instanceof Uint8Array) || key.byteLength !== ENCRYPTION_KEY_BYTES)
    throw invalid(
      `key "${id}" must be ${String(ENCRYPTION_KEY_BYTES)} bytes: make one with \`openssl rand -base64 ${String(ENCRYPTION_KEY_BYTES)}\``,
    );
  return Buffer.from(hkdfSync("sha256", key, "", `rota payload ${use}`, ENCRYPTION_KEY_BYTES));
}

function seal(key: Buffer, value: unknown, place: PayloadPlace): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(placeBytes(place));
  const text = Buffer.concat([cipher.update(JSON.stringify(value), "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64");
}

function open(key: Buffer, sealed: string, place: PayloadPlace): unknown {
  try {
    const bytes = Buffer.from(sealed, "base64");
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(placeBytes(place)).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    return JSON.parse(text.toString("utf8"));
  } catch {
    throw unreadable(place, "it was encrypted with another key of the same id or for another place, or was changed");
  }
}

function placeBytes({ field, type }: PayloadPlace): Buffer {
  return Buffer.from(JSON.stringify([field, type]));
}

function isSealed(stored: unknown): stored is Sealed {
  if (typeof stored !== "object" || stored === null) return false;
  return "key" in stored && typeof stored.key === "string" && "sealed" in stored && typeof stored.sealed === "string";
}

function unreadable({ field, type }: PayloadPlace, reason: string): RotaError {
  const message = `the ${field} of a task of type "${type}" cannot be decrypted: ${reason}`;
  return new RotaError("PAYLOAD_UNREADABLE", message, { field, type });
}

function invalid(message: string): RotaError {
  return new RotaError("CODEC_INVALID", `createEncryptingCodec: ${message}`);
}
