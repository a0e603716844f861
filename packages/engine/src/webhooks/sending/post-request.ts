/** Sends one POST to addresses that were checked, within limits of time and size, and follows nothing. */
import { Agent as HttpAgent, request as httpRequest, type ClientRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { LookupFunction, Socket } from "node:net";
import type { AdmittedUrl } from "../guard/guard.ts";
import type { Address } from "../guard/resolve-host.ts";
import { OutOfTime } from "./classify-error.ts";

export const CONNECT_TIMEOUT_MS = 5_000;
/** An answer is read so far and no further … */
export const ANSWER_BYTES_MAX = 65_536;
/** … and kept so far. */
export const ANSWER_BYTES_KEPT = 4_096;

const IDLE_MS = 30_000;
const FREE_SOCKETS_MAX = 256;
const KEPT = { keepAlive: true, timeout: IDLE_MS, maxFreeSockets: FREE_SOCKETS_MAX, scheduling: "lifo" } as const;

export type Agents = { readonly http: HttpAgent; readonly https: HttpsAgent };

export type PostRequest = AdmittedUrl & {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly signal: AbortSignal;
};

export type Answer = { readonly status: number; readonly retryAfter: string | undefined; readonly body: Uint8Array };

/** Connections are kept for a while. They are our own, so that no proxy of the environment comes between. */
export function createAgents(): Agents {
  return { http: new HttpAgent(KEPT), https: new HttpsAgent(KEPT) };
}

/** Rejects when no whole answer came. A kept connection that the receiver has closed meanwhile is tried anew. */
export async function postRequest(agents: Agents, given: PostRequest): Promise<Answer> {
  try {
    return await post(agents, given);
  } catch (error) {
    if (!(error instanceof StaleConnection)) throw error;
    return await post(agents, given);
  }
}

class StaleConnection extends Error {}

function post(agents: Agents, given: PostRequest): Promise<Answer> {
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

/** Gives the addresses that were checked, whatever the name stands for by now. */
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

/** What goes beyond the limit is not waited for: the connection is given up. */
async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const kept: Buffer[] = [];
  let bytes = 0;
  const chunks: AsyncIterable<Buffer> = response;
  for await (const chunk of chunks) {
    if (bytes < ANSWER_BYTES_KEPT) kept.push(chunk.subarray(0, ANSWER_BYTES_KEPT - bytes));
    bytes += chunk.byteLength;
    if (bytes > ANSWER_BYTES_MAX) break; // leaving the loop destroys the response
  }
  const status = response.statusCode ?? 0;
  return { status, retryAfter: response.headers["retry-after"], body: Buffer.concat(kept) };
}
