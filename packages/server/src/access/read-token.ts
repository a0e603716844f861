/** Reads bearer tokens (JWT) of an issuer whose keys are known by URL or file. */
import { readFile } from "node:fs/promises";
import { RotaError, type Actor, type Config } from "@rota/engine";
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  jwtVerify,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyGetKey,
} from "jose";

/**
 * Reads a bearer token. Returns undefined when it is invalid, expired, or lacks the name or tenant that an actor needs.
 */
export type ReadToken = (token: string) => Promise<Actor | undefined>;

/** Accepted algorithms: only signatures that the issuer alone can make, so no shared secrets and never `none`. */
const ALGORITHMS = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];
/** Tolerated difference between the clocks of this machine and the issuer. */
const TOLERANCE_SECONDS = 30;
const FETCH_MS_MAX = 5_000;
const NAME_BYTES_MAX = 200;
const ROLE = /^[a-z][a-z0-9.:-]{0,63}$/;
const ROLES_MAX = 20;

/**
 * Creates the token reader, or returns undefined when no keys are configured. @throws JWKS_UNUSABLE when the file
 * cannot be used.
 */
export async function createTokenReader(config: Config): Promise<ReadToken | undefined> {
  const getKey = await openKeys(config);
  if (getKey === undefined) return undefined;
  const { tokenIssuer: issuer, tokenAudience: audience } = config;
  const options = {
    issuer,
    audience,
    algorithms: ALGORITHMS,
    clockTolerance: TOLERANCE_SECONDS,
    requiredClaims: ["exp"],
  };
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, getKey, options);
      return toActor(payload, config);
    } catch (error) {
      if (isUnusable(error)) throw unusable(config, error);
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  };
}

async function openKeys(config: Config): Promise<JWTVerifyGetKey | undefined> {
  const { jwksUrl, jwksFile } = config;
  if (jwksUrl !== undefined) return createRemoteJWKSet(new URL(jwksUrl), { timeoutDuration: FETCH_MS_MAX });
  if (jwksFile === undefined) return undefined;
  try {
    const keys: unknown = JSON.parse(await readFile(jwksFile, "utf8"));
    if (isKeySet(keys)) return createLocalJWKSet(keys);
  } catch (error) {
    throw unusable(config, error);
  }
  throw unusable(config, undefined);
}

/** Checks only the outer shape of the key set; each key is validated when a token names it. */
function isKeySet(value: unknown): value is JSONWebKeySet {
  return typeof value === "object" && value !== null && "keys" in value && Array.isArray(value.keys);
}

function toActor(payload: JWTPayload, config: Config): Actor | undefined {
  const name = textAt(payload, config.tokenNameClaim) ?? payload.sub;
  const roles = rolesAt(payload, config.tokenRolesClaim);
  const tenant = config.tokenTenantClaim === "" ? "*" : textAt(payload, config.tokenTenantClaim);
  if (name === undefined || !isName(name) || tenant === undefined || !isName(tenant)) return undefined;
  return { name, kind: "token", tenant: tenant === "*" ? undefined : tenant, roles };
}

function textAt(payload: JWTPayload, claim: string): string | undefined {
  const value = valueAt(payload, claim);
  return typeof value === "string" && value !== "" ? value : undefined;
}

function rolesAt(payload: JWTPayload, claim: string): string[] {
  const value = valueAt(payload, claim);
  const words: unknown[] = typeof value === "string" ? value.split(/[\s,]+/) : Array.isArray(value) ? value : [];
  return words.filter((word): word is string => typeof word === "string" && ROLE.test(word)).slice(0, ROLES_MAX);
}

/** Returns the claim with exactly this name, or follows the dots as a path: `realm_access.roles`. */
function valueAt(payload: JWTPayload, claim: string): unknown {
  if (Object.hasOwn(payload, claim)) return payload[claim];
  return claim.split(".").reduce<unknown>(fieldOf, payload);
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.entries(value).find(([field]) => field === name)?.[1];
}

/** Reports whether a text may be the name of an actor or a tenant. */
export function isName(text: string): boolean {
  return text !== "" && Buffer.byteLength(text) <= NAME_BYTES_MAX && !/\p{Cc}|\p{Cs}/u.test(text);
}

/** Reports whether the keys could not be loaded, which says nothing about the token. */
function isUnusable(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return true;
  if (error instanceof errors.JOSEError) return error.code === "ERR_JOSE_GENERIC";
  return error instanceof TypeError; // fetch could not connect
}

function unusable({ jwksFile }: Config, cause: unknown): RotaError {
  const where = jwksFile === undefined ? "jwksUrl" : "jwksFile";
  return new RotaError(
    "JWKS_UNUSABLE",
    `the keys of ${where} cannot be read: check that it holds a JWK set`,
    {},
    { cause },
  );
}
