/** Turns errors into problem documents (RFC 9457) and sends them, also for requests that are not valid HTTP. */
import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { type ErrorCode, type ErrorDetails, type ErrorKind, isRotaError, type Logger, RotaError } from "@rota/engine";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Problem } from "../schemas.ts";
import type { InputProblem } from "./validate-input.ts";

const STATUS_OF_KIND: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  unavailable: 503,
  internal: 500,
};

/** Statuses of the codes for which HTTP has a more exact one than that of their kind. */
const STATUS_OF_CODE: Readonly<Record<string, number>> = {
  UNAUTHENTICATED: 401,
  SIGN_IN_INVALID: 401,
  SIGN_IN_AT_HOST: 401,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMED_OUT: 408,
  REQUEST_TOO_LARGE: 413,
  EVENT_TOO_LARGE: 413,
  CONTENT_TYPE_UNSUPPORTED: 415,
  RATE_LIMITED: 429,
};

const TITLES: Readonly<Record<number, string>> = {
  400: "What was sent is wrong",
  401: "Nobody that is known",
  403: "Not allowed",
  404: "Not there",
  405: "Not this method",
  408: "Too slow",
  409: "Does not fit what is there",
  413: "Too large",
  415: "Not JSON",
  422: "Cannot be done as it is",
  429: "Too many requests",
  500: "A fault of ours",
  503: "Not now",
};

/** Address of the page about error codes. */
const ERRORS_PAGE = "https://rota.dev/errors/";

/** Returns the HTTP status of an error. */
function statusOf(error: RotaError): number {
  return error.status ?? STATUS_OF_CODE[error.code] ?? STATUS_OF_KIND[error.kind];
}

/** Converts an error to a problem document. An internal error reveals only the request id to search for in the log. */
function toProblem(error: unknown, requestId: string): Problem {
  const isPublic = isRotaError(error) && error.kind !== "internal";
  const code = isPublic ? error.code : "INTERNAL";
  const status = isPublic ? statusOf(error) : 500;
  const problems = problemsOf(error);
  return {
    type: ERRORS_PAGE + code,
    title: TITLES[status] ?? "Refused",
    status,
    detail: isPublic ? error.message : `something failed: look for request ${requestId} in the log of the server`,
    code,
    instance: requestId,
    ...(problems === undefined ? {} : { problems }),
  };
}

function problemsOf(error: unknown): InputProblem[] | undefined {
  if (isRotaError(error, "INPUT_INVALID")) return inputProblems(error.details["problems"]);
  if (!(error instanceof Error) || !("problems" in error) || !Array.isArray(error.problems)) return undefined;
  return error.problems.filter(isInputProblem);
}

/** Converts the problems that the schema of a task found: each is a place and a message, or a message alone. */
function inputProblems(problems: ErrorDetails[string] | undefined): InputProblem[] | undefined {
  if (!Array.isArray(problems)) return undefined;
  return problems.map((problem: string) => {
    const [, place = "", message = problem] = /^([^\s:]+): (.*)$/s.exec(problem) ?? [];
    return { path: place === "" || place.startsWith("[") ? `input${place}` : `input.${place}`, message };
  });
}

function isInputProblem(value: unknown): value is InputProblem {
  return typeof value === "object" && value !== null && "path" in value && "message" in value;
}

type ProblemContext = { readonly request: FastifyRequest; readonly logger: Logger };

const RETRY_SECONDS = "1";

/** Sends an error as a problem document. Internal errors are logged with the request id. */
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

/** Converts a refusal of Fastify to an error with a code of Rota. */
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

const CODES: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: "REQUEST_TIMED_OUT",
  HPE_HEADER_OVERFLOW: "REQUEST_TOO_LARGE",
};

const REASONS: Readonly<Partial<Record<ErrorCode, string>>> = {
  REQUEST_TIMED_OUT: "the request did not arrive whole in time: send it faster",
  REQUEST_TOO_LARGE: "the headers are too large: send less",
};

/** Answers bytes that are not valid HTTP. No request exists yet, only a socket. */
export function answerBrokenRequest(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const code = CODES[error.code ?? ""] ?? "REQUEST_INVALID";
  const refusal = new RotaError(code, REASONS[code] ?? "this is no HTTP request that can be read");
  const problem = toProblem(refusal, randomUUID());
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${String(problem.status)} ${problem.title}`,
    "content-type: application/problem+json; charset=utf-8",
    `content-length: ${String(Buffer.byteLength(body))}`,
    "connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
