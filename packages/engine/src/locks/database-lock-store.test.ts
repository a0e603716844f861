/** Tests that the database implementation passes the conformance tests, on PGlite and on PostgreSQL. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openDatabaseStore } from "../../test/conformance/database-store.conformance.ts";
import { coordinatorConformance, type OpenedStore } from "../../test/conformance/lock-store.conformance.ts";
import type { Database } from "../database/database.ts";
import { sql } from "../database/sql.ts";
import { RotaError } from "../errors.ts";
import { silentLogger } from "../runtime/logger.ts";
import { createDatabaseCoordinator } from "./database-lock-store.ts";
import { LOCKS_PRUNED_MAX, WAITERS_MAX } from "./lock-limits.ts";
import type { Coordinator } from "./locks.ts";

const KINDS = ["pglite", "postgres"] as const;

for (const on of KINDS)
  coordinatorConformance({ name: `the database coordinator on ${on}`, open: () => openDatabaseStore(on), skip: [] });

describe.each(KINDS)("the rows of the coordinator on %s", (on) => {
  let store: OpenedStore;
  let coordinator: Coordinator;
  beforeAll(async () => {
    store = await openDatabaseStore(on);
    const secretsKey = new Uint8Array(32);
    coordinator = createDatabaseCoordinator({ database: store.database, logger: silentLogger, secretsKey });
  });
  afterAll(() => store.dispose());
  const acquire = (key: string, request = {}) =>
    coordinator.locks.acquire({ key, holder: "ann", operation: "TALLY", ...request });

  test("pruning deletes only what is over, in batches", async () => {
    const keys = Array.from({ length: 3 }, (_, nth) => `prune-${String(nth)}`);
    for (const key of keys) {
      await acquire(key);
      await coordinator.once.begin({ scope: "s", key, inputHash: "h" });
      await coordinator.secrets.put({ key, value: new Uint8Array([1]) });
    }
    for (const key of keys.slice(1)) {
      await store.expire.lock(key);
      await store.expire.once("s", key);
      await store.expire.secret(key);
    }
    await store.database.query(sql`
      insert into rota.secrets (key, sealed, expires_at)
      select 'old-' || nth, '', clock_timestamp() - interval '1 second' from generate_series(1, ${LOCKS_PRUNED_MAX}::integer) as nth`);

    const answers = [await coordinator.prune(), await coordinator.prune(), await coordinator.prune()];

    expect(answers).toEqual([
      { locks: 2, once: 2, secrets: LOCKS_PRUNED_MAX, isMore: true },
      { locks: 0, once: 0, secrets: 2, isMore: false },
      { locks: 0, once: 0, secrets: 0, isMore: false },
    ]);
    expect(coordinator.locks.stats().expired).toBe(2);
    expect(await coordinator.locks.inspect("prune-0")).toMatchObject({ holder: "ann" });
    expect((await coordinator.once.begin({ scope: "s", key: "prune-0", inputHash: "h" })).kind).toBe("running");
    expect(await coordinator.secrets.read("prune-0")).toEqual(new Uint8Array([1]));
  });

  test("the time that a lock was held ends when it expired or its task ended, not when that was found", async () => {
    const other = createDatabaseCoordinator({ database: store.database, logger: silentLogger });
    const taskId = await store.startTask();
    const ask = (key: string) => other.locks.acquire({ key, holder: "ann", operation: "TALLY" });
    const [expired, guarding] = [await ask("held-1"), await ask("held-2")];
    if (!expired.acquired || !guarding.acquired) throw new Error("both are free");
    await other.locks.attach(guarding.lock, taskId);
    await store.finishTask(taskId);
    await store.database.query(sql`
      update rota.locks set started_at = clock_timestamp() - interval '3 hours' where key in ('held-1', 'held-2')`);
    await store.database.query(sql`
      update rota.locks set expires_at = started_at + interval '1 hour' where key = 'held-1'`);
    await store.database.query(sql`
      update rota.tasks set finished_at = (select started_at + interval '2 hours' from rota.locks where key = 'held-2') where task_id = ${taskId}`);

    await other.prune();

    expect(other.locks.stats()).toMatchObject({ expired: 1, endedWithTask: 1, heldMs: 3 * 3_600_000 });
    const ended = await store.database.query(sql<{ key: string; held: string }>`
      select key, (ended_at - started_at)::text as held from rota.lock_history where key in ('held-1', 'held-2') order by key`);
    expect(ended).toEqual([
      { key: "held-1", held: "01:00:00" },
      { key: "held-2", held: "02:00:00" },
    ]);
    await other.close();
  });

  test("a lock whose task was pruned is free", async () => {
    const taskId = await store.startTask();
    const answer = await acquire("pruned-task");
    if (answer.acquired) await coordinator.locks.attach(answer.lock, taskId);
    await store.database.query(sql`delete from rota.tasks where task_id = ${taskId}`);
    expect((await acquire("pruned-task", { holder: "bob" })).acquired).toBe(true);
  });

  test("a secret that was moved to another key in the database is refused", async () => {
    await coordinator.secrets.put({ key: "mine", value: new Uint8Array([1]) });
    await store.database.query(sql`update rota.secrets set key = 'yours' where key = 'mine'`);
    await expect(coordinator.secrets.read("yours")).rejects.toMatchObject({ code: "SECRET_UNREADABLE" });
  });

  test("a caller whose reply was lost still gets the lock or claim that its call took", async () => {
    const unlucky = losingReplies(store.database);
    const { locks, once } = createDatabaseCoordinator({ database: unlucky.database, logger: silentLogger });

    unlucky.loseNext();
    const answer = await locks.acquire({ key: "lost-reply", holder: "ann", operation: "TALLY" });
    unlucky.loseNext();
    const begun = await once.begin({ scope: "s", key: "lost-reply", inputHash: "h" });

    expect(answer).toMatchObject({ acquired: true, lock: { holder: "ann" } });
    expect(begun.kind).toBe("first");
    expect(unlucky.lost()).toBe(2);
  });

  test("a full queue of waiters refuses callers, and a place that became free can be taken", async () => {
    await acquire("crowded");
    await store.database.query(sql`
      insert into rota.lock_waiters (key, token, holder, operation, ttl_ms, waits_since, alive_until)
      select 'crowded', 'token-' || nth, 'waiter', 'TALLY', 1000, clock_timestamp(), clock_timestamp() + interval '1 hour'
        from generate_series(1, ${WAITERS_MAX}::integer) as nth`);

    const refused = acquire("crowded", { holder: "late", waitMs: 60_000 });
    await expect(refused).rejects.toMatchObject({ code: "LOCK_LINE_FULL", details: { waitersMax: WAITERS_MAX } });
    await store.database.query(sql`delete from rota.lock_waiters where token = 'token-1'`);
    const waiting = acquire("crowded", { holder: "later", waitMs: 60_000 });
    await vi.waitUntil(async () => (await coordinator.locks.line("crowded")).at(-1)?.holder === "later");
    await store.database.query(sql`delete from rota.lock_waiters where holder = 'waiter'`);
    await coordinator.locks.override({ key: "crowded", by: "root", reason: "test" });

    expect(await waiting).toMatchObject({ acquired: true });
  });
});

/** Returns the database with a connection that can break after a statement has run and before its reply arrives. */
function losingReplies(database: Database) {
  let isLosing = false;
  let lost = 0;
  const query: Database["query"] = async (statement, options) => {
    const rows = await database.query(statement, options);
    if (!isLosing) return rows;
    isLosing = false;
    lost++;
    throw new RotaError("DATABASE_UNAVAILABLE", "the connection broke", { statementMayHaveRun: true });
  };
  const unlucky: Database = {
    schema: database.schema,
    query,
    transaction: (work, options) => database.transaction(work, options),
    listen: (channel, listener) => database.listen(channel, listener),
    close: () => database.close(),
  };
  return { database: unlucky, loseNext: () => void (isLosing = true), lost: () => lost };
}
