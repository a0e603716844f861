/** Tests of connections to a broker: by URL, over TLS, whenever it is available; and of the log when it is not. */
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { createServer, type Server } from "node:tls";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { silentLogger } from "../../runtime/logger.ts";
import { openBrokerBench, refusalOf, type BrokerBench } from "../../../test/support/test-broker.ts";
import { hasOpenssl, startTlsProxy, type TlsProxy } from "../../../test/support/tls-proxy.ts";
import { openRabbitmqBroker } from "./rabbitmq-broker.ts";

let bench: BrokerBench;
beforeAll(async () => {
  bench = await openBrokerBench();
});
afterAll(() => bench.dispose());

const open = (url: string) => openRabbitmqBroker({ url, logger: silentLogger });

test("a wrong password is refused at once, and the refusal does not contain it", async () => {
  const refusal = await refusalOf(open(bench.url.replace(/:[^:@/]+@/, ":not-the-password@")));

  expect(refusal).toMatchObject({ code: "BROKER_REFUSED", details: { reason: "login" } });
  expect(refusal.message).toMatch(/user rota.* refused the user or the password/);
  expect(refusal.message).not.toContain("not-the-password");
});

test("a virtual host that does not exist is refused by its name", async () => {
  const refusal = await refusalOf(open(bench.url.replace(/%2f$/, "%2ffis")));

  expect(refusal).toMatchObject({ code: "BROKER_REFUSED", details: { reason: "virtual host" } });
  expect(refusal.message).toContain("virtual host /fis did not open the virtual host");
});

test("a broker that is unavailable at the start is used as soon as it is available", async () => {
  const { broker, log, proxy } = await bench.open({ isUnavailable: true });
  const topology = bench.topology();
  await broker.declare(topology);
  expect(broker.isConnected).toBe(false);
  expect(await broker.inspectQueue(topology.queue)).toBeUndefined();

  proxy.allow();
  await vi.waitUntil(() => broker.isConnected);

  expect(await broker.inspectQueue(topology.queue)).toEqual({ ready: 0, consumers: 0 });
  expect(logLines(log)).toEqual(["warn RabbitMQ is away", "info RabbitMQ is back"]);
});

test("the loss and the return of a broker are logged once each", async () => {
  const { broker, log, proxy } = await bench.open();
  const changes: boolean[] = [];
  broker.onChange((isConnected) => changes.push(isConnected));

  proxy.refuse();
  await vi.waitUntil(() => !broker.isConnected);
  proxy.allow();
  await vi.waitUntil(() => broker.isConnected);

  expect(changes).toEqual([false, true]);
  expect(logLines(log)).toEqual(["info RabbitMQ is there", "warn RabbitMQ is away", "info RabbitMQ is back"]);
});

test("a server that falls silent counts as disconnected after two heartbeats", async () => {
  const { broker, proxy } = await bench.open({ query: "?heartbeat=1" });
  // It listens and does not poll: the broker may be back a moment later.
  const isDisconnected = new Promise<boolean>((resolve) => broker.onChange((isConnected) => resolve(!isConnected)));

  proxy.silence();

  expect(await isDisconnected).toBe(true);
});

test("a closed broker takes no more calls", async () => {
  const { broker } = await bench.open();

  await broker.close();

  expect(broker.isConnected).toBe(false);
  await expect(broker.inspectQueue("anything")).rejects.toMatchObject({ code: "BROKER_CLOSED" });
  await expect(broker.declare({ exchanges: [], queues: [] })).rejects.toMatchObject({ code: "BROKER_CLOSED" });
});

describe.skipIf(!(await hasOpenssl()))("TLS (needs openssl to make a certificate)", () => {
  let certificate: TlsProxy;
  let server: Server;
  let secureUrl = "";
  beforeAll(async () => {
    const target = { host: "127.0.0.1", port: Number(new URL(bench.url).port) };
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
    const port = typeof address === "object" && address !== null ? address.port : 0;
    secureUrl = bench.url.replace("amqp:", "amqps:").replace(/@[^/]+/, `@localhost:${String(port)}`);
  });
  afterAll(async () => {
    server.close();
    await certificate.close();
  });

  test("amqps uses TLS with a server whose certificate is trusted", async () => {
    const broker = await open(`${secureUrl}?cacertfile=${certificate.rootFile}`);

    expect(broker.isConnected).toBe(true);
    await broker.close();
  });

  test("a certificate without a trusted authority is refused", async () => {
    await expect(open(secureUrl)).rejects.toMatchObject({ code: "BROKER_REFUSED", details: { reason: "certificate" } });
  });
});

/** Returns the level and the first words of each line. */
function logLines(log: readonly string[]): string[] {
  return log.map(
    (line) => /"level":"(\w+)".*"msg":"([\w ]+?)(?: and is tried|")/.exec(line)?.slice(1, 3).join(" ") ?? line,
  );
}
