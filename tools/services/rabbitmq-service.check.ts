/** Tests of the private RabbitMQ server. */
import { connect } from "amqplib";
import type { ChannelModel } from "amqplib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isRunning } from "./process/process-identity.ts";
import { listeningAddresses } from "./process/listening-addresses.ts";
import { startedProcesses } from "./process/run-folder.ts";
import { rabbitmqctl } from "./rabbitmq/rabbitmqctl.ts";
import { startRabbitmq } from "./rabbitmq-service.ts";
import type { Service } from "./service.ts";
import { rabbitmqAnswers } from "./supply/handshakes.ts";

let rabbitmq: Service;

beforeAll(async () => {
  rabbitmq = await startRabbitmq();
});

afterAll(async () => {
  await rabbitmq.dispose();
});

test("a durable queue and its confirmed message survive kill -9 of RabbitMQ, at the same address", async () => {
  const url = rabbitmq.url;
  await withConnection(url, async (connection) => {
    const channel = await connection.createConfirmChannel();
    await channel.assertQueue("tickets", { durable: true });
    channel.sendToQueue("tickets", Buffer.from("chunk 7"), { persistent: true });
    await channel.waitForConfirms();
  });
  writeQueuesToDisk();

  await rabbitmq.kill();
  const pidWhileDown = rabbitmq.pid();
  await rabbitmq.start();

  expect(pidWhileDown).toBeUndefined();
  const message = await withConnection(rabbitmq.url, async (connection) => {
    const channel = await connection.createChannel();
    await channel.checkQueue("tickets");
    return channel.get("tickets", { noAck: true });
  });
  expect(message === false ? undefined : message.content.toString()).toBe("chunk 7");
  expect(rabbitmq.url).toBe(url);
});

test("RabbitMQ refuses clients without its password", async () => {
  const withoutPassword = rabbitmq.url.replace(/:[^:@/]+@/, ":wrong@");

  await expect(rabbitmqAnswers(withoutPassword)).rejects.toThrow("ACCESS_REFUSED");
});

test.skipIf(process.platform !== "linux")(
  "RabbitMQ, its cluster port and its port mapper listen on loopback only",
  () => {
    const addresses = startedProcesses().flatMap(({ pid }) => listeningAddresses(pid));

    expect(addresses).toContain(`127.0.0.1:${new URL(rabbitmq.url).port}`);
    expect(addresses.filter((address) => !isLoopback(address))).toEqual([]);
    expect(addresses.filter((address) => address.startsWith("127.0.0.1:"))).toHaveLength(3);
  },
);

test("disposing ends the node and its port mapper", async () => {
  const processes = startedProcesses();
  expect(processes).toHaveLength(2);

  await rabbitmq.dispose();

  expect(processes.filter(isRunning)).toEqual([]);
  expect(startedProcesses()).toEqual([]);
});

function isLoopback(address: string): boolean {
  const IPV6_LOOPBACK = "00000000000000000000000001000000:";
  return address.startsWith("127.0.0.1:") || address.startsWith(IPV6_LOOPBACK);
}

async function withConnection<Result>(
  url: string,
  use: (connection: ChannelModel) => Promise<Result>,
): Promise<Result> {
  const connection = await connect(url);
  try {
    return await use(connection);
  } finally {
    await connection.close();
  }
}

/**
 * Makes RabbitMQ write its queues to disk. Messages are on disk when they are confirmed, but the queue itself is
 * written later.
 */
function writeQueuesToDisk(): void {
  const isContainer = rabbitmq.folder === undefined;
  if (!isContainer) expect(rabbitmqctl(rabbitmq, "eval", "mnesia:dump_log().")).toEqual([["dumped"]]);
}
