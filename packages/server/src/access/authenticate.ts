/** Identifies the caller by an API key or token in `Authorization`, or by the session cookie of a browser. */
import { type Actor, type Config, RotaError } from "@rota/engine";
import { ANONYMOUS, type Verifier } from "@rota/engine/internal";
import type { FastifyRequest } from "fastify";
import { createTokenReader, type ReadToken } from "./read-token.ts";

export type Authenticate = (request: FastifyRequest) => Promise<Actor>;

/**
 * Returns the function that finds the caller of a request. A missing or invalid credential yields the anonymous actor,
 * so that one place refuses callers who must be known.
 *
 * A key in the header wins over a session: a page may use another identity on purpose, never by accident.
 */
export async function createAuthenticate(verifier: Verifier, config: Config): Promise<Authenticate> {
  const readToken: ReadToken | undefined = await createTokenReader(config);

  return async (request) => {
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

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Refuses session requests of other sites. Browsers send the origin; a client that omits it must not use cookies. */
function refuseForeignOrigin(request: FastifyRequest, publicUrl: string | undefined): void {
  if (SAFE_METHODS.has(request.method) || isSameOrigin(request, publicUrl)) return;
  throw new RotaError(
    "ORIGIN_FOREIGN",
    "a page of another site, or something that does not say where it comes from, used the session of a browser: use an API key",
  );
}

function isSameOrigin({ headers, host }: FastifyRequest, publicUrl: string | undefined): boolean {
  const { origin, "sec-fetch-site": site } = headers;
  if (site !== undefined) return site === "same-origin";
  if (origin === undefined || !URL.canParse(origin)) return false;
  return new URL(origin).host === host || (publicUrl !== undefined && new URL(publicUrl).origin === origin);
}

const NAME = "rota_session";

type CookieOptions = {
  readonly maxAgeMs: number;
  /** True if the browser connected by https; the cookie is then sent over https only. */
  readonly isSecure: boolean;
};

/** Creates the session cookie. Scripts cannot read it and other sites cannot send it. */
export function sessionCookie(session: string, { maxAgeMs, isSecure }: CookieOptions): string {
  const seconds = String(Math.floor(maxAgeMs / 1_000));
  return `${NAME}=${session}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`;
}

/** Cookie that removes the session from the browser. */
export const NO_SESSION_COOKIE = `${NAME}=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict`;

function sessionOf(header: string | undefined): string | undefined {
  return header === undefined ? undefined : /(?:^|;\s*)rota_session=([A-Za-z0-9_-]+)/.exec(header)?.[1];
}
