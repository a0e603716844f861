/** Real processes whose main threads block, whose connections break and which are killed, and their leases. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { compiledPath } from "../../../../tools/compiled/compiled-url.ts";
import { startTcpProxy } from "../../../../tools/services/tcp-proxy.ts";
import type { Database } from "../../src/database/database.ts";
import { sql } from "../../src/database/sql.ts";
import { takeTurns } from "../../src/fairness/take-turns.ts";
import { createLeaseKeeper, type LeaseKeeperOptions } from "../../src/leases/lease-keeper.ts";
import { rescueLeases } from "../../src/leases/rescue-leases.ts";
import { silentLogger } from "../../src/runtime/logger.ts";
import { submitTasks } from "../../src/tasks/submit-tasks.ts";
import { openTestDatabase, type TestDatabase, testPostgresUrl } from "../support/test-database.ts";

const WAIT = { timeout: 30_000, interval: 20 };
/** While others are blocked for seconds. */
const SELDOM = { ...WAIT, interval: 200 };
const PRESENCE_GRACE_MS = 500;
const other = { owner: "other", limit: 1, leaseMs: 60_000 };

const closes: (() => Promise<void>)[] = [];
let opened: TestDatabase;
let database: Database;
beforeAll(async () => {
  opened = await openTestDatabase({ on: "postgres" });
  database = opened.database;
});
afterAll(async () => {
  for (const close of closes.reverse()) await close();
  await opened.dispose();
});

test.concurrent(
  "a main thread that is blocked for longer than two leases keeps its lease, and its chunk runs once",
  async () => {
    const holder = await startHolder("blocked", { leaseMs: 3_000 });
    const rescued: unknown[] = [];

    holder.child.send({ blockMs: 7_000 });
    await vi.waitUntil(async () => {
      rescued.push(...(await rescueLeases(database, PRESENCE_GRACE_MS)).filter(({ owner }) => owner === "blocked"));
      rescued.push(...(await takeTurns(database, { ...other, queue: "blocked" })));
      return holder.said.length > 0;
    }, SELDOM);

    expect(holder.said).toEqual(["completed"]);
    expect(rescued).toEqual([]);
    expect(await holder.ended).toEqual([0, null]); // by itself: the keeper left no thread behind
  },
);

test.concurrent("a main thread that is blocked past the time of its lease ends with its process", async () => {
  const holder = await startHolder("stuck", { graceMs: 300 });

  holder.child.send({ blockMs: 600_000, untilMs: 100 });

  expect(await holder.ended).toEqual([null, "SIGKILL"]);
  expect(await holder.errors).toMatch(/^{.*"owner":"stuck".*a lease is past its time.*}\n$/);
  await vi.waitUntil(async () => (await presentSessions("stuck")).length === 0, WAIT);
});

test.concurrent("a main thread that answers is notified of a lease past its time, and continues", async () => {
  const holder = await startHolder("late", { untilMs: 100 });

  await vi.waitUntil(() => holder.said.includes("lost"), WAIT);
  holder.child.send({ blockMs: 0 });

  expect(await holder.ended).toEqual([0, null]);
});

test.concurrent(
  "kill -9 ends the presence at once, and the chunk is given to another long before its lease ends",
  async () => {
    const holder = await startHolder("killed", { leaseMs: 600_000 });
    expect(await presentSessions("killed")).toHaveLength(1);

    holder.child.kill("SIGKILL");
    await holder.ended;

    await vi.waitUntil(async () => (await presentSessions("killed")).length === 0, WAIT);
    await vi.waitUntil(async () => {
      await rescueLeases(database, PRESENCE_GRACE_MS);
      return (await takeTurns(database, { ...other, queue: "killed" })).length > 0;
    }, WAIT);
  },
);

test.concurrent(
  "a lost connection is opened again, with presence, and leases that were lost meanwhile are reported at once",
  async () => {
    const lost: bigint[] = [];
    const keeper = await startKeeper("cut", { onLost: (tokens) => lost.push(...tokens) });
    const [first] = await presentSessions("cut");
    keeper.hold(404n);
    await vi.waitUntil(() => keeper.isWatched, WAIT);

    await database.query(sql`select pg_terminate_backend(${first?.pid ?? 0})`);
    await vi.waitUntil(() => lost.length > 0, WAIT);

    const [second] = await presentSessions("cut");
    expect(lost).toEqual([404n]);
    expect(second?.pid).not.toBe(first?.pid);
    await vi.waitUntil(() => keeper.isWatched, WAIT);
  },
);

