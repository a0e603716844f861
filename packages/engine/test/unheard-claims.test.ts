/** Story: the connection breaks between the commit of a claim and its answer, and nobody waits for the lease to end. */
import { randomBytes } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { serviceUrl } from "../../../tools/services/service-urls.ts";
import type { Config } from "../src/config/options.ts";
import { migrate } from "../src/database/migrate.ts";
import { queueTurns } from "../src/dispatch/dispatch.sql.ts";
import { createEngine, type Engine } from "../src/engine.ts";
import { systemClock } from "../src/runtime/clock.ts";
import { silentLogger } from "../src/runtime/logger.ts";
import { defineTask, type TaskDefinition } from "../src/tasks/definition/define-task.ts";
import { POSTGRES_IS_READY, startTcpProxy, type TcpProxy } from "../../../tools/services/tcp-proxy.ts";
import { openTestDatabase, openTestPostgres, testPostgresUrl } from "../src/testing/test-database.ts";
import { selectAttempts } from "./story-rows.sql.ts";
import { IS_LONG } from "./story-support.ts";

/** Nobody waits for it: what depends on its end does not end before the test is given up. */
const LEASE_MS = 3_600_000;
const PATIENCE_MS = 120_000;
const PLACE = { tenant: "ann", group: "books" };
const ENGINES = 3;
const SLOTS = 3;
const CHUNKS = IS_LONG ? 5_000 : 300;
const WORK_MS = 5;
/** Fewer would say little. */
const LOSSES_MIN = 10;

type Way = [name: string, to: string, config: Readonly<Partial<Config>>];
const EACH_WAY: readonly Way[] = [
  ["from the database", "take_turns", {}],
  ["of what the broker has, without its tickets", "take_queued", {}],
  ["by tickets", "start_queued", { rabbitmqUrl: serviceUrl("rabbitmq") }],
];

test.each(EACH_WAY)(
  "a claim %s whose answer is lost gives its chunks back, and they run once",
  { timeout: PATIENCE_MS },
  async (_, to, config) => {
    const { database, open } = await openStory();
    const runs: number[] = [];
    const task = defineTask({
      name: "unheard.once",
      queue: `unheard.${randomBytes(4).toString("hex")}`,
      run: (_: object, { number }) => void runs.push(number),
    });
    const { engine, proxy } = await open([task], config);
    const submitted = await engine.submit(task, {}, PLACE);
    if (to === "take_queued") await database.query(queueTurns({ queue: task.queue, window: 1, queuedMax: 1 }));

    const lost = proxy.loseAnswer({ to, end: POSTGRES_IS_READY });
    await engine.start();
    await lost;
    await submitted.result();

    expect(runs).toEqual([1]);
    expect(await database.query(selectAttempts())).toMatchObject([{ number: 1, outcome: "RETURN" }]);
  },
);

test("connections that break at claims, settlements and returns: every chunk runs once, and none waits for a lease to end", async () => {
  const { database, open } = await openStory();
  const runs: number[] = [];
  const ran = new EventEmitter();
  const task = defineTask({
    name: "unheard.many",
    split: (input: { chunks: number }) => Array.from({ length: input.chunks }, () => ({})),
    run: async (_, { number }) => {
      runs.push(number);
      await systemClock.wait(WORK_MS);
      ran.emit("one");
    },
  });
  const opened = await Promise.all(Array.from({ length: ENGINES }, () => open([task], { workerSlots: SLOTS })));
  const submitted = await opened[0]?.engine.submit(task, { chunks: CHUNKS }, PLACE);
  let losses = 0;
  const breakOften = async ({ proxy }: Opened): Promise<void> => {
    for (let round = 0; ; round++) {
      if (round % 2 === 0) void proxy.loseAnswer({ to: "(lease_token)", end: POSTGRES_IS_READY });
      await proxy.loseAnswer({ to: round % 3 === 0 ? "settle_chunks" : "take_turns", end: POSTGRES_IS_READY });
      losses++;
      await once(ran, "one");
    }
  };

  for (const { engine } of opened) await engine.start();
  for (const one of opened) void breakOften(one);
  await submitted?.result();

  expect(runs.toSorted((a, b) => a - b)).toEqual(Array.from({ length: CHUNKS }, (_, index) => index + 1));
  expect(losses).toBeGreaterThan(LOSSES_MIN);
  const outcomes = new Set((await database.query(selectAttempts())).map(({ outcome }) => outcome));
  expect([...outcomes]).toEqual(["RETURN"]);
});

type Opened = { readonly engine: Engine; readonly proxy: TcpProxy };

async function openStory() {
  const { database, dispose } = await openTestDatabase({ on: "postgres" });
  onTestFinished(dispose);
  await migrate(database);
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
