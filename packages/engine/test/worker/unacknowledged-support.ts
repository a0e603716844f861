/** Shared parts of the stories of claims without an answer: engines whose connections go through a proxy that loses answers. */
import { randomBytes } from "node:crypto";
import { expect, onTestFinished } from "vitest";
import { POSTGRES_IS_READY, startTcpProxy, type TcpProxy } from "../../../../tools/services/tcp-proxy.ts";
import type { Config } from "../../src/config/config.ts";
import { queueTurns } from "../../src/dispatch/dispatch.sql.ts";
import { createEngine, type Engine } from "../../src/engine.ts";
import { silentLogger } from "../../src/runtime/logger.ts";
import { defineTask, type TaskDefinition } from "../../src/tasks/define-task.ts";
import { selectAttempts } from "../support/story-rows.sql.ts";
import { openTestDatabase, openTestPostgres, testPostgresUrl } from "../support/test-database.ts";

/** It never ends within a test: what depends on its end does not end before the test is given up. */
const LEASE_MS = 3_600_000;
export const PLACE = { tenant: "ann", group: "books" };

/** The function in the database by which chunks are claimed, and what leads an engine to it. */
export type ClaimWay = { readonly to: string; readonly config: Readonly<Partial<Config>> };
export type Opened = { readonly engine: Engine; readonly proxy: TcpProxy };

export async function openClaimStory() {
  const { database, dispose } = await openTestDatabase({ on: "postgres" });
  onTestFinished(dispose);
  return {
    database,
    /** An engine whose connections go through a proxy of its own. */
    open: async (tasks: readonly TaskDefinition<never>[], config: Readonly<Partial<Config>>): Promise<Opened> => {
      const url = new URL(testPostgresUrl());
      const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
      url.host = `127.0.0.1:${String(proxy.port)}`;
      // Not prepared, so that each request holds its statement.
      const through = await openTestPostgres({ schema: database.schema, url: url.href, preparedStatements: false });
      onTestFinished(async () => {
        await through.close();
        await proxy.close();
      });
      const workerId = `worker-${randomBytes(4).toString("hex")}`;
      const engine = await createEngine({
        tasks,
        database: through,
        config: { workerId, leaseMs: LEASE_MS, ...config },
        logger: silentLogger,
      });
      onTestFinished(() => engine.stop());
      return { engine, proxy };
    },
  };
}

/** The answer to a claim is lost: its chunk runs once, and does not wait for the lease to end. */
export async function expectGivenBack({ to, config }: ClaimWay): Promise<void> {
  const { database, open } = await openClaimStory();
  const runs: number[] = [];
  const task = defineTask({
    name: "unacknowledged.once",
    queue: `unacknowledged.${randomBytes(4).toString("hex")}`,
    run: (_: object, { number }) => void runs.push(number),
  });
  const { engine, proxy } = await open([task], config);
  const submitted = await engine.submit(task, {}, PLACE);
  if (to === "take_queued")
    await database.query(queueTurns({ queue: task.pool, routes: [task.queue], window: 1, queuedMax: 1 }));

  const lost = proxy.loseAnswer({ to, end: POSTGRES_IS_READY });
  await engine.start();
  await lost;
  await submitted.result();

  expect(runs).toEqual([1]);
  expect(await database.query(selectAttempts())).toMatchObject([{ number: 1, outcome: "RETURN" }]);
}
