/** Tests that a delivery which failed for good is a dead letter: its job says so, and its replay sends it again. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "../../src/database/sql.ts";
import { discardDeadLetter, replayDeadLetter } from "../../src/dead-letters/decide-dead-letter.ts";
import { listDeadLetters } from "../../src/dead-letters/list-dead-letters.ts";
import { replayDeadLetters } from "../../src/dead-letters/replay-dead-letters.ts";
import { getChunk } from "../../src/inspect/list-chunks.ts";
import { startTestReceiver, type TestReceiver } from "../support/test-receiver.ts";
import { openWebhookBench, type WebhookBench } from "../support/webhook-bench.ts";

let receiver: TestReceiver;
let bench: WebhookBench;
let from: Date;

beforeAll(async () => {
  bench = await openWebhookBench({ allowedHosts: ["127.0.0.1"] });
});
beforeEach(async () => {
  receiver = await startTestReceiver();
  await bench.advance(1);
  from = bench.now();
});
afterEach(async () => {
  await bench.removeAll();
  await receiver.close();
});
afterAll(() => bench.close());

/** Dead letters of this test. */
const dead = async (state: "open" | "discarded" = "open") =>
  (await listDeadLetters(bench.database, { queue: "webhooks", from, state })).letters;
const deliveries = async () => (await bench.webhooks.list({ tenant: "ann" })).deliveries;
const only = async () => {
  const [delivery] = await deliveries();
  return bench.webhooks.show({ tenant: "ann", deliveryId: delivery?.deliveryId ?? "" });
};
const stateOf = async (taskId: bigint | undefined) =>
  (await getChunk(bench.database, { taskId: taskId ?? 0n, number: 1 })).state;
const passSchedule = async () => {
  for (const waitMs of [0, 2_000, 4_000, 8_000, 16_000]) {
    await bench.advance(waitMs);
    await bench.drain();
  }
};

test("five answers of 500 make a dead letter, and replaying it sends the same request by the whole schedule again", async () => {
  const endpoint = await bench.endpoint({ url: receiver.url, schedule: "seed" });
  receiver.answer(500);
  const eventId = await bench.send();
  await passSchedule();

  const failed = await only();
  const [deadLetter, ...others] = await dead();
  expect(receiver.requests).toHaveLength(5);
  expect(failed).toMatchObject({ state: "FAILED", attempts: 5, lastStatus: 500 });
  expect(await stateOf(failed.taskId)).toBe("DEAD_LETTER");
  expect(others).toEqual([]);
  expect(bench.webhooks.counts().attempts).toContainEqual({
    outcome: "failed",
    errorClass: "SERVER_ERROR",
    attempts: 1,
  });
  expect(deadLetter).toMatchObject({
    id: `chunk-${String(failed.taskId)}-1`,
    tenant: "ann",
    type: "webhooks.deliver",
    code: "WEBHOOK_NOT_DELIVERED",
    attempts: 5,
  });
  expect(deadLetter?.reason).toContain("attempt 5, the last, ended with SERVER_ERROR 500: repair the receiver");

  await bench.webhooks.endpoints.enable(endpoint); // it is held after five failures
  await replayDeadLetter(bench.database, deadLetter?.id ?? "", { actor: "olga" });
  expect(await only()).toMatchObject({ state: "PENDING", endedAt: undefined });
  await passSchedule();

  expect(receiver.requests).toHaveLength(10);
  expect(new Set(receiver.requests.map(({ body }) => String(body))).size).toBe(1);
  expect(new Set(receiver.requests.map(({ headers }) => headers["webhook-id"]))).toEqual(new Set([eventId]));
  expect(receiver.requests.at(-1)?.headers["x-rota-attempt"]).toBe("10");
  expect((await dead()).map(({ id }) => id)).toEqual([deadLetter?.id]);

  receiver.answer(200);
  expect(await replayDeadLetters(bench.database, { queue: "webhooks", from }, { actor: "olga" })).toMatchObject({
    done: 1,
  });
  await bench.advance(600_000);
  await bench.drain();
  expect(await only()).toMatchObject({ state: "DELIVERED", attempts: 11 });
  expect(await stateOf(failed.taskId)).toBe("COMPLETED");
  expect(await dead()).toEqual([]);
});

