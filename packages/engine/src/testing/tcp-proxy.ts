/** Stands between a test and a server, and can cut, refuse or silence connections. */
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export type TcpProxy = {
  readonly port: number;
  /** How many connections it has taken so far. */
  readonly accepted: () => number;
  /** Cuts every connection at once. */
  readonly cut: () => void;
  /** Cuts, and refuses new connections until `allow`. */
  readonly refuse: () => void;
  readonly allow: () => void;
  /** From now on nothing passes, yet nothing is closed: what a pulled cable looks like. */
  readonly silence: () => void;
  readonly close: () => Promise<void>;
};

export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let accepted = 0;
  let isRefusing = false;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((client) => {
    if (isRefusing) return void client.destroy();
    accepted++;
    const upstream = connect(target.port, target.host);
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) {
      sockets.add(socket.setNoDelay());
      socket.on("error", () => undefined);
      socket.on("close", () => [client, upstream].forEach((end) => sockets.delete(end.destroy())));
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    port: portOf(server.address()),
    accepted: () => accepted,
    cut,
    refuse() {
      isRefusing = true;
      cut();
    },
    allow: () => void (isRefusing = false),
    silence() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    async close() {
      cut();
      await once(server.close(), "close");
    },
  };
}

function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === "string") throw new Error("the proxy listens on no port");
  return address.port;
}
