/** The bare HTTP server: limits of what is read, ids, headers of every answer, and problem documents for what goes wrong. */
import type { Config, Logger } from "@rota/engine";
import { RotaError } from "@rota/engine";
import { fastify, type FastifyInstance } from "fastify";
import { readJson } from "../input/check-json.ts";
import { answerBrokenRequest } from "../problems/broken-request.ts";
import { sendProblem, toRefusal } from "../problems/send-problem.ts";
import { requestIdOf } from "./request-id.ts";
import { SECURITY_HEADERS } from "./security-headers.ts";

export type AppParts = {
  readonly config: Config;
  readonly logger: Logger;
  /** Draining: it takes requests and says that it is not ready. Closing: it takes none. */
  readonly phase: () => "open" | "draining" | "closing";
};

/** What balancers ask before they send requests here. */
const READY_PATH = "/v1/health/ready";
const HEADER_BYTES_MAX = 16_384;
/** Of one part of a path. Keys of locks are the longest names, and each character may take several bytes. */
const PARAM_LENGTH_MAX = 1_000;
/** How often slow requests are looked for; Node's own half a minute would let them stay for longer than they may. */
const CHECK_MS_MAX = 5_000;
const KEEP_ALIVE_MS = 72_000;

export function createApp(parts: AppParts): FastifyInstance {
  const { config, logger } = parts;
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
    return503OnClosing: false, // answered below, as a problem document
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
  });
  app.addHook("onSend", async (_request, reply) => {
    if (parts.phase() !== "open") reply.header("connection", "close"); // else callers would keep it from ending
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
