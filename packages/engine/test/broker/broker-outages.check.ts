/** Tests a broker whose RabbitMQ is killed, runs out of memory, or keeps several virtual hosts. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startRabbitmq } from "../../../../tools/services/rabbitmq-service.ts";
import { queueIsOnDisk } from "../../../../tools/services/rabbitmq/queue-is-on-disk.ts";
import { rabbitmqctl } from "../../../../tools/services/rabbitmq/rabbitmqctl.ts";
import type { Service } from "../../../../tools/services/service.ts";
import type { Broker, Topology } from "../../src/broker/broker.ts";
import { openRabbitmqBroker } from "../../src/broker/rabbitmq/rabbitmq-broker.ts";
import { createLogger } from "../../src/runtime/logger.ts";

const IS_LONG = process.env["ROTA_LONG"] === "1";
const KILLS = 2;
const MESSAGES = 60;
const queue = "tally.creation.queue";
const topology: Topology = {
  exchanges: [{ name: "task.exchange", type: "direct" }],
  queues: [{ name: queue, kind: "durable", bindings: [{ exchange: "task.exchange", routingKey: queue }] }],
};

describe.skipIf(!IS_LONG || process.platform !== "linux")("RabbitMQ fails (ROTA_LONG=1, on Linux)", () => {
  const log: string[] = [];
  const logger = createLogger({ level: "info", json: true, destination: { write: (line) => void log.push(line) } });
  let service: Service;
  let broker: Broker;

  beforeAll(async () => {
    service = await startRabbitmq();
    broker = await openRabbitmqBroker({ url: service.url, logger, confirmTimeoutMs: 2_000 });
    await broker.declare(topology);
    await vi.waitUntil(() => queueIsOnDisk(service, queue), { timeout: 20_000 });
  });
  afterAll(async () => {
    await broker.close();
    await service.dispose();
  });

  const send = (text: string) =>
    broker.publish({ exchange: "task.exchange", routingKey: queue, body: Buffer.from(text), messageId: text });
  const sendUntilConfirmed = (text: string) => vi.waitFor(() => send(text), { timeout: 60_000, interval: 100 });
  const countLines = (words: string) => log.filter((line) => line.includes(words)).length;

  test("messages confirmed before or after kill -9 are all handled, and what was under way comes again", async () => {
    const handled = new Set<string>();
    let redelivered = 0;
    let isUnderWay = true;
    const consumption = await broker.consume({
      queue,
      onMessage: async (message) => {
        redelivered += message.isRedelivered ? 1 : 0;
        handled.add(message.body.toString());
        if (!isUnderWay) {
          isUnderWay = true;
          await untilAway(broker);
        }
        message.ack();
      },
    });

    const texts = Array.from({ length: KILLS * MESSAGES }, (_, index) => `chunk-${String(index)}`);
    for (let kill = 0; kill < KILLS; kill++) {
      isUnderWay = false;
      const sent = texts.slice(kill * MESSAGES, (kill + 1) * MESSAGES).map(sendUntilConfirmed);
      await vi.waitUntil(() => isUnderWay, { timeout: 10_000 });
      await service.kill();
      await service.start();
      await Promise.all(sent);
    }
    await vi.waitUntil(() => handled.size === texts.length, { timeout: 60_000 });

    await vi.waitUntil(() => consumption.consumers === 4, { timeout: 60_000 });
    expect(redelivered).toBeGreaterThanOrEqual(KILLS);
    expect([countLines("RabbitMQ is away"), countLines("RabbitMQ is back")]).toEqual([KILLS, KILLS]);
    await consumption.stop();
  });

  test("while RabbitMQ is out of memory messages wait, their senders are notified, and answers still get through", async () => {
    await sendUntilConfirmed("before");
    setWatermark(service, "0.00001");
    const changed = new Promise<boolean>((resolve) => broker.onChange(resolve));

    await expect(send("waits")).rejects.toThrow(/did not confirm a message within 2000 ms, since it takes no messages/);
    expect([await changed, countLines("RabbitMQ takes no messages")]).toEqual([false, 1]);
    const handled: string[] = [];
    const consumption = await broker.consume({
      queue,
      onMessage: async (message) => {
        handled.push(message.body.toString());
        message.ack();
      },
    });
    await vi.waitUntil(() => handled.includes("before"), { timeout: 10_000 });
    setWatermark(service, "0.4");
    await vi.waitUntil(() => broker.isConnected, { timeout: 10_000 });

    await send("after");
    await vi.waitUntil(() => handled.includes("after") && handled.includes("waits"), { timeout: 10_000 });
    expect(countLines("RabbitMQ takes messages again")).toBe(1);
    await consumption.stop();
  });

  test("a virtual host whose name begins with a slash is a world of its own", async () => {
    rabbitmqctl(service, "add_vhost", "/fis");
    rabbitmqctl(service, "set_permissions", "-p", "/fis", new URL(service.url).username, ".*", ".*", ".*");
    const ledger = await openRabbitmqBroker({ url: service.url.replace("%2f", "%2ffis"), logger });

    await ledger.declare(topology);
    await ledger.publish({ exchange: "task.exchange", routingKey: queue, body: Buffer.from("{}") });

    expect(await ledger.inspectQueue(queue)).toMatchObject({ ready: 1 });
    expect(await broker.inspectQueue(queue)).toMatchObject({ ready: 0 });
    await ledger.close();
  });
});

function untilAway(broker: Broker): Promise<void> {
  return new Promise((resolve) => {
    if (!broker.isConnected) return resolve();
    const end = broker.onChange((isConnected) => {
      if (isConnected) return;
      end();
      resolve();
    });
  });
}

/** The part of the memory above which RabbitMQ takes no messages. */
function setWatermark(service: Service, part: string): void {
  rabbitmqctl(service, "eval", `vm_memory_monitor:set_vm_memory_high_watermark(${part}).`);
}
