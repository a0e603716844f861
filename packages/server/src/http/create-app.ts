/** Creates the bare Fastify server: request limits, request ids, security headers, problem documents for errors, and closing of idle sockets. */
import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import { type Config, type Logger, RotaError } from "@rota/engine";
import { fastify, type FastifyInstance } from "fastify";
import { keepBelow, refuseReadBody, withoutBasePath } from "./mount.ts";
import { answerBrokenRequest, sendProblem, toRefusal } from "./problem.ts";
import { readJson } from "./validate-input.ts";

type AppParts = {
  readonly config: Config;
  readonly logger: Logger;
  /** Phase of the server. A draining server accepts requests but reports "not ready"; a closing one accepts none. */
  readonly phase: () => "open" | "draining" | "closing";
  /** Path below which the server answers. Default: the root. */
  readonly basePath?: string;
};

/** Readiness path, which load balancers poll before they route requests here. */
const READY_PATH = "/v1/health/ready";
const HEADER_BYTES_MAX = 16_384;
/** Maximum length of a path parameter. Lock keys are the longest names, and each character may take several bytes. */
const PARAM_LENGTH_MAX = 1_000;
/**
 * Longest interval between checks for slow requests. Node's default of 30 seconds would let them exceed their limit.
 */
const CHECK_MS_MAX = 5_000;
const KEEP_ALIVE_MS = 72_000;

export function createApp(parts: AppParts): FastifyInstance {
  const { config, logger, basePath = "" } = parts;
  const proxies = config.serverTrustedProxies === "" ? false : config.serverTrustedProxies.split(",");
  const app = fastify({
    logger: false,
    genReqId: requestIdOf,
    bodyLimit: config.serverBodyBytesMax,
    requestTimeout: config.serverRequestTimeoutMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: {
      headersTimeout: config.serverRequestTimeoutMs,
      maxHeaderSize: HEADER_BYTES_MAX,
      connectionsCheckingInterval: Math.min(config.serverRequestTimeoutMs, CHECK_MS_MAX),
    },
    routerOptions: { maxParamLength: PARAM_LENGTH_MAX },
    trustProxy: proxies,
    ...(basePath === "" ? {} : { rewriteUrl: ({ url = "/" }: IncomingMessage) => withoutBasePath(url, basePath) }),
    return503OnClosing: false, // the onRequest hook answers with a problem document
    exposeHeadRoutes: false,
    frameworkErrors: (error, request, reply) => void sendProblem(reply, toRefusal(error), { request, logger }),
    clientErrorHandler: answerBrokenRequest,
  });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "string" },
    async (_request: unknown, text: string | Buffer) => (text.length === 0 ? undefined : readJson(text.toString())),
  );
  app.setErrorHandler((error, request, reply) => sendProblem(reply, toRefusal(error), { request, logger }));
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(SECURITY_HEADERS).header("x-request-id", request.id);
    const phase = parts.phase();
    if (phase === "closing" || (phase === "draining" && request.url === READY_PATH))
      throw new RotaError("SERVER_STOPPING", "the server ends: ask again, another one answers");
    return keepBelow(request, reply, basePath);
  });
  app.addHook("preParsing", refuseReadBody);
  app.addHook("onSend", async (_request, reply) => {
    if (parts.phase() !== "open") reply.header("connection", "close"); // kept-alive connections would delay the end
  });
  app.addHook("onResponse", async (request, reply) => {
    const path = request.url.split("?")[0];
    const ms = Math.round(reply.elapsedTime);
    logger.debug(
      { requestId: request.id, method: request.method, path, status: reply.statusCode, ms },
      "answered a request",
    );
  });
  return app;
}

const SANE = /^[A-Za-z0-9._:-]{1,64}$/;

/** Returns the caller's request id if it is short and safe to log, or a new one. */
function requestIdOf({ headers }: { readonly headers: IncomingHttpHeaders }): string {
  const given = headers["x-request-id"];
  return typeof given === "string" && SANE.test(given) ? given : randomUUID();
}

/** Allows scripts, styles and requests of this server only; nothing inline, nothing from other origins. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** Headers of every response. */
const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": CONTENT_SECURITY_POLICY,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** Tracks the connections of a server. @returns a function that ends the idle ones and every new one from then on. */
export function watchIdleSockets(server: Server): () => void {
  const requestsOf = new Map<Socket, number>();
  let isEnding = false;
  const count = (socket: Socket, step: number): void => {
    const requests = requestsOf.get(socket);
    if (requests !== undefined) requestsOf.set(socket, requests + step);
  };

  server.on("connection", (socket: Socket) => {
    if (isEnding) return void socket.destroy();
    requestsOf.set(socket, 0);
    socket.once("close", () => requestsOf.delete(socket));
  });
  server.on("request", ({ socket }, response) => {
    count(socket, 1);
    response.once("close", () => count(socket, -1));
  });
  return () => {
    isEnding = true;
    for (const [socket, requests] of requestsOf) if (requests === 0) socket.destroy();
  };
}
