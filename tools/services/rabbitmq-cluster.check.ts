/** Tests of the private RabbitMQ cluster. */
import { connect } from "amqplib";
import type { ConfirmChannel } from "amqplib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startRabbitmqCluster } from "./rabbitmq-cluster.ts";
import type { RabbitmqCluster } from "./rabbitmq-cluster.ts";

let cluster: RabbitmqCluster;

beforeAll(async () => {
  cluster = await startRabbitmqCluster({ nodes: 3 });
});

afterAll(async () => {
  await cluster.dispose();
});

test("three nodes form one cluster whose quorum queue survives the death of the node that it was made on", async () => {
  const [first, second, third] = cluster.nodes;
  if (first === undefined || second === undefined || third === undefined) throw new Error("not three nodes");
  await withChannel(first.url, (channel) => channel.assertQueue("tickets", QUORUM));
  await publish(first.url, "chunk 7");

  await first.kill();

  // A publish is refused while the two remaining nodes elect a leader: a publisher tries again.
  await vi.waitFor(() => publish(second.url, "chunk 8"), { timeout: ELECTION_MS_MAX, interval: 100 });
  expect(await receiveDifferent(third.url, 2)).toEqual(["chunk 7", "chunk 8"]);
  expect(first.pid()).toBeUndefined();
});

test("a node that was killed comes back at its address as a member of the cluster", async () => {
  const [first, second] = cluster.nodes;
  if (first === undefined || second === undefined) throw new Error("not two nodes");
  await first.kill();

  await first.start();

  await withChannel(second.url, (channel) => channel.assertQueue("made-elsewhere", QUORUM));
  await expect(withChannel(first.url, (channel) => channel.checkQueue("made-elsewhere"))).resolves.toBeDefined();
});

const QUORUM = { durable: true, arguments: { "x-queue-type": "quorum", "x-quorum-initial-group-size": 3 } };
const ELECTION_MS_MAX = 20_000;

function publish(url: string, text: string): Promise<void> {
  return withChannel(url, async (channel) => {
    channel.sendToQueue("tickets", Buffer.from(text), { persistent: true });
    await channel.waitForConfirms();
  });
}

/** Resolves with the given number of different texts; a refused publish may still have arrived. */
function receiveDifferent(url: string, count: number): Promise<string[]> {
  return withChannel(url, (channel) => {
    const texts = new Set<string>();
    return new Promise((resolve, reject) => {
      const consumed = channel.consume("tickets", (message) => {
        if (message !== null) texts.add(message.content.toString());
        if (texts.size === count) resolve([...texts]);
      });
      consumed.catch(reject);
    });
  });
}

async function withChannel<Result>(url: string, use: (channel: ConfirmChannel) => Promise<Result>): Promise<Result> {
  const connection = await connect(url);
  try {
    return await use(await connection.createConfirmChannel());
  } finally {
    await connection.close();
  }
}
