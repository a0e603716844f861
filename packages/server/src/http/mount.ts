/** Answers requests that another HTTP server hands over, below the path at which the application mounts this one. */
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { RotaError } from "@rota/engine";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** Listener for requests of `node:http`, which is also a middleware for Express. */
export type Handler = (request: IncomingMessage, response: ServerResponse, next?: (error?: unknown) => void) => void;

type Mount = {
  readonly handle: Handler;
  /** Waits for the running requests that came through `handle`, and disconnects those that run longer than the grace. */
  end(graceMs: number): Promise<void>;
};

const BASE_PATH = /^(\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*$/;

/** Returns the path without a slash at its end; the root is "". @throws CONFIG_INVALID when it is no plain path. */
export function readBasePath(given: string): string {
  const path = given.replace(/\/$/, "");
  if (BASE_PATH.test(path)) return path;
  throw new RotaError("CONFIG_INVALID", `basePath (${given}) must be a path such as /jobs or /tools/jobs`);
}

/** Returns the address as the routes know it. An address outside the base path stays as it is. */
export function withoutBasePath(url: string, basePath: string): string {
  if (!isBelow(url, basePath)) return url;
  const rest = url.slice(basePath.length);
  return rest.startsWith("/") ? rest : `/${rest}`;
}

function isBelow(url: string, basePath: string): boolean {
  return url.startsWith(basePath) && /^(?:$|[/?#])/.test(url.slice(basePath.length));
}

/**
 * Refuses a request outside the base path, and redirects from the base path to the folder of that name, to which the
 * addresses on pages are relative.
 */
export function keepBelow(request: FastifyRequest, reply: FastifyReply, basePath: string): FastifyReply | undefined {
  if (basePath === "") return undefined;
  const { originalUrl: url, method } = request;
  if (!isBelow(url, basePath)) throw new RotaError("ROUTE_NOT_FOUND", `nothing is at this path: see ${basePath}/docs`);
  const rest = url.slice(basePath.length);
  return rest.startsWith("/") || method !== "GET" ? undefined : reply.redirect(`${basePath}/${rest}`);
}

/** Refuses a request whose body was read by the application, which would otherwise wait for it without end. */
export async function refuseReadBody({ raw }: Pick<FastifyRequest, "raw">): Promise<void> {
  if (!raw.readableDidRead) return;
  throw new Error("the application read the body of this request: mount Rota before the parsers of bodies");
}

/** Creates the handler of an app. */
export function createMount(app: FastifyInstance, basePath: string): Mount {
  const running = new Set<ServerResponse>();
  return {
    handle(request, response, next) {
      const url = wholeUrl(request);
      if (next !== undefined && !isBelow(url, basePath)) return next();
      request.url = url;
      running.add(response);
      response.once("close", () => running.delete(response));
      app.routing(request, response);
    },
    async end(graceMs) {
      const responses = [...running];
      const timer = setTimeout(() => responses.forEach((response) => response.destroy()), graceMs);
      await Promise.all(responses.map((response) => once(response, "close")));
      clearTimeout(timer);
    },
  };
}

/** Returns the address as the client sent it. Express removes the path of a mount from `url`. */
function wholeUrl(request: IncomingMessage & { readonly originalUrl?: unknown }): string {
  return typeof request.originalUrl === "string" ? request.originalUrl : (request.url ?? "/");
}
