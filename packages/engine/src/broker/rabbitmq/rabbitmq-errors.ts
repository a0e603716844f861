/** Translates errors of RabbitMQ and of the network into error codes and messages. Pure. */
import { RotaError } from "../../errors.ts";

/** Reply codes of AMQP 0-9-1. */
export const NOT_FOUND = 404;
const ACCESS_REFUSED = 403;
const RESOURCE_LOCKED = 405;
const PRECONDITION_FAILED = 406;
const REFUSALS: readonly number[] = [ACCESS_REFUSED, NOT_FOUND, RESOURCE_LOCKED];

/** Returns the error for a connection that failed. */
export function connectionRefusal(error: unknown, described: string): RotaError {
  const text = messageOf(error);
  const cause = { cause: error };
  if (/ACCESS[_-]REFUSED/.test(text)) {
    const message = `RabbitMQ at ${described} refused the user or the password; correct rabbitmqUrl or rabbitmqPassword`;
    return new RotaError("BROKER_REFUSED", message, { reason: "login" }, cause);
  }
  if (/ConnectionOpenOk; got <ConnectionClose/.test(text)) {
    const message = `RabbitMQ at ${described} did not open the virtual host: it does not exist, is down or full, or this user may not enter it; see "rabbitmqctl list_vhosts" and "list_permissions" (a name "/x" is written %2fx in the URL)`;
    return new RotaError("BROKER_REFUSED", message, { reason: "virtual host" }, cause);
  }
  if (isCertificateFault(error)) {
    const message = `the certificate of RabbitMQ at ${described} was not accepted (${text}); name its authority by cacertfile in the URL or NODE_EXTRA_CA_CERTS`;
    return new RotaError("BROKER_REFUSED", message, { reason: "certificate" }, cause);
  }
  return new RotaError("BROKER_UNAVAILABLE", `RabbitMQ at ${described} does not answer: ${text}`, {}, cause);
}

/** Returns the error for a refused declaration; undefined when the broker refused nothing, so that a retry may help. */
export function declarationRefusal(error: unknown, what: string): RotaError | undefined {
  const code = replyCode(error);
  if (code === PRECONDITION_FAILED) return differs(error, what);
  if (code === undefined || !REFUSALS.includes(code)) return undefined;
  const message = `RabbitMQ refused ${what}: ${messageOf(error)}`;
  return new RotaError("BROKER_REFUSED", message, { reason: "declaration" }, { cause: error });
}

export function unavailable(reason: string, cause?: unknown): RotaError {
  return new RotaError("BROKER_UNAVAILABLE", reason, {}, { cause });
}

export function replyCode(error: unknown): number | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "number" ? error.code : undefined;
}

export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message === "" && "code" in error ? String(error.code) : error.message; // several addresses failed
}

/** Reads the first argument that differs, which RabbitMQ names with the given value and the existing one. */
function differs(error: unknown, what: string): RotaError {
  const text = messageOf(error);
  const found = /inequivalent arg '([^']+)'.*?: received (.+?) but current is (.+?)["\s]*$/.exec(text);
  if (found === null) {
    const message = `${what} was refused by RabbitMQ as it is declared here: ${text}`;
    return new RotaError("BROKER_TOPOLOGY_DIFFERS", message, {}, { cause: error });
  }
  const [, argument = "", wanted = "", present = ""] = found.map(withoutWords);
  const message = `${what} exists in RabbitMQ with ${argument} = ${present}, and is declared here with ${argument} = ${wanted}; delete it there when it is empty, or use another virtual host`;
  return new RotaError("BROKER_TOPOLOGY_DIFFERS", message, { argument, wanted, present }, { cause: error });
}

/** Reads a value: "the value 'quorum' of type 'longstr'" is quorum. */
function withoutWords(text: string): string {
  return text
    .replace(/^the value /, "")
    .replace(/ of type '[^']*'$/, "")
    .replace(/^'(.*)'$/, "$1");
}

function isCertificateFault(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /CERT|SELF_SIGNED|UNABLE_TO_|^ERR_TLS|^ERR_SSL/.test(code);
}
