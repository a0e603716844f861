/** Claims whose answers were lost: exactly these are given back, whenever they are committed. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { violatedConstraint } from "../database/database-error.ts";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { sql } from "../database/sql.ts";
import { RotaError } from "../errors.ts";
import { takeTurnRows } from "../fairness/fairness.sql.ts";
import { type TakenChunk, takeTurns } from "../fairness/take-turns.ts";
import { rescueLeases } from "../leases/rescue-leases.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { workedQueue } from "../../test/support/worked-queue.ts";
import { NO_LEASES, workerContext } from "../../test/support/worker-context.ts";
import { createUnacknowledgedClaims } from "./unacknowledged-claims.ts";

const WAIT = { timeout: 120_000, interval: 20 };
const OWNER = "worker-1";
const LEASE_MS = 3_600_000;

describe.each(["pglite", "postgres"] as const)("unacknowledged claims on %s", (on) => {
  let opened: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    opened = await openTestDatabase({ on });
    database = opened.database;
    await migrate(database);
  });
  afterAll(() => opened.dispose());

  function open(through: Database = database) {
    const work = workedQueue(database);
    const dropped: bigint[] = [];
    const leases = { ...NO_LEASES, drop: (token: bigint) => void dropped.push(token) };
    const unacknowledged = createUnacknowledgedClaims(workerContext(through, { owner: OWNER, leases }));
    const request = (leaseToken: bigint, limit = 100) => ({
      queue: work.queue,
      limit,
      owner: OWNER,
      leaseMs: LEASE_MS,
      leaseToken,
    });
    const claim = (limit = 100): Promise<TakenChunk[]> =>
      unacknowledged.make(work.queue, ({ leaseToken }) => takeTurns(database, request(leaseToken, limit)));
    /** Fails, and no one can know whether the claim was made. Returns its token. */
    const loseClaim = async (make: (leaseToken: bigint) => Promise<unknown>): Promise<bigint> => {
      let token = 0n;
      const claiming = unacknowledged.make(work.queue, async ({ leaseToken }) => {
        token = leaseToken;
        await make(leaseToken);
        throw connectionLost();
      });
      await expect(claiming).rejects.toThrow("broke");
      return token;
    };
    return { ...work, unacknowledged, dropped, request, claim, loseClaim };
  }

  test("lost claims wait again at no attempt and under no suspicion; acknowledged ones are left alone", async () => {
    const { submit, claim, loseClaim, request, unacknowledged, dropped, chunkStates, chunk, history } = open();
    const taskId = await submit(5);
    await claim(2);
    const lostToken = await loseClaim((leaseToken) => takeTurns(database, request(leaseToken, 2)));

    unacknowledged.start();
    await vi.waitUntil(() => dropped.length > 0, WAIT);
    await unacknowledged.stop();

    expect(dropped).toEqual([lostToken]);
    expect(await chunkStates(taskId)).toEqual(["PROCESSING", "PROCESSING", "PENDING", "PENDING", "PENDING"]);
    expect(await chunk(taskId, 3)).toMatchObject({ attempt: 0, is_suspect: false, is_leased: false });
    expect(await history(taskId, 3)).toEqual(["1 RETURN"]);
    expect((await claim()).map(({ number }) => number)).toEqual([3, 4, 5]);
  });

  test("a claim that comes after its return is refused, and its chunks are there for the next one", async () => {
    const { submit, claim, loseClaim, request, unacknowledged, dropped, leaseCount } = open();
    await submit(3);
    const token = await loseClaim(async () => undefined);
    await unacknowledged.stop();

    const late = await takeTurns(database, request(token)).catch((error: unknown) => violatedConstraint(error));

    expect(late).toBe("leases_have_a_token");
    expect(dropped).toEqual([]);
    expect(await claim()).toHaveLength(3);
    expect(await leaseCount()).toBe(2);
  });

  test("what holds the token of a claim that never came ends like a lease", async () => {
    const { loseClaim, unacknowledged, expire, leaseCount } = open();
    const token = await loseClaim(async () => undefined);
    await unacknowledged.stop();
    expect(await leaseCount()).toBe(1);

    await expire(token);
    const rescued = await rescueLeases(database, 0);

    expect(rescued).toContainEqual({ leaseToken: token, owner: OWNER, chunks: 0 });
    expect(await leaseCount()).toBe(0);
  });

  test.skipIf(on === "pglite")("a claim that is still under way is waited for, and then given back", async () => {
    const { submit, loseClaim, request, unacknowledged, dropped, chunkStates } = open();
    const taskId = await submit(2);
    unacknowledged.start();

    await database.transaction(async (tx) => {
      await loseClaim((leaseToken) =>
        tx.query(takeTurnRows({ ...request(leaseToken), isWatched: false, token: leaseToken })),
      );
      await vi.waitUntil(async () => (await tx.query(waitersOfThisSession())).length > 0, WAIT);
    });
    await vi.waitUntil(() => dropped.length > 0, WAIT);
    await unacknowledged.stop();

    expect(await chunkStates(taskId)).toEqual(["PENDING", "PENDING"]);
  });

  test("a claim that was refused, or never sent, costs no statement", async () => {
    let sent = 0;
    const { unacknowledged, queue } = open(refusing(() => (sent++, undefined)));
    const refused = () => database.query(sql`select 1 / 0`);
    const neverSent = async () => {
      throw new RotaError("DATABASE_UNAVAILABLE", "no server answers");
    };

    await expect(unacknowledged.make(queue, refused)).rejects.toThrow("division by zero");
    await expect(unacknowledged.make(queue, neverSent)).rejects.toThrow("no server answers");
    await unacknowledged.stop();

    expect(sent).toBe(0);
  });

  test("while the database is unavailable it is tried again, and once more at the end", async () => {
    let tries = 0;
    let isDown = true;
    const failing = refusing(() => (isDown ? (tries++, connectionLost()) : undefined));
    const { submit, loseClaim, request, unacknowledged, chunkStates } = open(failing);
    const taskId = await submit(1);
    await loseClaim((leaseToken) => takeTurns(database, request(leaseToken)));
    unacknowledged.start();
    await vi.waitUntil(() => tries > 1, WAIT);

    isDown = false;
    await unacknowledged.stop();

    expect(await chunkStates(taskId)).toEqual(["PENDING"]);
  });

  test("a database that never comes back does not hinder the end", async () => {
    const { loseClaim, unacknowledged } = open(refusing(() => connectionLost()));
    await loseClaim(async () => undefined);
    unacknowledged.start();

    await expect(unacknowledged.stop()).resolves.toBeUndefined();
  });

  function refusing(reason: () => Error | undefined): Database {
    return {
      schema: database.schema,
      query: async (statement, options) => {
        const error = reason();
        if (error !== undefined) throw error;
        return database.query(statement, options);
      },
      transaction: (work, options) => database.transaction(work, options),
      listen: (channel, listener) => database.listen(channel, listener),
      close: () => database.close(),
    };
  }
});

const waitersOfThisSession = () => sql<object>`
  select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`;

function connectionLost(): RotaError {
  return new RotaError("DATABASE_UNAVAILABLE", "the connection broke", { statementMayHaveRun: true });
}
