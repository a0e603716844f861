/** Asks the server to cancel what a session runs, as PostgreSQL's protocol says: on a connection of its own. */
import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { once } from "node:events";
import type { ConnectionTarget } from "./connection-target.ts";

const CANCEL_REQUEST_CODE = 80_877_102;
const TLS_REQUEST_CODE = 80_877_103;

export type SessionKey = { processId: number; secretKey: number };

/** Returns when the server has taken the request, which it shows by closing the connection. */
export async function sendCancelRequest(target: ConnectionTarget, key: SessionKey, timeoutMs: number): Promise<void> {
  const plain = openSocket(target);
  const deadline = setTimeout(() => plain.destroy(new Error("the cancel request timed out")), timeoutMs);
  try {
    await once(plain, "connect");
    const socket = target.tls === undefined ? plain : await secure(plain, target);
    const closed = once(socket.resume(), "close");
    // Not `end`: a half-closed connection brings down PgBouncer 1.18.
    socket.write(packet(CANCEL_REQUEST_CODE, key.processId, key.secretKey));
    await closed;
  } finally {
    clearTimeout(deadline);
    plain.destroy();
  }
}

function openSocket(target: ConnectionTarget): Socket {
  if (target.host.startsWith("/")) return connectTcp(`${target.host}/.s.PGSQL.${String(target.port)}`);
  return connectTcp(target.port, target.host);
}

async function secure(plain: Socket, target: ConnectionTarget): Promise<Socket> {
  plain.write(packet(TLS_REQUEST_CODE));
  await once(plain, "data"); // one letter; whoever speaks no TLS fails the handshake below
  const socket = connectTls({ ...target.tls, socket: plain });
  await once(socket, "secureConnect");
  return socket;
}

/** A length, then numbers of 32 bits each. */
function packet(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 + numbers.length * 4);
  bytes.writeInt32BE(bytes.length, 0);
  numbers.forEach((number, index) => bytes.writeInt32BE(number, 4 + index * 4));
  return bytes;
}
