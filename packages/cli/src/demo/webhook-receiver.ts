/** Receives the webhooks of the demo on this machine and refuses every delivery whose signature is wrong. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { DemoReceiver } from "@rota/engine/workload";

export type WebhookReceiver = DemoReceiver & {
  /** Host and port, such as `127.0.0.1:40123`. */
  readonly host: string;
  close(): Promise<void>;
};

const LOOPBACK = "127.0.0.1";
/** The path of version 0.1.0, by which a resumed demo finds its endpoint. */
const PATH = "/hooks/scene";
const BODY_BYTES_MAX = 2_000_000;
const AGE_S_MAX = 300;
const SECRET_PREFIX = "whsec_";
const [TAKEN, REFUSED, TOO_EARLY] = [204, 401, 503];

export async function openReceiver(): Promise<WebhookReceiver> {
  let key: Buffer | undefined;
  const server = createServer((request, response) => {
    readBody(request)
      .then((body) => {
        const isRight = key !== undefined && isSigned(request, body, key);
        response.writeHead(key === undefined ? TOO_EARLY : isRight ? TAKEN : REFUSED).end();
      })
      .catch(() => response.destroy());
  });
  await once(server.listen(0, LOOPBACK), "listening");
  const address = server.address();
  const host = `${LOOPBACK}:${String(isAddress(address) ? address.port : 0)}`;
  return {
    host,
    url: `http://${host}${PATH}`,
    trust: (secret) => void (key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64")),
    async close() {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}

function isAddress(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === "object" && address !== null;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    if (!Buffer.isBuffer(part)) throw new TypeError("a body comes in bytes");
    bytes += part.length;
    if (bytes > BODY_BYTES_MAX) throw new RangeError("the body is too large");
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Checks the signature of Standard Webhooks: id, time and body under the secret, at most five minutes old. */
function isSigned({ headers }: IncomingMessage, body: Buffer, key: Buffer): boolean {
  const [id, time] = [String(headers["webhook-id"]), String(headers["webhook-timestamp"])];
  if (!(Math.abs(Date.now() / 1_000 - Number(time)) <= AGE_S_MAX)) return false;
  const right = createHmac("sha256", key).update(`${id}.${time}.`).update(body).digest();
  const given = String(headers["webhook-signature"]).split(" ");
  return given.some((signature) => {
    const bytes = Buffer.from(signature.replace(/^v1,/, ""), "base64");
    return bytes.length === right.length && timingSafeEqual(bytes, right);
  });
}
