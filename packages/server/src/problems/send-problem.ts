/** Answers with a problem document, and tells the log of faults of ours. */
import { isRotaError, RotaError, type Logger } from "@rota/engine";
import type { FastifyReply, FastifyRequest } from "fastify";
import { toProblem } from "./problem.ts";

export type ProblemContext = { readonly request: FastifyRequest; readonly logger: Logger };

const RETRY_SECONDS = "1";

export function sendProblem(reply: FastifyReply, error: unknown, { request, logger }: ProblemContext): FastifyReply {
  const problem = toProblem(error, request.id);
  if (problem.status === 500) {
    const path = request.url.split("?")[0];
    logger.error({ requestId: request.id, method: request.method, path, error }, "a request failed");
  }
  if (problem.status === 401) reply.header("www-authenticate", "Bearer");
  if (problem.status === 503 && !reply.hasHeader("retry-after")) reply.header("retry-after", RETRY_SECONDS);
  return reply
    .code(problem.status)
    .header("cache-control", "no-store")
    .type("application/problem+json; charset=utf-8")
    .send(JSON.stringify(problem));
}

/** What Fastify refuses by itself, said with a code of ours. */
export function toRefusal(error: unknown): unknown {
  if (isRotaError(error) || !isFrameworkError(error)) return error;
  const { statusCode, message } = error;
  if (statusCode === 413)
    return new RotaError("REQUEST_TOO_LARGE", "the body is larger than serverBodyBytesMax: send less");
  if (statusCode === 415)
    return new RotaError("CONTENT_TYPE_UNSUPPORTED", "the body is not JSON: send content-type: application/json");
  if (statusCode === 404 || statusCode === 414)
    return new RotaError("ROUTE_NOT_FOUND", "nothing is at this path: see /docs");
  return statusCode >= 400 && statusCode < 500 ? new RotaError("REQUEST_INVALID", message) : error;
}

function isFrameworkError(error: unknown): error is { readonly statusCode: number; readonly message: string } {
  if (!(error instanceof Error) || !("code" in error) || !("statusCode" in error)) return false;
  return typeof error.code === "string" && error.code.startsWith("FST_ERR_") && typeof error.statusCode === "number";
}
