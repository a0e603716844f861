/** The shape of a key file, read without trust: what is asked of the machine stays within limits. */
import { RotaError } from "@rota/engine/errors";
import { readJson, type JsonValue } from "../records/json-reader.ts";

/** Bytes in hexadecimal digits. */
export type Sealed = { readonly nonce: string; readonly ciphertext: string };

export type KeyFile = {
  readonly electionId: string;
  readonly guardianId: string;
  /** The name of the group that the keys belong to. */
  readonly group: string;
  readonly fingerprint: string;
  readonly kdf: {
    readonly name: "scrypt";
    readonly n: number;
    readonly r: number;
    readonly p: number;
    readonly salt: string;
  };
  /** The random key of this file, under the passphrase. */
  readonly key: Sealed;
  /** The guardian's keys, under that key. */
  readonly keys: Sealed;
};

/** 128 MiB of memory for each guess. */
export const KEY_FILE_KDF = { name: "scrypt", n: 2 ** 17, r: 8, p: 1 } as const;
/** A file that asks for more would exhaust the machine that opens it. */
const N_MAX = 2 ** 20;
const BYTES_MAX = 1024 * 1024;

export function readKeyFile(text: string): KeyFile {
  if (text.length > BYTES_MAX) throw refusal("is larger than a key file can be");
  let json: JsonValue;
  try {
    json = readJson(text, "the key file");
    if (json.member("format").text() !== "rota-guardian-key") throw refusal("is of another kind");
    if (json.member("version").integer() !== 1) throw refusal("was written by a newer version of this program");
    return readFields(json);
  } catch (cause) {
    if (cause instanceof RotaError && cause.code === "KEY_FILE_INVALID") throw cause;
    throw refusal("is damaged, or of another kind", cause);
  }
}

function readFields(json: JsonValue): KeyFile {
  const text = (name: string) => json.member(name).text();
  const sealed = (name: string) => ({
    nonce: hexOf(json.member(name).member("nonce"), NONCE_DIGITS),
    ciphertext: hexOf(json.member(name).member("ciphertext")),
  });
  const kdf = json.member("kdf");
  const [n, r, p] = [kdf.member("n").integer(), kdf.member("r").integer(), kdf.member("p").integer()];
  if (
    kdf.member("name").text() !== "scrypt" ||
    n < KEY_FILE_KDF.n ||
    n > N_MAX ||
    (n & (n - 1)) !== 0 ||
    r !== 8 ||
    p !== 1
  ) {
    throw refusal(
      `must protect its key by scrypt with n a power of 2 from ${String(KEY_FILE_KDF.n)} to ${String(N_MAX)}, r 8 and p 1`,
    );
  }
  return {
    electionId: text("electionId"),
    guardianId: text("guardianId"),
    group: text("group"),
    fingerprint: text("fingerprint"),
    kdf: { name: "scrypt", n, r, p, salt: hexOf(kdf.member("salt"), SALT_DIGITS) },
    key: sealed("key"),
    keys: sealed("keys"),
  };
}

const NONCE_DIGITS = 48;
const SALT_DIGITS = 64;

function hexOf(json: JsonValue, length?: number): string {
  const digits = json.text();
  if (/^([0-9a-f]{2})*$/.test(digits) && (length === undefined || digits.length === length)) return digits;
  throw refusal("is damaged");
}

function refusal(why: string, cause?: unknown): RotaError {
  return new RotaError("KEY_FILE_INVALID", `the key file ${why}: use the file that the ceremony made`, {}, { cause });
}
