/** Refuses acts that a page of another site makes with the session of a browser. */
import { RotaError } from "@rota/engine";
import type { FastifyRequest } from "fastify";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Browsers say where a request comes from; what does not say so is no browser of today and has no business with cookies. */
export function refuseForeignOrigin(request: FastifyRequest, publicUrl: string | undefined): void {
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
