/** Tests that closing a channel always ends, even when the connection is lost. */
import { connect } from "amqplib";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openBrokerBench, type BrokerBench } from "../../../test/support/test-broker.ts";
import { startTcpProxy } from "../../../../../tools/services/tcp-proxy.ts";
import { closeChannel, openChannel } from "./rabbitmq-session.ts";

let bench: BrokerBench;
beforeAll(async () => {
  bench = await openBrokerBench();
});
afterAll(() => bench.dispose());

async function openThroughProxy() {
  const { hostname: host, port, username, password } = new URL(bench.url);
  const proxy = await startTcpProxy({ host, port: Number(port) });
  onTestFinished(() => proxy.close());
  const connection = await connect({ hostname: "127.0.0.1", port: proxy.port, username, password });
  connection.on("error", () => undefined);
  return { proxy, channel: await openChannel(connection) };
}

test("a channel is closed when its connection is lost before the broker has answered", async () => {
  const { proxy, channel } = await openThroughProxy();
  proxy.silence();

  const closed = closeChannel(channel);
  proxy.cut();

  await expect(closed).resolves.toBeUndefined();
});

test("a channel may be closed twice", async () => {
  const { channel } = await openThroughProxy();
  await closeChannel(channel);

  await expect(closeChannel(channel)).resolves.toBeUndefined();
});
