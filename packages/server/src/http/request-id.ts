/** Gives each request an id: the caller's if it is one that logs can hold, else a new one. Pure. */
import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

const SANE = /^[A-Za-z0-9._:-]{1,64}$/;

export function requestIdOf({ headers }: { readonly headers: IncomingHttpHeaders }): string {
  const given = headers["x-request-id"];
  return typeof given === "string" && SANE.test(given) ? given : randomUUID();
}
