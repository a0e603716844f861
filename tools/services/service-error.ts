/** Errors of the test services: one class with a code for each refusal. */

export type ServiceErrorCode =
  | "SERVICES_MISSING"
  | "SERVICE_LEFT_OUT"
  | "SERVICES_NOT_STARTED"
  | "SERVICE_UNAVAILABLE"
  | "SERVICE_START_FAILED"
  | "SERVICE_STOP_FAILED"
  | "INSTALLATION_FAILED";

/** A refusal; the message names the service, the problem and the remedy, never a password. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly code: ServiceErrorCode;

  constructor(code: ServiceErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}

/** Describes any thrown value in one line. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message !== "") return error.message;
  // Node reports only a code when a host has several addresses and none of them answers.
  return "code" in error ? String(error.code) : error.name;
}
