/** Serves the crypto service of the replaced system: a small HTTP server that computes and stores nothing. */
import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { computeIn, isRotaError, type Logger } from "@rota/engine";
import { createComputePool } from "@rota/engine/workload";
import * as endpoints from "./compute-endpoint.ts";

const inEndpoints = computeIn<typeof endpoints>(new URL("./compute-endpoint.ts", import.meta.url));
const KEY_HEADER = "x-electionguard-internal-key";
/** Maximum size of a request: a chunk of ballots as JSON. The input of a computation is limited too. */
const BODY_BYTES_MAX = 48 * 1_048_576;

export type CryptoServiceOptions = {
  readonly host: string;
  /** Port; 0 takes a free one. */
  readonly port: number;
  /** Key that callers must send as X-ElectionGuard-Internal-Key; undefined when there is none. */
  readonly key: string | undefined;
  /** Name of the group, such as `eg-v1-4096`. */
  readonly group: string;
  readonly logger: Logger;
};

export type CryptoService = { readonly url: string; readonly close: () => Promise<void> };

export async function openCryptoService(options: CryptoServiceOptions): Promise<CryptoService> {
  const { host, port, logger } = options;
  const pool = createComputePool({ logger });
  const server = createServer((request, response) => {
    void answer(request, response, async (path, { form, body }) => {
      return pool.run(inEndpoints("computeEndpoint"), { path, group: options.group, form, body });
    });
  });

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    compute: (path: string, given: { form: endpoints.Form; body: Uint8Array }) => Promise<Uint8Array>,
  ): Promise<void> {
    const form = endpoints.formOf(request.headers["content-type"]);
    const refuse = (status: number, message: string) => {
      send(response, { status, form, body: endpoints.writeForm(form, { status: "error", message }) });
    };
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    try {
      if (path === "/health") {
        const body = endpoints.writeForm(form, { status: "healthy", group: options.group });
        return send(response, { status: 200, form, body });
      }
      if (!isAllowed(request, options.key)) return refuse(401, `send the service's key as ${KEY_HEADER}`);
      if (!endpoints.isEndpoint(path)) return refuse(404, `there is no ${path} here`);
      if (request.method !== "POST") return refuse(405, "endpoints take POST");
      const body = await readBody(request);
      if (body === undefined) return refuse(413, `a request may have ${String(BODY_BYTES_MAX)} bytes`);
      send(response, { status: 200, form, body: await compute(path, { form, body }) });
    } catch (error) {
      // Requests contain keys, so nothing more of them or of unexpected errors is logged or returned.
      if (isRotaError(error)) return refuse(error.kind === "invalid" ? 400 : 500, error.message);
      logger.error({ path }, "the crypto service failed");
      refuse(500, "the service failed; its log says where");
    }
  }

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${String(portOf(server.address()))}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await pool.close();
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Compares hashes, so that the time reveals nothing about the key. */
function isAllowed(request: IncomingMessage, key: string | undefined): boolean {
  if (key === undefined) return true;
  const given = request.headers[KEY_HEADER];
  const hashed = (text: string) => createHash("sha256").update(text).digest();
  return typeof given === "string" && timingSafeEqual(hashed(given), hashed(key));
}

async function readBody(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    if (!Buffer.isBuffer(part)) continue;
    bytes += part.length;
    if (bytes > BODY_BYTES_MAX) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

type Sent = { readonly status: number; readonly form: endpoints.Form; readonly body: Uint8Array };

function send(response: ServerResponse, { status, form, body }: Sent): void {
  response.writeHead(status, { "content-type": endpoints.contentTypeOf(form) }).end(body);
}
