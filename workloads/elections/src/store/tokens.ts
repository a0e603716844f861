/** Creates the tokens of guardians and voters, which are stored as hashes only. */
import { createHash, randomBytes } from "node:crypto";
import type { RotaError } from "@rota/engine";
import { ElectionError } from "../errors.ts";

const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Creates a token, which is shown only once. */
export function createToken(): { readonly token: string; readonly hash: Uint8Array } {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  return { token, hash: hashOf(token) };
}

/** Hashes a token. Refuses a malformed one with ELECTION_TOKEN_INVALID. */
export function hashToken(token: string | undefined): Uint8Array {
  if (token === undefined || !TOKEN.test(token)) throw tokenInvalid();
  return hashOf(token);
}

/** Returns the error for an invalid token. It does not reveal which elections, voters and tokens exist. */
export function tokenInvalid(): RotaError {
  return new ElectionError(
    "ELECTION_TOKEN_INVALID",
    "the token is not valid for this election: send the one that the election office gave you as X-Election-Token",
  );
}

function hashOf(token: string): Uint8Array {
  return createHash("sha256").update(token).digest();
}
