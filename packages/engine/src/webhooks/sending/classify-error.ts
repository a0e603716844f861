/** Says what kind of failure kept a request without an answer. Pure. */

export type Unanswered = { readonly errorClass: "TIMEOUT" | "DNS" | "TLS" | "NETWORK"; readonly error: string };

const TLS_CODE = /^(?:ERR_TLS|ERR_SSL|ERR_OSSL|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_|EPROTO)/;
const DNS_CODE = /^(?:ENOTFOUND|EAI_|ENODATA|ESERVFAIL|EREFUSED|EFORMERR|ETIMEOUT|EBADRESP|EBADNAME|ENONAME)/;
const MESSAGE_LENGTH_MAX = 300;

export function classifyError(error: unknown): Unanswered {
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : String(error);
  const shown = message.replaceAll("\0", "").slice(0, MESSAGE_LENGTH_MAX);
  if (error instanceof OutOfTime || code === "ETIMEDOUT") return { errorClass: "TIMEOUT", error: shown };
  if (TLS_CODE.test(code)) return { errorClass: "TLS", error: `${code}: ${shown}` };
  if (DNS_CODE.test(code)) return { errorClass: "DNS", error: `the name of the host cannot be resolved: ${code}` };
  return { errorClass: "NETWORK", error: shown };
}

/** What a request is ended with when it takes too long. */
export class OutOfTime extends Error {
  override readonly name = "OutOfTime";
}

/** Several addresses that all fail make one error that holds theirs. */
function codeOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error && "code" in first ? String(first.code) : "";
}
