/** Tests of the event outcomes in Redis. */
import { randomBytes } from "node:crypto";
import { payloadHash } from "@rota/proofs";
import { Redis } from "ioredis";
import { expect, onTestFinished, test, vi } from "vitest";
import { insertAll, openIntakeBench } from "../../test/support/intake-bench.ts";
import { eventDone } from "./define-intake.ts";
import { serviceUrl } from "../../../../tools/services/service-urls.ts";

const WAIT = { timeout: 15_000, interval: 20 };

test("Redis shows the outcome of an event for 72 hours, and values in Redis have no effect on events", async () => {
  const url = serviceUrl("redis");
  const redis = new Redis(url);
  const mirrorPrefix = `test-${randomBytes(4).toString("hex")}:ik:`;
  onTestFinished(async () => {
    await redis.del(...["ann:e1", "ann:e2", "ann:e3"].map((name) => mirrorPrefix + name));
    redis.disconnect();
  });
  const { engine, intake, effects } = await openIntakeBench({
    mirrorPrefix,
    engine: { config: { redisUrl: url } },
    handle: async (events, context) => {
      await insertAll(events, context);
      return events.map(({ payload }) => eventDone({ posted: payload.amount }));
    },
  });
  const shown = async (eventId: string): Promise<unknown> => {
    const text = await redis.get(`${mirrorPrefix}ann:${eventId}`);
    return text === null ? undefined : JSON.parse(text);
  };
  await redis.set(`${mirrorPrefix}ann:e3`, JSON.stringify({ status: "COMPLETED", payloadHash: "left over" }));

  const done = await engine.receive(intake, { tenant: "ann", eventId: "e1", payload: { amount: 1 } });
  const refused = await engine.receive(intake, { tenant: "ann", eventId: "e2", payload: {} });
  const leftOver = await engine.receive(intake, { tenant: "ann", eventId: "e3", payload: { amount: 3 } });

  expect([done.status, refused.status, leftOver.status]).toEqual([201, 422, 201]);
  expect(await effects()).toEqual(["ann/e1", "ann/e3"]);
  const status = async (eventId: string) => JSON.stringify(await shown(eventId));
  await vi.waitUntil(async () => (await status("e1")).includes("COMPLETED"), WAIT);
  await vi.waitUntil(async () => (await status("e2")).includes("FAILED"), WAIT);
  expect(await shown("e1")).toMatchObject({
    status: "COMPLETED",
    payloadHash: `sha256:${payloadHash({ amount: 1 })}`,
    responseBody: JSON.stringify({ posted: 1 }),
  });
  expect(await status("e1")).toMatch(/"createdAt":"\d{4}-\d{2}-\d{2}T/);
  expect(await redis.pttl(`${mirrorPrefix}ann:e1`)).toBeGreaterThan(71 * 3_600_000);
});

test("Redis shows outcomes for the configured time, and none when their limit is 0", async () => {
  const url = serviceUrl("redis");
  const redis = new Redis(url);
  const redisKeyPrefix = `test-${randomBytes(4).toString("hex")}:`;
  onTestFinished(async () => {
    await redis.del(`${redisKeyPrefix}rota:event:ann:e1`);
    redis.disconnect();
  });
  const config = { redisUrl: url, redisKeyPrefix };
  const showing = await openIntakeBench({ engine: { config: { ...config, eventMirrorTtlMs: 60_000 } } });
  const hiding = await openIntakeBench({ engine: { config: { ...config, eventMirrorBytesMax: 0 } } });

  await hiding.engine.receive(hiding.intake, { tenant: "ann", eventId: "e2", payload: { amount: 1 } });
  await showing.engine.receive(showing.intake, { tenant: "ann", eventId: "e1", payload: { amount: 1 } });
  await vi.waitUntil(async () => (await redis.get(`${redisKeyPrefix}rota:event:ann:e1`))?.includes("COMPLETED"), WAIT);

  expect(await redis.pttl(`${redisKeyPrefix}rota:event:ann:e1`)).toBeLessThanOrEqual(60_000);
  expect(await redis.exists(`${redisKeyPrefix}rota:event:ann:e2`)).toBe(0);
});
