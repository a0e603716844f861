/** How a broker is reached: by URL, over TLS, whenever it is there; and what is told when it is not. */
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

test("a wrong password is refused at once, and the refusal does not hold it", async () => {
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

test("a broker that is away at the start is used as soon as it is there", async () => {
  const { broker, log, proxy } = await bench.open({ isAway: true });
  const topology = bench.topology();
  await broker.declare(topology);
  expect(broker.isConnected).toBe(false);
  expect(await broker.lookAt(topology.queue)).toBeUndefined();

  proxy.allow();
  await vi.waitUntil(() => broker.isConnected);

  expect(await broker.lookAt(topology.queue)).toEqual({ ready: 0, consumers: 0 });
  expect(told(log)).toEqual(["warn RabbitMQ is away", "info RabbitMQ is back"]);
});

test("a broker that goes and returns is told of once each", async () => {
  const { broker, log, proxy } = await bench.open();
  const changes: boolean[] = [];
  broker.onChange((isConnected) => changes.push(isConnected));

  proxy.refuse();
  await vi.waitUntil(() => !broker.isConnected);
  proxy.allow();
  await vi.waitUntil(() => broker.isConnected);

  expect(changes).toEqual([false, true]);
  expect(told(log)).toEqual(["info RabbitMQ is there", "warn RabbitMQ is away", "info RabbitMQ is back"]);
});

test("a server that falls silent counts as gone after two heartbeats", async () => {
  const { broker, proxy } = await bench.open({ query: "?heartbeat=1" });
  // Told, not looked for: it may be back a moment later.
  const isGone = new Promise<boolean>((resolve) => broker.onChange((isConnected) => resolve(!isConnected)));

  proxy.silence();

  expect(await isGone).toBe(true);
});

test("a closed broker takes no more calls", async () => {
  const { broker } = await bench.open();

  await broker.close();

  expect(broker.isConnected).toBe(false);
  await expect(broker.lookAt("anything")).rejects.toMatchObject({ code: "BROKER_CLOSED" });
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

  test("amqps speaks TLS with a server whose certificate is vouched for", async () => {
    const broker = await open(`${secureUrl}?cacertfile=${certificate.rootFile}`);

    expect(broker.isConnected).toBe(true);
    await broker.close();
  });

  test("a certificate that nobody vouches for is refused", async () => {
    await expect(open(secureUrl)).rejects.toMatchObject({ code: "BROKER_REFUSED", details: { reason: "certificate" } });
  });
});

/** Level and first words of each line. */
function told(log: readonly string[]): string[] {
  return log.map(
    (line) => /"level":"(\w+)".*"msg":"([\w ]+?)(?: and is tried|")/.exec(line)?.slice(1, 3).join(" ") ?? line,
  );
}
