/** An engine has a coordinator: its locks and secrets are those that handlers and other engines see. */
import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { createEngine } from "../src/engine.ts";
import { migrate } from "../src/database/migrate.ts";
import { silentLogger } from "../src/runtime/logger.ts";
import { defineTask } from "../src/tasks/define-task.ts";
import { openTestDatabase } from "./support/test-database.ts";
import { serviceUrl } from "../../../tools/services/service-urls.ts";

const secretsKey = Buffer.alloc(32, 7).toString("base64");

test.each(["the database", "Redis"])(
  "what is put through one engine is read by a handler of another (%s)",
  async (on) => {
    const { database, dispose } = await openTestDatabase({ on: "postgres" });
    onTestFinished(dispose);
    await migrate(database);
    const redis = on === "Redis" ? { redisUrl: serviceUrl("redis") } : {};
    const config = { secretsKey, redisKeyPrefix: `${randomUUID()}:`, ...redis };
    const openShare = defineTask({
      name: "demo.open-share",
      run: async (key: string, { secrets }) => {
        const share = await secrets.read(key);
        await secrets.drop(key);
        return share.length;
      },
    });
    const open = () => createEngine({ tasks: [openShare], database, config, logger: silentLogger });
    const [web, worker] = [await open(), await open()];
    onTestFinished(async () => void (await Promise.all([web.stop(), worker.stop()])));
    await worker.start();
    const lock = { key: "lock:tally:election:1", holder: "ann", operation: "TALLY" };

    await web.secrets.put({ key: "share-3", value: new Uint8Array(5), ttlMs: 60_000 });
    const task = await web.submit(openShare, "share-3");
    const [first, second] = [await web.locks.acquire(lock), await worker.locks.acquire({ ...lock, holder: "bob" })];
    const length = await task.result();
    await web.stop();

    expect(length).toBe(5);
    expect([first.acquired, second.acquired]).toEqual([true, false]);
    expect(await worker.secrets.read("share-3")).toBeUndefined();
    await expect(web.locks.inspect(lock.key)).rejects.toMatchObject({ code: "COORDINATOR_CLOSED" });
  },
);
