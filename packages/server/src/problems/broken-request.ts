/** Answers what is no request that can be read, or did not arrive in time: there is nothing but a socket. */
import type { Socket } from "node:net";
import { RotaError, type ErrorCode } from "@rota/engine";
import { randomUUID } from "node:crypto";
import { toProblem } from "./problem.ts";

const CODES: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: "REQUEST_TIMED_OUT",
  HPE_HEADER_OVERFLOW: "REQUEST_TOO_LARGE",
};

const REASONS: Readonly<Partial<Record<ErrorCode, string>>> = {
  REQUEST_TIMED_OUT: "the request did not arrive whole in time: send it faster",
  REQUEST_TOO_LARGE: "the headers are too large: send less",
};

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
