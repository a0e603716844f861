/**
 * Encrypts the keys of a guardian into a file that only the passphrase opens.
 *
 * The passphrase (scrypt) opens a random key, and that key opens the guardian's keys. Both are bound to election,
 * guardian and public keys: no passphrase opens a file that was changed or renamed to another election.
 */
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { scryptAsync } from "@noble/hashes/scrypt.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { RotaError } from "@rota/engine/errors";
import { ElectionError } from "../../errors.ts";
import type { Group } from "../crypto/group.ts";
import { platformRandom, type RandomBytes } from "../crypto/scalars.ts";
import { type JsonValue, readJson } from "../records/json-reader.ts";
import { fingerprintOf, guardianSecretOf, readGuardianSecret } from "./guardian-secret.ts";
import type { GuardianKeys } from "./key-ceremony.ts";

/** Minimum length that keeps the passphrase from being guessed when the file is stolen. */
export const PASSPHRASE_LENGTH_MIN = 12;

/** Derives a key from a passphrase. Node replaces it with a faster implementation. */
export type Scrypt = (
  passphrase: Uint8Array,
  salt: Uint8Array,
  cost: { readonly N: number; readonly r: number; readonly p: number; readonly dkLen: number },
) => Promise<Uint8Array>;

const KEY_BYTES = 32;
const NONCE_BYTES = 24;
const SALT_BYTES = 32;

export type KeyFileToCreate = {
  readonly keys: GuardianKeys;
  readonly passphrase: string;
  readonly electionId: string;
  readonly random?: RandomBytes;
  readonly scrypt?: Scrypt;
};

/** Returns the text of the file. Takes about half a second, on purpose. */
export async function createKeyFile(
  group: Group,
  { keys, passphrase, electionId, random = platformRandom, scrypt = scryptAsync }: KeyFileToCreate,
): Promise<string> {
  checkPassphrase(passphrase);
  const kdf = { ...KEY_FILE_KDF, salt: bytesToHex(random(new Uint8Array(SALT_BYTES))) };
  const owner = {
    electionId,
    guardianId: keys.public.guardianId,
    group: group.name,
    fingerprint: fingerprintOf(keys.public),
  };
  const bound = boundTo({ ...owner, kdf });
  const dataKey = random(new Uint8Array(KEY_BYTES));
  const file: KeyFile = {
    ...owner,
    kdf,
    key: seal(dataKey, { key: await scrypt(...askedOf(passphrase, kdf)), bound, random }),
    keys: seal(guardianSecretOf(keys), { key: dataKey, bound, random }),
  };
  return `${JSON.stringify({ format: "rota-guardian-key", version: 1, ...file }, null, 2)}\n`;
}

export type KeyFileToOpen = {
  readonly file: string;
  readonly passphrase: string;
  /** Refuses the file of another election or guardian. */
  readonly electionId?: string;
  readonly guardianId?: string;
  readonly scrypt?: Scrypt;
};

/**
 * Opens a key file. A wrong passphrase and a changed file give the same error, which does not show how close a guess
 * was.
 */
export async function openKeyFile(
  group: Group,
  { file: text, passphrase, scrypt = scryptAsync, ...wanted }: KeyFileToOpen,
): Promise<GuardianKeys> {
  const file = readKeyFile(text);
  refuseOthers(file, { ...wanted, group: group.name });
  const bound = boundTo(file);
  const dataKey = open(file.key, { key: await scrypt(...askedOf(passphrase, file.kdf)), bound });
  const secret = dataKey === undefined ? undefined : open(file.keys, { key: dataKey, bound });
  if (secret === undefined) {
    const message =
      "the key file does not open: the passphrase is wrong, or the file was changed; try again, or use another copy of it";
    throw new ElectionError("KEY_FILE_UNREADABLE", message);
  }
  return readGuardianSecret(group, secret);
}

function checkPassphrase(passphrase: string): void {
  const length = [...passphrase.normalize("NFKC")].length;
  if (length >= PASSPHRASE_LENGTH_MIN) return;
  const message = `the passphrase has ${String(length)} characters, it must have at least ${String(PASSPHRASE_LENGTH_MIN)}: five random words do`;
  throw new ElectionError("PASSPHRASE_TOO_SHORT", message, { wanted: PASSPHRASE_LENGTH_MIN });
}

/**
 * Refuses the file of another election, guardian or group. Uses the unencrypted part of the file, before the passphrase
 * is tried; that part is bound to the rest.
 */
function refuseOthers(file: KeyFile, wanted: { electionId?: string; guardianId?: string; group: string }): void {
  for (const name of ["electionId", "guardianId", "group"] as const) {
    const [expected, found] = [wanted[name], file[name]];
    if (expected === undefined || expected === found) continue;
    const what = { electionId: "election", guardianId: "guardian", group: "group" }[name];
    const message = `the key file is for the ${what} ${found}, not ${expected}: take the file that was made for this one`;
    throw new ElectionError("KEY_FILE_INVALID", message, { found, expected });
  }
}

/** Returns the arguments of scrypt. Keyboards write one character in several ways; all of them count as the same. */
function askedOf(passphrase: string, { n: N, r, p, salt }: KeyFile["kdf"]): Parameters<Scrypt> {
  return [utf8ToBytes(passphrase.normalize("NFKC")), hexToBytes(salt), { N, r, p, dkLen: KEY_BYTES }];
}

function boundTo({ electionId, guardianId, group, fingerprint, kdf }: Omit<KeyFile, "key" | "keys">): Uint8Array {
  const { n, r, p, salt } = kdf;
  return utf8ToBytes(
    JSON.stringify(["rota-guardian-key", 1, electionId, guardianId, group, fingerprint, n, r, p, salt]),
  );
}

function seal(
  bytes: Uint8Array,
  { key, bound, random }: { key: Uint8Array; bound: Uint8Array; random: RandomBytes },
): Sealed {
  const nonce = random(new Uint8Array(NONCE_BYTES));
  return { nonce: bytesToHex(nonce), ciphertext: bytesToHex(xchacha20poly1305(key, nonce, bound).encrypt(bytes)) };
}

function open(
  { nonce, ciphertext }: Sealed,
  { key, bound }: { key: Uint8Array; bound: Uint8Array },
): Uint8Array | undefined {
  try {
    return xchacha20poly1305(key, hexToBytes(nonce), bound).decrypt(hexToBytes(ciphertext));
  } catch {
    return undefined;
  }
}

/** Bytes in hexadecimal digits. */
type Sealed = { readonly nonce: string; readonly ciphertext: string };

export type KeyFile = {
  readonly electionId: string;
  readonly guardianId: string;
  /** Name of the group that the keys belong to. */
  readonly group: string;
  readonly fingerprint: string;
  readonly kdf: {
    readonly name: "scrypt";
    readonly n: number;
    readonly r: number;
    readonly p: number;
    readonly salt: string;
  };
  /** Random key of this file, encrypted with the passphrase. */
  readonly key: Sealed;
  /** Keys of the guardian, encrypted with that random key. */
  readonly keys: Sealed;
};

/** Parameters of scrypt: 128 MiB of memory for each guess. */
const KEY_FILE_KDF = { name: "scrypt", n: 2 ** 17, r: 8, p: 1 } as const;
/** Largest n. A file that asks for more would exhaust the machine that opens it. */
const N_MAX = 2 ** 20;
const BYTES_MAX = 1024 * 1024;

/** Reads an untrusted key file. The memory and time that the file asks for are limited. */
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
  return new ElectionError(
    "KEY_FILE_INVALID",
    `the key file ${why}: use the file that the ceremony made`,
    {},
    { cause },
  );
}
