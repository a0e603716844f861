/** Starts a server that offers another one below a path, as an application does that mounts the dashboard. */
import { once } from "node:events";
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type ServerBelowPath = {
  /** Address of the offered server, with the path. */
  readonly url: string;
  readonly close: () => Promise<void>;
};

/** Passes requests below the path on without it, and gives pages the path as their base. */
export async function openBelowPath(offered: string, path: string): Promise<ServerBelowPath> {
  const server = createServer((incoming, outgoing) => {
    if (incoming.url?.startsWith(`${path}/`) === true) passOn(incoming, outgoing, { offered, path });
    else outgoing.writeHead(404).end("the application has nothing here");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address: AddressInfo | string | null = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${String(port)}${path}`,
    async close() {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}

type Below = { readonly offered: string; readonly path: string };

function passOn(incoming: IncomingMessage, outgoing: ServerResponse, { offered, path }: Below): void {
  const { host = "", ...headers } = incoming.headers;
  const { origin, ...others } = headers;
  // The offered server compares the origin of a request with its own host.
  const sent = origin === undefined ? headers : { ...others, origin: origin.replace(host, new URL(offered).host) };
  const options = { method: incoming.method ?? "GET", headers: sent };
  const inner = request(new URL((incoming.url ?? "").slice(path.length), offered), options, (answer) => {
    const isPage = answer.headers["content-type"]?.startsWith("text/html") === true;
    outgoing.writeHead(answer.statusCode ?? 502, isPage ? withoutLength(answer.headers) : answer.headers);
    if (!isPage) return void answer.pipe(outgoing);
    let html = "";
    answer.setEncoding("utf8").on("data", (part: string) => (html += part));
    answer.on("end", () => outgoing.end(html.replace('<base href="/" />', `<base href="${path}/" />`)));
  });
  inner.on("error", () => outgoing.destroy());
  outgoing.on("close", () => inner.destroy());
  incoming.pipe(inner);
}

function withoutLength({ "content-length": _length, ...headers }: IncomingMessage["headers"]) {
  return headers;
}