test.concurrent("a server that is unavailable for longer than a lease is reported once, and found again", async () => {
  const { proxy, connection } = await startProxy();
  const onUnreachable = vi.fn();
  const keeper = await startKeeper("away", { connection, leaseMs: 1_000, renewMs: 100, onUnreachable });

  proxy.refuse();
  await vi.waitUntil(() => onUnreachable.mock.calls.length > 0, WAIT);
  expect(keeper.isWatched).toBe(false);
  proxy.allow();
  await vi.waitUntil(() => keeper.isWatched, WAIT);

  expect(onUnreachable).toHaveBeenCalledTimes(1);
  expect(await presentSessions("away")).toHaveLength(1);
});

test.concurrent(
  "a connection that fell silent is given up, and presence returns when the server ends it too",
  async () => {
    const { proxy, connection } = await startProxy();
    const lost: bigint[] = [];
    const onLost = (tokens: readonly bigint[]) => lost.push(...tokens);
    const keeper = await startKeeper("silent", { connection, renewMs: 100, onLost });

    proxy.silence();
    keeper.hold(404n);
    await vi.waitUntil(() => lost.length > 0, WAIT);
    expect(keeper.isWatched).toBe(false); // the server holds the lock for the session that it believes in
    proxy.cut();

    await vi.waitUntil(() => keeper.isWatched, WAIT);
  },
);

test.concurrent("two processes of one name are refused: it would be unknown which of them has exited", async () => {
  await startKeeper("twin");

  await expect(startKeeper("twin")).rejects.toMatchObject({ code: "WORKER_ID_TAKEN", details: { owner: "twin" } });
});

test.concurrent("a server that cannot be reached is reported at the start, without its password", async () => {
  const url = "postgres://ann:secret@127.0.0.1:1/none";
  const connection = { url, schema: "rota", connectTimeoutMs: 5_000, statementTimeoutMs: 5_000 };

  const refused = await startKeeper("nowhere", { connection }).catch((error: unknown) => error);

  expect(refused).toMatchObject({ code: "DATABASE_UNAVAILABLE" });
  expect(String(refused)).not.toContain("secret");
});

async function startProxy() {
  const url = new URL(testPostgresUrl());
  const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
  closes.push(() => proxy.close());
  url.host = `127.0.0.1:${String(proxy.port)}`;
  const connection = { url: url.href, schema: database.schema, connectTimeoutMs: 5_000, statementTimeoutMs: 5_000 };
  return { proxy, connection };
}

async function startKeeper(owner: string, options: Partial<LeaseKeeperOptions> = {}) {
  const keeper = await createLeaseKeeper({
    database,
    owner,
    leaseMs: 60_000,
    renewMs: 30_000,
    graceMs: 20_000,
    logger: silentLogger,
    onLost: () => undefined,
    onCancelled: () => undefined,
    ...options,
  });
  closes.push(() => keeper.close());
  return keeper;
}

type HolderTimes = { readonly leaseMs?: number; readonly untilMs?: number; readonly graceMs?: number };

async function startHolder(owner: string, times: HolderTimes) {
  const { leaseMs = 1_000, untilMs = 600_000, graceMs = 20_000 } = times;
  await submitTasks(database, [{ queue: owner, tenant: "ann", group: "tallies", type: "count", chunks: [{}] }]);
  const script = compiledPath(new URL("./lease-holder.ts", import.meta.url));
  const child: ChildProcess = fork(script, [database.schema, owner, ...[leaseMs, untilMs, graceMs].map(String)], {
    execArgv: [],
    stdio: ["ignore", "inherit", "pipe", "ipc"],
  });
  const errors = child.stderr === null ? "" : text(child.stderr);
  const ended = once(child, "exit");
  const said: unknown[] = [];
  const holding = once(child, "message");
  await Promise.race([holding, ended.then(async () => Promise.reject(new Error(`it ended: ${await errors}`)))]);
  child.on("message", (message) => said.push(message));
  return { child, said, ended, errors };
}

function presentSessions(owner: string): Promise<readonly { pid: number }[]> {
  return database.query(sql<{ pid: number }>`
    select pid from pg_locks
     where locktype = 'advisory' and objsubid = 1 and granted
       and (classid::bigint << 32) | objid::bigint = rota.presence_key(${owner})`);
}
