/** A proxy between a test and a server that can cut, refuse or silence connections, and lose an answer. */
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export type TcpProxy = {
  readonly port: number;
  /** Number of accepted connections so far. */
  readonly accepted: () => number;
  /** Cuts every connection at once. */
  readonly cut: () => void;
  /** Cuts all connections, and refuses new ones until `allow`. */
  readonly refuse: () => void;
  readonly allow: () => void;
  /** Stops all traffic without closing a connection, like a pulled cable. */
  readonly silence: () => void;
  /** Resolves when the next such answer has been lost. */
  readonly loseAnswer: (lost: LostAnswer) => Promise<void>;
  readonly close: () => Promise<void>;
};

/**
 * The request arrives complete; the answer is dropped, and the connection is cut once the server has sent all of it.
 */
export type LostAnswer = {
  /** Text that the request contains. */
  readonly to: string;
  /** Bytes at the end of the answer. */
  readonly end: Buffer;
};

/** The server is idle, in no transaction: the effects of the statements are committed. */
export const POSTGRES_IS_READY = Buffer.from("Z\0\0\0\u0005I", "latin1");
/** The server is in a transaction: the effects of the statements depend on its commit. */
export const POSTGRES_IN_TRANSACTION = Buffer.from("Z\0\0\0\u0005T", "latin1");

type Losing = LostAnswer & { readonly onLost: () => void };

export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let accepted = 0;
  let isRefusing = false;
  let losing: Losing[] = [];
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((client) => {
    if (isRefusing) return void client.destroy();
    accepted++;
    const upstream = connect(target.port, target.host);
    client.on("data", (request: Buffer) => {
      const lost = losing.find(({ to }) => request.includes(to));
      losing = losing.filter((other) => other !== lost);
      if (lost !== undefined) holdBack(upstream.unpipe(client), lost);
    });
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
    loseAnswer: (lost) => new Promise((onLost) => losing.push({ ...lost, onLost })),
    async close() {
      cut();
      await once(server.close(), "close");
    },
  };
}

function holdBack(upstream: Socket, { end, onLost }: Losing): void {
  let answer = Buffer.alloc(0);
  upstream.on("data", (part: Buffer) => {
    answer = Buffer.concat([answer, part]);
    if (!answer.subarray(-end.length).equals(end)) return;
    upstream.destroy();
    onLost();
  });
  upstream.resume();
}

function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === "string") throw new Error("the proxy listens on no port");
  return address.port;
}
