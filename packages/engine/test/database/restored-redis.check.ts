/** Story: a database is restored from a backup, and Redis has newer or older data. */
import { randomBytes } from "node:crypto";
import { Redis } from "ioredis";
import { expect, onTestFinished, test } from "vitest";
import { serviceUrl } from "../../../../tools/services/service-urls.ts";
import type { Database } from "../../src/database/database.ts";
import { openCoordinator, type OpenedCoordinator } from "../../src/engine/open-lock-store.ts";
import { startUnderLock } from "../../src/operations/start-under-lock.ts";
import { silentLogger } from "../../src/runtime/logger.ts";
import { backUp, openMigrated, PLACE, restore } from "./restore-support.ts";

test("locks and answers of a Redis that is newer than the backup are ignored; secrets are kept", async () => {
  const { from, coordinate } = await openCoordinated();
  const backup = await backUp(from);
  const first = await coordinate(from);
  const request = { scope: "ann", key: "pay-1", inputHash: "h" };
  const begun = await first.once.begin(request);
  if (begun.kind === "first") await first.once.finish(begun.claim, { paid: 1 });
  await first.secrets.put({ key: "share", value: new Uint8Array([7]) });
  await first.locks.acquire({ key: "lock:plain", holder: "ann", operation: "T" });
  await start(from, first);
  expect((await first.once.begin(request)).kind).toBe("done"); // Redis now has the answer

  const to = await restore(backup);
  const second = await coordinate(to);

  expect((await second.once.begin(request)).kind).toBe("first");
  expect((await second.locks.acquire({ key: "lock:plain", holder: "bob", operation: "T" })).acquired).toBe(true);
  expect((await start(to, second)).kind).toBe("started");
  expect(await second.secrets.read("share")).toEqual(new Uint8Array([7]));
});

test("locks and answers of the backup are valid even if an older Redis lacks them", async () => {
  const { from, coordinate, flush } = await openCoordinated();
  const first = await coordinate(from);
  const request = { scope: "ann", key: "pay-1", inputHash: "h" };
  const begun = await first.once.begin(request);
  if (begun.kind === "first") await first.once.finish(begun.claim, { paid: 1 });
  await first.locks.acquire({ key: "lock:plain", holder: "ann", operation: "T" });
  await start(from, first);
  const backup = await backUp(from);
  await flush();

  const to = await restore(backup);
  const second = await coordinate(to);

  expect(await second.once.begin(request)).toMatchObject({ kind: "done", answer: { paid: 1 } });
  expect((await second.locks.acquire({ key: "lock:plain", holder: "bob", operation: "T" })).acquired).toBe(false);
  expect((await start(to, second)).kind).toBe("already running");
});

/** Opens a database, and coordinators on one Redis with a key prefix of their own. */
async function openCoordinated() {
  const from = await openMigrated();
  const redisKeyPrefix = `test_${randomBytes(8).toString("hex")}:`;
  const client = new Redis(serviceUrl("redis"));
  onTestFinished(() => client.disconnect());
  const config = {
    redisUrl: serviceUrl("redis"),
    redisTimeoutMs: 5_000,
    redisKeyPrefix,
    secretsKey: Buffer.alloc(32, 7).toString("base64"),
    lockTtlMs: 60_000,
  };
  return {
    from,
    coordinate: async (database: Database) => {
      const coordinator = await openCoordinator({ config, database, logger: silentLogger });
      onTestFinished(() => coordinator.close());
      return coordinator;
    },
    flush: async () => {
      const keys = await client.keys(`${redisKeyPrefix}*`);
      expect(keys).not.toEqual([]);
      await client.del(keys);
    },
  };
}

function start(database: Database, { locks }: OpenedCoordinator) {
  const lock = { key: "lock:tally:1", holder: "ann", operation: "TALLY" };
  const task = { ...PLACE, queue: "story.nobody", type: "story.tally", chunks: [{ payload: 1 }] };
  return startUnderLock({ database, locks }, { lock, task });
}
