/** Makes of whatever was thrown the problem document that a caller gets. Pure. */
import { isRotaError, type ErrorCode, type ErrorKind, type RotaError } from "@rota/engine";
import type { Problem } from "../wire.ts";
import type { InputProblem } from "../input/validate.ts";

const STATUS_OF_KIND: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  unavailable: 503,
  internal: 500,
};

/** Where HTTP says it more exactly than the kind does. */
const STATUS_OF_CODE: Readonly<Partial<Record<ErrorCode, number>>> = {
  UNAUTHENTICATED: 401,
  SIGN_IN_INVALID: 401,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMED_OUT: 408,
  REQUEST_TOO_LARGE: 413,
  EVENT_TOO_LARGE: 413,
  CONTENT_TYPE_UNSUPPORTED: 415,
  RATE_LIMITED: 429,
  // It was understood, and cannot be done.
  VALIDATION_ERROR: 422,
  RULE_PARSE_ERROR: 422,
  RULE_TYPE_ERROR: 422,
  RULE_CYCLE_DETECTED: 422,
  UNIT_MISMATCH: 422,
  DIVISION_BY_ZERO: 422,
  PAYLOAD_TOO_LARGE: 422,
  PROOF_TOO_LARGE: 422,
  RECEIPT_TOO_LARGE: 422,
  SIGNATURE_INVALID: 422,
  SIGNING_KEY_MISSING: 500,
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

/** Where the page of codes is. */
const ERRORS_PAGE = "https://rota.dev/errors/";

export function statusOf(error: RotaError): number {
  return STATUS_OF_CODE[error.code] ?? STATUS_OF_KIND[error.kind];
}

/** A fault of ours tells nothing of itself but where to look. */
export function toProblem(error: unknown, requestId: string): Problem {
  const isTold = isRotaError(error) && error.kind !== "internal";
  const code: ErrorCode = isTold ? error.code : "INTERNAL";
  const status = isTold ? statusOf(error) : 500;
  const problems = problemsOf(error);
  return {
    type: ERRORS_PAGE + code,
    title: TITLES[status] ?? "Refused",
    status,
    detail: isTold ? error.message : `something failed: look for request ${requestId} in the log of the server`,
    code,
    instance: requestId,
    ...(problems === undefined ? {} : { problems }),
  };
}

function problemsOf(error: unknown): InputProblem[] | undefined {
  if (!(error instanceof Error) || !("problems" in error) || !Array.isArray(error.problems)) return undefined;
  return error.problems.filter(isInputProblem);
}

function isInputProblem(value: unknown): value is InputProblem {
  return typeof value === "object" && value !== null && "path" in value && "message" in value;
}
