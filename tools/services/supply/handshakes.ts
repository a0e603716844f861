/** Checks in the protocol of each kind of server whether it answers. */
import { connect as connectTcp } from "node:net";
import type { Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { connect as connectAmqp } from "amqplib";

const HANDSHAKE_MS_MAX = 10_000;

/** Logs in when the URL contains a password, then sends PING and expects PONG. */
export function redisAnswers(url: string): Promise<void> {
  const { username, password } = new URL(url);
  const login = [decodeURIComponent(username), decodeURIComponent(password)].filter((part) => part !== "");
  const commands = password === "" ? [["PING"]] : [["AUTH", ...login], ["PING"]];
  return exchange(url, 6379, commands.map(redisCommand).join(""), (reply) => {
    if (reply.startsWith("-")) throw new Error(reply.split("\r\n", 1)[0]?.slice(1));
    return reply.includes("+PONG");
  });
}

/** Opens and closes a connection, which also proves the login and the virtual host. */
export async function rabbitmqAnswers(url: string): Promise<void> {
  await exchange(url, 5672, "AMQP\x00\x00\x09\x01", (reply) => reply.startsWith("\x01"));
  const connection = await connectAmqp(url, { timeout: HANDSHAKE_MS_MAX });
  await connection.close();
}

/** Requests encryption, which every PostgreSQL server answers with one byte before any login. */
export function postgresAnswers(url: string): Promise<void> {
  return exchange(url, 5432, "\x00\x00\x00\x08\x04\xd2\x16\x2f", (reply) => reply === "S" || reply === "N");
}

function redisCommand(parts: readonly string[]): string {
  const bulks = parts.map((part) => `$${Buffer.byteLength(part)}\r\n${part}\r\n`);
  return `*${parts.length}\r\n${bulks.join("")}`;
}

/** Sends the opening bytes and waits, with a time limit, until the reply is as expected. */
function exchange(
  url: string,
  defaultPort: number,
  opening: string,
  isComplete: (reply: string) => boolean,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = openSocket(new URL(url), defaultPort);
    let reply = "";
    const finish = (error?: Error) => {
      socket.destroy();
      if (error === undefined) resolve();
      else reject(error);
    };
    socket.setTimeout(HANDSHAKE_MS_MAX, () => {
      finish(new Error(`no answer within ${HANDSHAKE_MS_MAX / 1000} s`));
    });
    socket.once("error", finish);
    socket.once("close", () => {
      finish(new Error(`the connection was closed after ${reply.length} bytes that are not the expected protocol`));
    });
    socket.on("data", (bytes: Buffer) => {
      reply += bytes.toString("latin1");
      try {
        if (isComplete(reply)) finish();
      } catch (error) {
        finish(error instanceof Error ? error : new Error(String(error)));
      }
    });
    socket.write(Buffer.from(opening, "latin1"));
  });
}

const TLS_PROTOCOLS = ["rediss:", "amqps:"];

function openSocket(url: URL, defaultPort: number): Socket {
  const host = decodeURIComponent(url.searchParams.get("host") ?? url.hostname).replace(/^\[|\]$/g, "");
  const port = Number(url.port === "" ? defaultPort : url.port);
  // A host that is a folder is PostgreSQL's notation for a Unix socket.
  if (host.startsWith("/")) return connectTcp({ path: `${host}/.s.PGSQL.${port}` });
  if (!TLS_PROTOCOLS.includes(url.protocol)) return connectTcp({ host, port });
  return connectTls({ host, port, servername: host });
}
