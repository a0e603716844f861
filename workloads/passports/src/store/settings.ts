/** Reads the settings of passports from the environment: build, size limits, public address, and the private signing keys of this process. Needs Node. */
import { readFileSync, statSync } from "node:fs";
import { RotaError } from "@rota/engine";
import { ROTA_VERSION } from "@rota/engine/workload";
import { formerNames } from "../compat/bpc-settings.ts";
import { isCalendarDate } from "../core/canonical/calendar-date.ts";
import { readSigningKey } from "../core/node/signing-key.ts";
import { type ArtefactLimits, LIMIT_CEILINGS, LIMIT_DEFAULTS } from "../core/passport/limits.ts";
import type { Signer } from "../core/passport/sign-receipt.ts";

type PassportSettings = {
  /** Build in receipts. PASSPORTS_COMPILER_BUILD_ID, default: the version of Rota. */
  readonly compilerBuildId: string;
  /** Limits of sizes. PASSPORTS_PAYLOAD_MAX_BYTES, PASSPORTS_PROOF_MAX_BYTES, PASSPORTS_RECEIPT_MAX_BYTES. */
  readonly limits: ArtefactLimits;
  /** Public address of the passports. Without it, there are no web links. PASSPORTS_PUBLIC_URL, default: ROTA_SERVER_PUBLIC_URL. */
  readonly publicUrl: string | undefined;
  /** First day on which activating a passport requires a QR code. PASSPORTS_QR_REQUIRED_FROM, default: 2027-02-18. */
  readonly qrRequiredFrom: string;
};

/** Date in Regulation (EU) 2023/1542, Article 77. */
const QR_REQUIRED_FROM = "2027-02-18";

type Environment = Readonly<Record<string, string | undefined>>;
/** Variable by the name of the passports. The name in the replaced compiler counts where that one is not set. */
type Variable = keyof typeof formerNames;

/** @throws CONFIG_INVALID for a value that cannot be used. */
export function passportSettings(env: Environment = process.env): PassportSettings {
  return {
    compilerBuildId: textOf(env, "PASSPORTS_COMPILER_BUILD_ID") ?? `rota-${ROTA_VERSION}`,
    limits: {
      payloadBytesMax: bytesOf(env, "PASSPORTS_PAYLOAD_MAX_BYTES", "payloadBytesMax"),
      proofBytesMax: bytesOf(env, "PASSPORTS_PROOF_MAX_BYTES", "proofBytesMax"),
      receiptBytesMax: bytesOf(env, "PASSPORTS_RECEIPT_MAX_BYTES", "receiptBytesMax"),
    },
    publicUrl: textOf(env, "PASSPORTS_PUBLIC_URL") ?? present(env["ROTA_SERVER_PUBLIC_URL"]),
    qrRequiredFrom: dayOf(env, "PASSPORTS_QR_REQUIRED_FROM", QR_REQUIRED_FROM),
  };
}

function textOf(env: Environment, variable: Variable): string | undefined {
  return present(env[nameOf(env, variable)]);
}

/** Returns the name under which a variable is set. */
function nameOf(env: Environment, variable: Variable): string {
  const former = formerNames[variable];
  return present(env[variable]) === undefined && present(env[former]) !== undefined ? former : variable;
}

function present(text: string | undefined): string | undefined {
  return text === "" ? undefined : text;
}

function bytesOf(env: Environment, variable: Variable, limit: keyof ArtefactLimits): number {
  const text = textOf(env, variable);
  const bytes = text === undefined ? LIMIT_DEFAULTS[limit] : Number(text);
  const max = LIMIT_CEILINGS[limit];
  if (Number.isInteger(bytes) && bytes >= 1 && bytes <= max) return bytes;
  const name = nameOf(env, variable);
  throw new RotaError("CONFIG_INVALID", `${name} must be a whole number of bytes from 1 to ${String(max)}`, { name });
}

function dayOf(env: Environment, variable: Variable, usual: string): string {
  const day = textOf(env, variable) ?? usual;
  if (isCalendarDate(day)) return day;
  const name = nameOf(env, variable);
  throw new RotaError("CONFIG_INVALID", `${name} must be a day such as ${usual}`, { name });
}

const KEY = "PASSPORTS_SIGNING_PRIVATE_KEY";
const KEY_ID = "PASSPORTS_SIGNING_KEY_ID";
/** File of several keys, one per line: id, a space, the key in base64. */
export const SIGNING_KEYS_FILE = "PASSPORTS_SIGNING_KEYS_FILE";
const SIGNING: readonly Variable[] = [KEY, KEY_ID, SIGNING_KEYS_FILE];
const DEFAULT_KEY_ID = "dev-key-1";
const KEY_ID_FORM = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$/;
const READABLE_BY_OTHERS = 0o077;

let known: { readonly signature: string; readonly signers: readonly Signer[] } | undefined;

/**
 * Reads the private keys of this process from the environment or from a file. They are stored nowhere. The keys are read
 * once, and again only if the environment changes. Having no key is not an error, because not every process signs.
 */
export function signersOf(env: Environment = process.env): readonly Signer[] {
  const signature = SIGNING.map((name) => textOf(env, name) ?? "").join("\n");
  if (known?.signature !== signature) known = { signature, signers: [...fromVariables(env), ...fromFile(env)] };
  return known.signers;
}

/** Returns whether the environment names a private key, or a file of them. */
export function namesSigningKey(env: Environment = process.env): boolean {
  return textOf(env, KEY) !== undefined || textOf(env, SIGNING_KEYS_FILE) !== undefined;
}

export function isKeyId(text: string): boolean {
  return KEY_ID_FORM.test(text);
}

function fromVariables(env: Environment): Signer[] {
  const privateKey = textOf(env, KEY);
  const keyId = textOf(env, KEY_ID) ?? DEFAULT_KEY_ID;
  return privateKey === undefined ? [] : [readSigningKey({ keyId: checkedId(keyId), privateKey })];
}

function fromFile(env: Environment): Signer[] {
  const path = textOf(env, SIGNING_KEYS_FILE);
  if (path === undefined) return [];
  return readPrivateFile(path, nameOf(env, SIGNING_KEYS_FILE))
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [keyId = "", privateKey = ""] = line.split(/\s+/);
      return readSigningKey({ keyId: checkedId(keyId), privateKey });
    });
}

function readPrivateFile(path: string, name: string): string {
  let mode: number;
  let text: string;
  try {
    ({ mode } = statSync(path));
    text = readFileSync(path, "utf8");
  } catch (cause) {
    throw new RotaError(
      "FILE_UNUSABLE",
      `${name}: ${path} cannot be read: check the path and who owns it`,
      {},
      { cause },
    );
  }
  if (process.platform === "win32" || (mode & READABLE_BY_OTHERS) === 0) return text;
  throw new RotaError("CONFIG_INVALID", `${name}: ${path} can be read by others: chmod 600 ${path}`, { path });
}

function checkedId(keyId: string): string {
  if (isKeyId(keyId)) return keyId;
  const message = `the id of a signing key has 1 to 100 letters, digits and . _ : -, and begins with a letter or digit`;
  throw new RotaError("CONFIG_INVALID", message, { name: KEY_ID });
}
