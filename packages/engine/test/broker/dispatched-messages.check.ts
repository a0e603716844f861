/** Messages that are no tickets, come twice, come late or are lost, and queues that an operator deletes. */
import { connect } from "amqplib";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { serviceUrl } from "../../../../tools/services/service-urls.ts";
import type { Broker } from "../../src/broker/broker.ts";
import { openRabbitmqBroker } from "../../src/broker/rabbitmq/rabbitmq-broker.ts";
import { queueTurns, resendTickets } from "../../src/dispatch/dispatch.sql.ts";
import { DISPATCH_EXCHANGE, dispatchRoute, writeTicket } from "../../src/dispatch/ticket.ts";
import { silentLogger } from "../../src/runtime/logger.ts";
import { DEFAULT_POOL } from "../../src/tasks/task-options.ts";
import { WAIT } from "../support/story-support.ts";
import { type DispatchStory, openDispatchStory } from "./dispatch-support.ts";

let broker: Broker;

beforeAll(async () => {
  broker = await openRabbitmqBroker({ url: serviceUrl("rabbitmq"), logger: silentLogger });
});
afterAll(() => broker.close());

async function openStory() {
  const story = await openDispatchStory(serviceUrl("rabbitmq"));
  const engine = await story.startEngine();
  const counts = async () => (await engine.status()).dispatch?.[story.queue];
  const publish = (body: string | Buffer) => {
    const { routingKey } = dispatchRoute(story.queue);
    return broker.publish({ exchange: DISPATCH_EXCHANGE, routingKey, body: Buffer.from(body) });
  };
  return { story, engine, counts, publish };
}

const NO_TICKETS = [
  "\u0000\u0001",
  "[1]",
  "{}",
  '{"taskId":1,"turn":"1","chunkNumber":1}',
  '{"taskId":"99999999999999999999","turn":"1","chunkNumber":1}',
  '{"taskId":"1","turn":"1","chunkNumber":0}',
  JSON.stringify({ taskId: "1", turn: "1", chunkNumber: 1, padding: "x".repeat(20_000) }),
];

it("messages that are no tickets go to the dead letters, and work continues", async () => {
  const { story, counts, publish } = await openStory();
  for (const body of NO_TICKETS) await publish(body);
  await vi.waitUntil(async () => (await counts())?.malformed === NO_TICKETS.length, WAIT);
  await vi.waitUntil(async () => (await broker.inspectQueue(deadLettersOf(story)))?.ready === NO_TICKETS.length, WAIT);
  await story.submit([{ chunks: 2 }]);
  await story.untilAllEnded();

  expect((await story.effects()).size).toBe(2);
});

it("tickets of chunks that do not exist, and of turns that were another's, start nothing", async () => {
  const { story, counts, publish } = await openStory();
  const [taskId = 0n] = await story.submit([{ chunks: 1 }]);
  await story.untilAllEnded();
  const ticket = { turn: "1", chunkNumber: 1 };
  await publish(JSON.stringify({ ...ticket, taskId: String(taskId) })); // it had this turn
  await publish(JSON.stringify({ ...ticket, taskId: String(taskId + 1_000n) }));
  await vi.waitUntil(async () => (await counts())?.ignored === 2, WAIT);

  expect([...(await story.effects()).values()]).toEqual([1]);
});

it("a ticket that comes twice runs its chunk once", async () => {
  const { story, publish } = await openStory();
  await story.submit([{ chunks: 10, workMs: 20 }]);
  await vi.waitUntil(() => story.started.length > 0, WAIT);
  const again = resendTickets({ queue: DEFAULT_POOL, route: story.queue, afterMs: -1_000, limit: 10 });
  for (const row of await story.database.query(again)) await publish(writeTicket(row));
  await story.untilAllEnded();

  const effects = await story.effects();
  expect(effects.size).toBe(10);
  expect([...effects.values()].every((count) => count === 1)).toBe(true);
});

it("a ticket that was lost is sent again under its turn, at no charge", async () => {
  const story = await openDispatchStory(serviceUrl("rabbitmq"));
  await story.submit([{ chunks: 3 }]);
  const turns = { queue: DEFAULT_POOL, routes: [story.queue], window: 2, queuedMax: 1 };
  const lost = await story.database.query(queueTurns(turns)); // sent to no consumer
  expect(lost).toHaveLength(2);
  const engine = await story.startEngine();
  await story.untilAllEnded();

  expect((await engine.status()).dispatch?.[story.queue]?.resent).toBeGreaterThanOrEqual(2);
  expect((await story.audit()).dispatches).toBe(3);
});

it("a queue that is deleted under its consumers is made again, and nothing is lost", async () => {
  const { story, engine } = await openStory();
  await story.submit([{ chunks: 40, workMs: 20 }]);
  await vi.waitUntil(() => story.started.length >= 4, WAIT);
  await deleteQueue(dispatchRoute(story.queue).queue);
  await story.untilAllEnded();

  expect((await story.effects()).size).toBe(40);
  // RabbitMQ 3.10 may close the connection with an internal error of its own: then work continues without it until it is back.
  await vi.waitUntil(async () => (await engine.status()).missing.length === 0, WAIT);
});

function deadLettersOf({ queue }: DispatchStory): string {
  return `${queue}.dlq.queue`;
}

async function deleteQueue(queue: string): Promise<void> {
  const connection = await connect(serviceUrl("rabbitmq"));
  const channel = await connection.createChannel();
  await channel.deleteQueue(queue);
  await connection.close();
}
