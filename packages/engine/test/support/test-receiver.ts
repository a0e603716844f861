/** Starts a server that receives webhooks, records them and answers as the test requires. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";

export type ReceivedRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

export type Answer = (response: ServerResponse, request: ReceivedRequest) => void;

export type TestReceiver = {
  readonly port: number;
  /** `127.0.0.1:port` */
  readonly host: string;
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  /** Sets the answer: a status, or a function that answers. */
  answer(answer: number | Answer): void;
  close(): Promise<void>;
};

export type TestReceiverOptions = {
  readonly address?: string;
  readonly port?: number;
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer };
};

/** Starts a receiver, which answers 200 until `answer` is called. */
export async function startTestReceiver(options: TestReceiverOptions = {}): Promise<TestReceiver> {
  const { address = "127.0.0.1", port: wantedPort = 0, tls } = options;
  const requests: ReceivedRequest[] = [];
  let answer: Answer = (response) => response.end();
  const server: Server = tls === undefined ? createServer() : createTlsServer(tls);
  server.on("request", (request, response: ServerResponse) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const { method = "", url: path = "", headers } = request;
      const received = { method, path, headers, body: Buffer.concat(parts) };
      requests.push(received);
      answer(response, received);
    });
  });
  await once(server.listen(wantedPort, address), "listening");
  const bound = server.address();
  const port = typeof bound === "object" && bound !== null ? bound.port : 0;
  return {
    port,
    host: `${address}:${String(port)}`,
    url: `${tls === undefined ? "http" : "https"}://${address}:${String(port)}/hooks`,
    requests,
    answer(wanted) {
      answer =
        typeof wanted === "number" ? (response) => response.writeHead(wanted).end(`status ${String(wanted)}`) : wanted;
    },
    async close() {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}
