/** Tests connecting to Redis by URL, with a user and over TLS, and the reasons that a failure reports. */
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { createServer, type Server } from "node:tls";
import { once } from "node:events";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startRedis } from "../../../../../tools/services/redis-service.ts";
import type { Service } from "../../../../../tools/services/service.ts";
import { createLogger } from "../../runtime/logger.ts";
import { hasOpenssl, startTlsProxy, type TlsProxy } from "../../../test/support/tls-proxy.ts";
import { openRedisLink } from "./redis-link.ts";
import { createRedisLockMirror, createRedisOnceMirror, createRedisSecretStore } from "./redis-lock-store.ts";
import { putSecretScript, readSecretScript } from "./redis-scripts.ts";

/** Commands that a user needs according to the guide on Redis, and SELECT for a database other than 0. */
const COMMANDS = [
  ...["+eval", "+evalsha", "+info", "+select", "+type", "+time", "+get", "+set", "+del"],
  ...["+hset", "+hmget", "+hgetall", "+pexpire", "+pexpireat"],
  ...["+strlen", "+rpush", "+lindex", "+lpop"],
];
const lines: string[] = [];
const logger = createLogger({ level: "info", json: true, destination: { write: (line) => void lines.push(line) } });
let service: Service;

beforeAll(async () => {
  service = await startRedis();
  const admin = new Redis(service.url);
  await admin.call("ACL", "SETUSER", "rota", "on", ">p@ss/word", "~app:*", "-@all", ...COMMANDS);
  admin.disconnect();
});
afterAll(() => service.dispose());

const urlWith = (change: (url: URL) => void) => {
  const url = new URL(service.url);
  change(url);
  return url.href;
};

test("the URL selects a user and a database number", async () => {
  const url = urlWith((to) => Object.assign(to, { username: "rota", password: "p@ss/word", pathname: "/2" }));
  const link = await openRedisLink({ url, installation: "test", logger, keyPrefix: "app:" });

  await link.run(putSecretScript, "k", ["v", "60000"]);

  expect(await link.run(readSecretScript, "k")).toBe("v");
  const admin = new Redis(service.url, { db: 2 });
  expect(await admin.get("app:k")).toBe("v");
  admin.disconnect();
  await link.close();
});

test("a user needs only the commands of the guide", async () => {
  const url = urlWith((to) => Object.assign(to, { username: "rota", password: "p@ss/word" }));
  const link = await openRedisLink({ url, installation: "test", logger, keyPrefix: "app:" });
  const [mirror, once, secrets] = [
    createRedisLockMirror(link),
    createRedisOnceMirror(link),
    createRedisSecretStore(link),
  ];
  const expiresAt = new Date(Date.now() + 60_000);
  const key = "lock:tally:invoice:1";
  const nothing = { expectedEndAt: undefined, taskId: undefined, context: undefined, progress: undefined };
  const lock = { ...nothing, key, holder: "ann", operation: "TALLY", startedAt: new Date(), expiresAt };
  const kept = { inputHash: "h", answer: 7, finishedAt: new Date() };

  await mirror.keep({ ...lock, expiresAt: undefined, taskId: 1n });
  expect(await mirror.recent(key)).toBeUndefined();
  await mirror.keep(lock);
  expect(await mirror.recent(key)).toEqual(lock);
  await mirror.forget(lock);
  expect(await mirror.recent(key)).toBeUndefined();
  await once.keep({ scope: "s", key }, { ...kept, expiresAt });
  expect(await once.answer({ scope: "s", key })).toEqual(kept);
  await secrets.put({ key, sealed: new Uint8Array([1]), ttlMs: 60_000 });
  expect([await secrets.read(key), await secrets.take(key), await secrets.take(key)]).toEqual([
    new Uint8Array([1]),
    new Uint8Array([1]),
    undefined,
  ]);
  expect(link.outage()).toBeUndefined();
  await link.close();
});

test("a command that its user may not run is refused with the reason", async () => {
  const url = urlWith((to) => Object.assign(to, { username: "rota", password: "p@ss/word" }));
  const link = await openRedisLink({ url, installation: "test", logger });

  await expect(link.run(putSecretScript, "outside", ["v", "60000"])).rejects.toThrow("its user may not do that");
  await link.close();
});

test("a wrong password is reported, without the password", async () => {
  const url = urlWith((to) => Object.assign(to, { password: "hunter2" }));
  const link = await openRedisLink({ url, installation: "test", logger });

  const refused: unknown = await link.run(readSecretScript, "k").catch((error: unknown) => error);

  expect(link.outage()?.reason).toContain("refuses the user or the password");
  expect(refused).toMatchObject({ code: "COORDINATOR_UNAVAILABLE" });
  expect(String(refused)).toContain("refuses the user or the password");
  expect(lines.join("") + JSON.stringify(refused)).not.toContain("hunter2");
  await link.close();
});

describe.skipIf(!(await hasOpenssl()))("TLS (needs openssl to make a certificate)", () => {
  let certificate: TlsProxy;
  let server: Server;
  let port = 0;
  beforeAll(async () => {
    const target = { host: "127.0.0.1", port: Number(new URL(service.url).port) };
    certificate = await startTlsProxy(target);
    const cert = await readFile(certificate.rootFile);
    const key = await readFile(join(dirname(certificate.rootFile), "key.pem"));
    server = createServer({ cert, key }, (client) => {
      const upstream = connect(target.port, target.host);
      client.pipe(upstream).pipe(client);
      for (const socket of [client, upstream]) socket.on("error", () => socket.destroy());
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const address = server.address();
    port = typeof address === "object" && address !== null ? address.port : 0;
  });
  afterAll(async () => {
    server.close();
    await certificate.close();
  });
  const secureUrl = () =>
    urlWith((to) => Object.assign(to, { host: `localhost:${String(port)}` })).replace("redis:", "rediss:");

  test("rediss:// uses TLS with a server whose certificate is trusted", async () => {
    const ca = await readFile(certificate.rootFile, "utf8");
    const link = await openRedisLink({ url: secureUrl(), installation: "test", logger, ca });
    expect(link.outage()).toBeUndefined();
    expect(await link.run(readSecretScript, "nothing")).toBeNull();
    await link.close();
  });

  test("a certificate of an unknown issuer is refused", async () => {
    const link = await openRedisLink({ url: secureUrl(), installation: "test", logger });
    expect(link.outage()?.reason).toContain("self-signed certificate");
    await link.close();
  });
});
