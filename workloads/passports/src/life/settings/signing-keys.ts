/** The private keys that this process was given, by the environment or in a file; they are stored nowhere. Needs Node. */
import { readFileSync, statSync } from "node:fs";
import { RotaError } from "@rota/engine";
import type { Signer } from "../../sign/sign-receipt.ts";
import { readSigningKey } from "../../sign/signing-key.ts";
import { textOf, type Environment } from "./passport-settings.ts";

const KEY = "BPC_SIGNING_ED25519_PRIVATE_KEY_BASE64";
const KEY_ID = "BPC_SIGNING_KEY_ID";
/** Several keys, one in a line: its id, a space, the key in base64. */
const FILE = "BPC_SIGNING_KEYS_FILE";
const DEFAULT_KEY_ID = "dev-key-1";
const KEY_ID_FORM = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$/;
const READABLE_BY_OTHERS = 0o077;

let known: { readonly signature: string; readonly signers: readonly Signer[] } | undefined;

/** The keys are read once, and again only when the environment names others. None is no error: not every process signs. */
export function signersOf(env: Environment = process.env): readonly Signer[] {
  const signature = [KEY, KEY_ID, FILE].map((name) => env[name] ?? "").join("\n");
  if (known?.signature !== signature) known = { signature, signers: [...fromVariables(env), ...fromFile(env)] };
  return known.signers;
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
  const path = textOf(env, FILE);
  if (path === undefined) return [];
  return readPrivateFile(path)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [keyId = "", privateKey = ""] = line.split(/\s+/);
      return readSigningKey({ keyId: checkedId(keyId), privateKey });
    });
}

function readPrivateFile(path: string): string {
  let mode: number;
  let text: string;
  try {
    ({ mode } = statSync(path));
    text = readFileSync(path, "utf8");
  } catch (cause) {
    throw new RotaError(
      "FILE_UNUSABLE",
      `${FILE}: ${path} cannot be read: check the path and who owns it`,
      {},
      { cause },
    );
  }
  if (process.platform === "win32" || (mode & READABLE_BY_OTHERS) === 0) return text;
  throw new RotaError("CONFIG_INVALID", `${FILE}: ${path} can be read by others: chmod 600 ${path}`, { path });
}

function checkedId(keyId: string): string {
  if (isKeyId(keyId)) return keyId;
  const message = `the id of a signing key has 1 to 100 letters, digits and . _ : -, and begins with a letter or digit`;
  throw new RotaError("CONFIG_INVALID", message, { name: KEY_ID });
}
