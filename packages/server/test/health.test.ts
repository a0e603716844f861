/** Tests what monitoring of a server relies on. */
import { expect, test } from "vitest";
import { openServer } from "./open-server.ts";

test("a server reports that it is live and ready, and the state of each part", async () => {
  const { ask, dispose } = await openServer();

  expect(await ask("/v1/health/live")).toMatchObject({ status: 200, body: { status: "live" } });
  expect(await ask("/v1/health/ready")).toMatchObject({
    status: 200,
    body: { status: "ready", parts: { database: "up", broker: "off", redis: "off", intakes: "off" } },
  });
  await dispose();
});

test("a server without its database is live but not ready, and answers 503 to requests that need it", async () => {
  const { ask, engine, keys, dispose } = await openServer();
  await engine.database.close();

  expect((await ask("/v1/health/live")).status).toBe(200);
  expect(await ask("/v1/health/ready")).toMatchObject({
    status: 503,
    body: { status: "not-ready", parts: { database: "down" } },
  });
  expect(await ask("/v1/tasks", { key: keys.viewer })).toMatchObject({
    status: 503,
    body: { code: "DATABASE_CLOSED" },
  });
  await dispose();
});
