/** Sends one POST request past the URL guard, within limits of time and size, and reports its outcome. */
import {
  Agent as HttpAgent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as httpRequest,
} from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { LookupFunction, Socket } from "node:net";
import { isRotaError } from "../errors.ts";
import type { Clock } from "../runtime/clock.ts";
import type { SendOutcome } from "./decide-delivery.ts";
import type { Address, AdmittedUrl, UrlGuard } from "./url-guard.ts";

export type SendRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Time limit of the whole request: name lookup, connection and answer. */
  readonly timeoutMs: number;
  /** Signal that ends the request: `send` rejects with its reason, and nothing is known about the attempt then. */
  readonly signal?: AbortSignal | undefined;
};

export type SendResult = {
  readonly outcome: SendOutcome;
  readonly durationMs: number;
  /** Headers of the answer that are kept. */
  readonly answerHeaders: AnswerHeaders | undefined;
  /** Beginning of the answer. */
  readonly answerBody: Uint8Array | undefined;
};

/** Headers by their names in lower case. */
export type AnswerHeaders = Readonly<Record<string, string>>;

export type Sender = {
  send(request: SendRequest): Promise<SendResult>;
  /** Closes idle connections. */
  close(): void;
};

export function createSender({ guard, clock }: { readonly guard: UrlGuard; readonly clock: Clock }): Sender {
  const agents = createAgents();
  return {
    async send(request) {
      const startedMs = clock.monotonicMs();
      const { answer, outcome } = await attempt({ guard, agents, clock }, request);
      const durationMs = Math.round(clock.monotonicMs() - startedMs);
      return { outcome, durationMs, answerHeaders: answer?.headers, answerBody: answer?.body };
    },
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

type Parts = { readonly guard: UrlGuard; readonly agents: Agents; readonly clock: Clock };
type Ended = { readonly answer?: HttpAnswer; readonly outcome: SendOutcome };

async function attempt({ guard, agents, clock }: Parts, request: SendRequest): Promise<Ended> {
  const { url, headers, body, timeoutMs, signal } = request;
  const end = new AbortController();
  const stop = (): void => end.abort(signal?.reason);
  signal?.throwIfAborted();
  signal?.addEventListener("abort", stop, { once: true });
  const timer = setTimeout(() => end.abort(new OutOfTime(`no answer within ${String(timeoutMs)} ms`)), timeoutMs);
  try {
    const admitted = await Promise.race([guard.admit(url), aborted(end.signal)]);
    const answer = await postRequest(agents, { ...admitted, headers, body, signal: end.signal });
    const retryAfterMs = readRetryAfter(answer.retryAfter, clock.now());
    return { answer, outcome: { kind: "answered", status: answer.status, retryAfterMs } };
  } catch (error) {
    signal?.throwIfAborted();
    if (isRotaError(error, "WEBHOOK_URL_REFUSED")) return { outcome: { kind: "blocked", error: error.message } };
    const cause: unknown = end.signal.aborted ? end.signal.reason : error; // Node wraps the reason of an abort
    return { outcome: { kind: "unanswered", ...classifySendError(cause) } };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

async function aborted(signal: AbortSignal): Promise<never> {
  await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  throw new Error("it was ended", { cause: signal.reason });
}

export const CONNECT_TIMEOUT_MS = 5_000;
/** Maximum number of bytes of an answer that are read … */
export const RESPONSE_BYTES_MAX = 65_536;
/** … and that are kept. */
export const RESPONSE_BYTES_KEPT = 4_096;

const IDLE_MS = 30_000;
const FREE_SOCKETS_MAX = 256;
const KEPT = { keepAlive: true, timeout: IDLE_MS, maxFreeSockets: FREE_SOCKETS_MAX, scheduling: "lifo" } as const;

type Agents = { readonly http: HttpAgent; readonly https: HttpsAgent };

export type PostRequest = AdmittedUrl & {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly signal: AbortSignal;
};

type HttpAnswer = {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly headers: AnswerHeaders;
  readonly body: Uint8Array;
};

/** Creates agents that keep connections for a while. They are our own, so that a proxy of the environment is not used. */
function createAgents(): Agents {
  return { http: new HttpAgent(KEPT), https: new HttpsAgent(KEPT) };
}

/** Sends a request; rejects without a whole answer. Retries once when the receiver had closed the kept connection. */
async function postRequest(agents: Agents, given: PostRequest): Promise<HttpAnswer> {
  try {
    return await post(agents, given);
  } catch (error) {
    if (!(error instanceof StaleConnection)) throw error;
    return await post(agents, given);
  }
}

class StaleConnection extends Error {}

function post(agents: Agents, given: PostRequest): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const request = open(agents, given);
    request.on("error", (error) => reject(isStale(request, error) ? new StaleConnection() : error));
    request.on("socket", limitConnecting);
    request.on("response", (response) => void readAnswer(response).then(resolve, reject));
    request.end(given.body);
  });
}

function open(agents: Agents, { url, addresses, headers, body, signal }: PostRequest): ClientRequest {
  const options = {
    method: "POST",
    headers: { ...headers, "content-length": String(body.byteLength) },
    lookup: pinned(addresses),
    signal,
  };
  return url.protocol === "https:"
    ? httpsRequest(url, { ...options, agent: agents.https, rejectUnauthorized: true })
    : httpRequest(url, { ...options, agent: agents.http });
}

/** Returns a lookup of the addresses that were checked, whatever the name resolves to by now. */
function pinned(addresses: readonly Address[]): LookupFunction {
  return (_host, options, answer) => {
    const [first] = addresses;
    if (first === undefined) answer(new Error("there is no address"), "", 0);
    else if (options.all === true) answer(null, [...addresses]);
    else answer(null, first.address, first.family);
  };
}

function limitConnecting(this: ClientRequest, socket: Socket): void {
  if (!socket.connecting) return;
  const ready = "encrypted" in socket ? "secureConnect" : "connect";
  const timer = setTimeout(() => {
    this.destroy(new OutOfTime(`no connection within ${String(CONNECT_TIMEOUT_MS)} ms`));
  }, CONNECT_TIMEOUT_MS);
  const stop = (): void => clearTimeout(timer);
  socket.once(ready, stop).once("close", stop);
}

function isStale(request: ClientRequest, error: Error): boolean {
  return request.reusedSocket && "code" in error && (error.code === "ECONNRESET" || error.code === "EPIPE");
}

/** Reads an answer up to the limit and closes the connection of a longer one. */
async function readAnswer(response: IncomingMessage): Promise<HttpAnswer> {
  const kept: Buffer[] = [];
  let bytes = 0;
  const chunks: AsyncIterable<Buffer> = response;
  for await (const chunk of chunks) {
    if (bytes < RESPONSE_BYTES_KEPT) kept.push(chunk.subarray(0, RESPONSE_BYTES_KEPT - bytes));
    bytes += chunk.byteLength;
    if (bytes > RESPONSE_BYTES_MAX) break; // leaving the loop destroys the response
  }
  const { statusCode: status = 0, headers } = response;
  return { status, retryAfter: headers["retry-after"], headers: keptHeaders(headers), body: Buffer.concat(kept) };
}

/** Maximum number of characters of the headers of an answer that are kept, and of one of them. */
export const HEADERS_LENGTH_KEPT = 4_096;
const HEADER_LENGTH_KEPT = 500;
/** Parts of the names of headers that may hold a secret. */
const SECRET_HEADER = /cookie|auth|token|secret|password|credential|session|api-?key/;

/** Returns the first headers of an answer, within the limits and without those that may hold a secret. */
function keptHeaders(headers: IncomingHttpHeaders): AnswerHeaders {
  const kept: [string, string][] = [];
  let length = 0;
  for (const [name, value = ""] of Object.entries(headers)) {
    if (SECRET_HEADER.test(name)) continue;
    const shown = String(value).slice(0, HEADER_LENGTH_KEPT);
    length += name.length + shown.length;
    if (length > HEADERS_LENGTH_KEPT) break;
    kept.push([name, shown]);
  }
  return Object.fromEntries(kept);
}

export type Unanswered = { readonly errorClass: "TIMEOUT" | "DNS" | "TLS" | "NETWORK"; readonly error: string };

const TLS_CODE = /^(?:ERR_TLS|ERR_SSL|ERR_OSSL|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_|EPROTO)/;
const DNS_CODE = /^(?:ENOTFOUND|EAI_|ENODATA|ESERVFAIL|EREFUSED|EFORMERR|ETIMEOUT|EBADRESP|EBADNAME|ENONAME)/;
const MESSAGE_LENGTH_MAX = 300;

/** Classifies the failure that left a request without an answer. Pure. */
function classifySendError(error: unknown): Unanswered {
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : String(error);
  const shown = message.replaceAll("\0", "").slice(0, MESSAGE_LENGTH_MAX);
  if (error instanceof OutOfTime || code === "ETIMEDOUT") return { errorClass: "TIMEOUT", error: shown };
  if (TLS_CODE.test(code)) return { errorClass: "TLS", error: `${code}: ${shown}` };
  if (DNS_CODE.test(code)) return { errorClass: "DNS", error: `the name of the host cannot be resolved: ${code}` };
  return { errorClass: "NETWORK", error: shown };
}

/** Reason with which a request is aborted when it takes too long. */
class OutOfTime extends Error {
  override readonly name = "OutOfTime";
}

/** Returns the code of an error. If all of several addresses fail, one error contains theirs. */
function codeOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error && "code" in first ? String(first.code) : "";
}

/** Reads `Retry-After`; undefined when it is missing or unreadable. A date in the past asks for no wait. */
export function readRetryAfter(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  // A date of HTTP ends in GMT; Date.parse would accept far more.
  const atMs = / GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - now.getTime());
}
