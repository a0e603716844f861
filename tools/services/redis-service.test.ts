/** Tests of the private Redis server. */
import { Redis } from "ioredis";
import { afterEach, expect, test } from "vitest";
import { listeningAddresses } from "./process/listening-addresses.ts";
import { startRedis } from "./redis-service.ts";
import type { Service } from "./service.ts";
import { redisAnswers } from "./supply/handshakes.ts";

const started: Service[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map((service) => service.dispose()));
});

test("a persistent Redis keeps its keys over a restart and over kill -9, at the same address", async () => {
  const redis = await startTracked({ persistent: true });
  const [url, firstPid] = [redis.url, redis.pid()];
  await withClient(url, (client) => client.set("lane", "7"));

  await redis.stop();
  await redis.start();
  await withClient(url, (client) => client.set("turn", "8"));
  await redis.kill();
  await redis.start();

  expect(await withClient(url, (client) => client.mget("lane", "turn"))).toEqual(["7", "8"]);
  expect(redis.url).toBe(url);
  expect(redis.pid()).not.toBe(firstPid);
});

test("a Redis that is not persistent has forgotten everything after a crash", async () => {
  const redis = await startTracked();
  await withClient(redis.url, (client) => client.set("lane", "7"));

  await redis.kill();
  await redis.start();

  expect(await withClient(redis.url, (client) => client.get("lane"))).toBeNull();
});

test("a killed Redis has no process and refuses connections", async () => {
  const redis = await startTracked();

  await redis.kill();

  expect(redis.pid()).toBeUndefined();
  await expect(redisAnswers(redis.url)).rejects.toThrow("ECONNREFUSED");
});

test("Redis refuses clients without its password", async () => {
  const redis = await startTracked();
  const withoutPassword = redis.url.replace(/:[^:@/]+@/, ":wrong@");

  await expect(redisAnswers(withoutPassword)).rejects.toThrow("WRONGPASS");
});

test.skipIf(process.platform !== "linux")("Redis listens on loopback only", async () => {
  const redis = await startTracked();

  expect(listeningAddresses(redis.pid() ?? 0)).toEqual([`127.0.0.1:${new URL(redis.url).port}`]);
});

test("two instances at once do not know each other's keys", async () => {
  const [one, other] = await Promise.all([startTracked(), startTracked()]);

  await withClient(one.url, (client) => client.set("lane", "7"));

  expect(await withClient(other.url, (client) => client.get("lane"))).toBeNull();
});

async function startTracked(options = {}): Promise<Service> {
  const service = await startRedis(options);
  started.push(service);
  return service;
}

async function withClient<Result>(url: string, use: (client: Redis) => Promise<Result>): Promise<Result> {
  const client = new Redis(url);
  try {
    return await use(client);
  } finally {
    client.disconnect();
  }
}