test("a delivery that no other attempt could help fails at once, and so do those that wait for a disabled endpoint", async () => {
  const endpoint = await bench.endpoint({ url: receiver.url, maxInFlight: 1 });
  receiver.answer(410);
  for (let sent = 0; sent < 2; sent++) await bench.send();
  await bench.drain();

  const [waiting, first] = await deliveries();
  expect(await Promise.all([first?.taskId, waiting?.taskId].map(stateOf))).toEqual(["FAILED", "FAILED"]);
  expect((await dead()).map(({ code }) => code).sort()).toEqual(["WEBHOOK_ENDPOINT_DISABLED", "WEBHOOK_NOT_DELIVERED"]);

  receiver.answer(200);
  await bench.webhooks.endpoints.enable(endpoint);
  await replayDeadLetters(bench.database, { queue: "webhooks", from }, { actor: "olga" });
  await bench.drain();
  expect((await deliveries()).map(({ state }) => state)).toEqual(["DELIVERED", "DELIVERED"]);
});

test("the job of a delivery to an endpoint that was removed is cancelled, and is no dead letter", async () => {
  const endpoint = await bench.endpoint({ url: receiver.url });
  await bench.send();
  await bench.webhooks.endpoints.remove(endpoint);
  await bench.drain();

  const { state, taskId } = await only();
  expect(state).toBe("FAILED");
  expect(await stateOf(taskId)).toBe("CANCELLED");
  expect(await dead()).toEqual([]);
});

test("sending failed deliveries again by their endpoint closes their dead letters", async () => {
  const endpoint = await bench.endpoint({ url: receiver.url, schedule: [] });
  receiver.answer(500);
  for (let sent = 0; sent < 3; sent++) {
    await bench.send();
    await bench.drain();
  }
  const [last] = await deliveries();
  receiver.answer(200);
  await bench.webhooks.replay({ tenant: "ann", deliveryId: last?.deliveryId ?? "", actor: "olga" });
  expect(await dead()).toHaveLength(2);
  await bench.webhooks.replayMany({ ...endpoint, actor: "olga" });
  await bench.drain();

  expect(await dead()).toEqual([]);
  expect(await dead("discarded")).toHaveLength(3);
  expect(receiver.requests).toHaveLength(6);
});

test("a process that dies between the last attempt and the end of its job leaves a dead letter, and sends nothing more", async () => {
  await bench.endpoint({ url: receiver.url });
  await bench.send();
  const { deliveryId } = await only();
  await bench.database.query(sql`
    update rota.webhook_deliveries set state = 'FAILED', attempts = 8, last_error = 'TIMEOUT', ended_at = clock_timestamp()
     where delivery_id = ${deliveryId}::uuid`);
  await bench.drain();

  expect(receiver.requests).toEqual([]);
  const [deadLetter] = await dead();
  expect(deadLetter?.reason).toContain("attempt 8, the last, ended with TIMEOUT");
  await discardDeadLetter(bench.database, deadLetter?.id ?? "", { actor: "olga", reason: "known" });
  expect(await dead()).toEqual([]);
});

test("each attempt keeps the headers of its answer, at most 4 KiB, and none that may hold a secret", async () => {
  await bench.endpoint({ url: receiver.url });
  const secret = { "set-cookie": "a=b", "x-api-key": "k", "www-authenticate": "Basic", "x-csrf-token": "t" };
  receiver.answer((response) => response.writeHead(200, { "x-request-id": "r-1", ...secret }).end());
  await bench.send();
  await bench.drain();
  const headers = (await only()).history[0]?.answerHeaders ?? {};

  expect(headers).toMatchObject({ "x-request-id": "r-1" });
  expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(Object.keys(secret)));
  for (const name of Object.keys(secret)) expect(headers).not.toHaveProperty([name]);

  const long = Object.fromEntries(
    Array.from({ length: 15 }, (_, index) => [`x-long-${String(index)}`, "l".repeat(700)]),
  );
  receiver.answer((response) => response.writeHead(200, long).end());
  await bench.send();
  await bench.drain();
  const kept = (await only()).history[0]?.answerHeaders ?? {};
  expect(kept["x-long-0"]).toBe("l".repeat(500));
  expect(Object.entries(kept).flat().join("").length).toBeLessThanOrEqual(4_096);
});
