/** Tests that a message is confirmed, or its sender gets the reason. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openBrokerBench, refusalOf, type BrokerBench } from "../../../test/support/test-broker.ts";
import type { OutgoingMessage } from "../broker.ts";
import { MESSAGE_BYTES_MAX } from "../broker-limits.ts";

let bench: BrokerBench;
beforeAll(async () => {
  bench = await openBrokerBench();
});
afterAll(() => bench.dispose());

async function queueFor(options: Parameters<BrokerBench["open"]>[0] = {}) {
  const topology = bench.topology();
  const opened = await bench.open(options);
  await opened.broker.declare(topology);
  const message = (fields: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
    exchange: topology.exchange,
    routingKey: topology.queue,
    body: Buffer.from('{"chunkId":"7"}'),
    ...fields,
  });
  const read = async () => {
    const channel = await bench.admin.createChannel();
    const found = await channel.get(topology.queue, { noAck: true });
    await channel.close();
    return found === false ? undefined : found;
  };
  return { ...opened, ...topology, message, read };
}

test("a confirmed message is in the queue with its headers, kept over a restart", async () => {
  const { broker, message, read } = await queueFor();

  await broker.publish(message({ headers: { attempt: 2, kind: "tally" }, messageId: "event-1" }));

  const found = await read();
  expect(found?.content.toString()).toBe('{"chunkId":"7"}');
  expect(found?.properties).toMatchObject({
    headers: { attempt: 2, kind: "tally" },
    messageId: "event-1",
    contentType: "application/json",
    deliveryMode: 2,
  });
});

test("a message that no queue takes is refused by its key, and those sent beside it arrive", async () => {
  const { broker, message, queue } = await queueFor();

  const sent = ["lost", queue, "lost", queue].map((routingKey) => broker.publish(message({ routingKey })));

  const outcomes = await Promise.allSettled(sent);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected", "fulfilled"]);
  expect(outcomes[0]).toMatchObject({ reason: { code: "BROKER_UNROUTABLE", details: { routingKey: "lost" } } });
  expect(await broker.inspectQueue(queue)).toMatchObject({ ready: 2 });
});

test("a message that is not mandatory is confirmed", async () => {
  const { broker, message } = await queueFor();

  await expect(broker.publish(message({ routingKey: "lost", isMandatory: false }))).resolves.toBeUndefined();
});

test("a missing exchange is a refusal for its own messages, and the next message is sent", async () => {
  const { broker, message } = await queueFor();

  await expect(broker.publish(message({ exchange: `${bench.prefix}.none` }))).rejects.toMatchObject({
    code: "BROKER_UNROUTABLE",
  });

  await broker.publish(message());
});

test("a queue that was deleted exists again for the second attempt", async () => {
  const { broker, message, queue } = await queueFor();
  const channel = await bench.admin.createChannel();
  await channel.deleteQueue(queue);
  await channel.close();

  await expect(broker.publish(message())).rejects.toMatchObject({ code: "BROKER_UNROUTABLE" });

  await broker.publish(message());
});

test.each([
  ["a body over the limit", { body: new Uint8Array(MESSAGE_BYTES_MAX + 1) }, "at most 1048576 are sent"],
  ["a routing key over the limit", { routingKey: "k".repeat(256) }, "routingKey of a message has 256 bytes"],
  ["headers over the limit", { headers: { long: "x".repeat(70_000) } }, "cannot be sent"],
])("%s is refused before anything is sent", async (_, fields, words) => {
  const { broker, message } = await queueFor();

  const refusal = await refusalOf(broker.publish(message(fields)));
  expect(refusal.code).toBe("BROKER_MESSAGE_INVALID");
  expect(refusal.message).toContain(words);

  await broker.publish(message());
});

test("while the broker is unavailable a message is refused at once", async () => {
  const { broker, message, proxy } = await queueFor();
  proxy.refuse();
  await vi.waitUntil(() => !broker.isConnected);

  const refusal = await refusalOf(broker.publish(message()));
  expect(refusal.code).toBe("BROKER_UNAVAILABLE");
  expect(refusal.message).toContain("RabbitMQ is away");
});

test("a message whose confirmation is lost with the connection is refused, and sent when it is tried again", async () => {
  const { broker, message, proxy } = await queueFor();
  await broker.publish(message());
  proxy.silence();

  const sent = broker.publish(message());
  proxy.cut();

  await expect(sent).rejects.toMatchObject({ code: "BROKER_UNAVAILABLE" });
  await vi.waitFor(() => broker.publish(message()), { timeout: 5_000 });
});

test("a message that is not confirmed in time is refused", async () => {
  const { broker, message, proxy } = await queueFor({ confirmTimeoutMs: 50 });
  proxy.silence();

  await expect(broker.publish(message())).rejects.toMatchObject({
    code: "BROKER_UNAVAILABLE",
    message: "RabbitMQ did not confirm a message within 50 ms",
  });
  proxy.cut();
});
