/**
 * Derives what a voter's link is good for from the secret in it: the token that the server knows the voter by, and the
 * key that signs the vote.
 *
 * The server sees the token and the public key. Its database is enough to make neither the token nor a signature, so a
 * vote that a voter did not sign is found in the record.
 */
import { ed25519 } from "@noble/curves/ed25519.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { platformRandom, type RandomBytes } from "../crypto/scalars.ts";

const PREFIX = "v.";
const SECRET = /^v\.[0-9a-f]{64}$/;
const SECRET_BYTES = 32;

export type Credential = {
  /** Value of X-Election-Token. */
  readonly token: string;
  /** Ed25519 key in hexadecimal digits. */
  readonly publicKey: string;
  /** Signs the vote in an election, which is named by its extended base hash. The ballot is not part of it. */
  readonly sign: (extendedHash: string) => string;
};

/** Draws the secret of a link. */
export function createLinkSecret(random: RandomBytes = platformRandom): string {
  return `${PREFIX}${bytesToHex(random(new Uint8Array(SECRET_BYTES)))}`;
}

/** Returns undefined for a link whose content is the token itself, which an official handed out. */
export function credentialOf(secret: string): Credential | undefined {
  if (!SECRET.test(secret)) return undefined;
  const key = sha256(utf8ToBytes(`rota voter key|${secret}`));
  return {
    token: base64Url(sha256(utf8ToBytes(`rota voter token|${secret}`))),
    publicKey: bytesToHex(ed25519.getPublicKey(key)),
    sign: (extendedHash) => bytesToHex(ed25519.sign(voteMessage(extendedHash), key)),
  };
}

type SignedVote = { readonly publicKey: string; readonly signature: string; readonly extendedHash: string };

/** Whether a vote was signed with the key of a link. */
export function isVoteSigned({ publicKey, signature, extendedHash }: SignedVote): boolean {
  if (!/^[0-9a-f]{64}$/.test(publicKey) || !/^[0-9a-f]{128}$/.test(signature)) return false;
  try {
    return ed25519.verify(hexToBytes(signature), voteMessage(extendedHash), hexToBytes(publicKey));
  } catch {
    return false; // the key is no point of the curve
  }
}

function voteMessage(extendedHash: string): Uint8Array {
  return utf8ToBytes(`rota vote|${extendedHash}`);
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}
