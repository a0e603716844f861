/** Finds out who asks: by an API key or a token in `Authorization`, or by the session of a browser. */
import { NOBODY, type Actor, type Config, type Verifier } from "@rota/engine";
import type { FastifyRequest } from "fastify";
import { createTokenReader, type ReadToken } from "./read-token.ts";
import { refuseForeignOrigin } from "./same-origin.ts";
import { sessionOf } from "./session-cookie.ts";

export type Authenticate = (request: FastifyRequest) => Promise<Actor>;

/**
 * What is shown and not valid makes a nobody, as nothing shown does: whoever needs to be known is told so in one place.
 *
 * A key in the header wins over a session: pages may act for somebody else on purpose, never by chance.
 */
export async function createAuthenticate(verifier: Verifier, config: Config): Promise<Authenticate> {
  const readToken: ReadToken | undefined = await createTokenReader(config);

  return async (request) => {
    const bearer = bearerOf(request.headers.authorization);
    if (bearer !== undefined) {
      const actor = bearer.startsWith("rota_") ? await verifier.verify("key", bearer) : await readToken?.(bearer);
      return actor ?? NOBODY;
    }
    const session = sessionOf(request.headers.cookie);
    if (session === undefined) return NOBODY;
    const actor = await verifier.verify("session", session);
    if (actor !== undefined) refuseForeignOrigin(request, config.serverPublicUrl);
    return actor ?? NOBODY;
  };
}

/** Longer ones are no keys and no tokens. */
const BEARER_MAX = 16_384;

function bearerOf(header: string | undefined): string | undefined {
  if (header === undefined || header.length > BEARER_MAX) return undefined;
  return /^Bearer +([^\s]+)$/i.exec(header)?.[1];
}
