/** Identifies the caller by an API key or token in `Authorization`, or by the session cookie of a browser. */
import type { IncomingMessage } from "node:http";
import { type Actor, type Config, type Grant, RotaError } from "@rota/engine";
import { ANONYMOUS, type Verifier } from "@rota/engine/internal";
import type { FastifyRequest } from "fastify";
import { createTokenReader, isName, type ReadToken } from "./read-token.ts";

/**
 * Finds the caller of a request in the application that mounts the server. Undefined: the request has no user of the
 * application, and is identified by its key, token or session as without this function.
 */
export type HostAuthenticate = (request: IncomingMessage) => Grant | undefined | Promise<Grant | undefined>;

export type Authenticate = (request: FastifyRequest) => Promise<Actor>;

type AuthenticateParts = {
  readonly verifier: Verifier;
  readonly config: Config;
  readonly byHost?: HostAuthenticate | undefined;
};

/**
 * Returns the function that finds the caller of a request. A missing or invalid credential yields the anonymous actor,
 * so that one place refuses callers who must be known.
 *
 * A user of the host wins over a key, and a key in the header over a session: a page may use another identity on
 * purpose, never by accident.
 */
export async function createAuthenticate({ verifier, config, byHost }: AuthenticateParts): Promise<Authenticate> {
  const readToken: ReadToken | undefined = await createTokenReader(config);

  return async (request) => {
    const grant = await byHost?.(request.raw);
    if (grant !== undefined) {
      refuseForeignOrigin(request, config.serverPublicUrl);
      return toActor(grant);
    }
    const bearer = bearerOf(request.headers.authorization);
    if (bearer !== undefined) {
      const actor = bearer.startsWith("rota_") ? await verifier.verify("key", bearer) : await readToken?.(bearer);
      return actor ?? ANONYMOUS;
    }
    const session = sessionOf(request.headers.cookie);
    if (session === undefined) return ANONYMOUS;
    const actor = await verifier.verify("session", session);
    if (actor !== undefined) refuseForeignOrigin(request, config.serverPublicUrl);
    return actor ?? ANONYMOUS;
  };
}

/** Maximum length of a bearer credential; no key or token is longer. */
const BEARER_MAX = 16_384;

function bearerOf(header: string | undefined): string | undefined {
  if (header === undefined || header.length > BEARER_MAX) return undefined;
  return /^Bearer +([^\s]+)$/i.exec(header)?.[1];
}

function toActor({ name, roles, tenant }: Grant): Actor {
  if (isName(name) && (tenant === undefined || isName(tenant))) return { name, kind: "host", tenant, roles };
  throw new Error(
    `authenticate returned name ${JSON.stringify(name)} and tenant ${JSON.stringify(tenant)}: both need 1 to 200 bytes without control characters`,
  );
}

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Refuses writes of other sites. Browsers send the origin; a client that omits it must not use cookies. */
function refuseForeignOrigin(request: FastifyRequest, publicUrl: string | undefined): void {
  if (SAFE_METHODS.has(request.method) || isSameOrigin(request, publicUrl)) return;
  throw new RotaError(
    "ORIGIN_FOREIGN",
    "a page of another site, or something that does not say where it comes from, used the session of a browser: use an API key",
  );
}

function isSameOrigin({ headers, host }: FastifyRequest, publicUrl: string | undefined): boolean {
  const { origin, "sec-fetch-site": site, cookie } = headers;
  if (site !== undefined) return site === "same-origin";
  if (origin === undefined) return cookie === undefined;
  if (!URL.canParse(origin)) return false;
  return new URL(origin).host === host || (publicUrl !== undefined && new URL(publicUrl).origin === origin);
}

const NAME = "rota_session";

export type CookieOptions = {
  /** Path below which the browser sends the cookie; "" for the root. */
  readonly basePath: string;
  readonly maxAgeMs: number;
  /** True if the browser connected by https; the cookie is then sent over https only. */
  readonly isSecure: boolean;
};

/** Creates the session cookie. Scripts cannot read it and other sites cannot send it. */
export function sessionCookie(session: string, { basePath, maxAgeMs, isSecure }: CookieOptions): string {
  const seconds = String(Math.floor(maxAgeMs / 1_000));
  const path = basePath === "" ? "/" : basePath;
  return `${NAME}=${session}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`;
}

/** Creates the cookie that removes the session from the browser. */
export function noSessionCookie(basePath: string): string {
  return sessionCookie("", { basePath, maxAgeMs: 0, isSecure: false });
}

function sessionOf(header: string | undefined): string | undefined {
  return header === undefined ? undefined : /(?:^|;\s*)rota_session=([A-Za-z0-9_-]+)/.exec(header)?.[1];
}
