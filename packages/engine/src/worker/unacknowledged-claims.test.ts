/** What becomes of claims whose answers were lost: exactly these are given back, whenever they are committed. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { violatedConstraint } from "../database/database-error.ts";
import type { Database } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { sql } from "../database/sql.ts";
import { RotaError } from "../errors.ts";
import { takeTurnRows } from "../fairness/fairness.sql.ts";
import { type TakenChunk, takeTurns } from "../fairness/take-turns.ts";
import { rescueLeases } from "../leases/rescue-leases.ts";
import { systemClock } from "../runtime/clock.ts";
import { silentLogger } from "../runtime/logger.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { workedQueue } from "../../test/support/worked-queue.ts";
import { createUnacknowledgedClaims } from "./unacknowledged-claims.ts";

const WAIT = { timeout: 120_000, interval: 20 };
const OWNER = "worker-1";
const LEASE_MS = 3_600_000;

describe.each(["pglite", "postgres"] as const)("unheard claims on %s", (on) => {
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
    const unheard = createUnacknowledgedClaims({
      database: through,
      owner: OWNER,
      leases: { drop: (token) => void dropped.push(token) },
      logger: silentLogger,
      clock: systemClock,
    });
    const request = (leaseToken: bigint, limit = 100) => ({
      queue: work.queue,
      limit,
      owner: OWNER,
      leaseMs: LEASE_MS,
      leaseToken,
    });
    const claim = (limit = 100): Promise<TakenChunk[]> =>
      unheard.make(work.queue, (leaseToken) => takeTurns(database, request(leaseToken, limit)));
    /** Fails, and nobody can tell whether the claim was made. Returns its token. */
    const loseClaim = async (make: (leaseToken: bigint) => Promise<unknown>): Promise<bigint> => {
      let token = 0n;
      const claiming = unheard.make(work.queue, async (leaseToken) => {
        token = leaseToken;
        await make(leaseToken);
        throw connectionLost();
      });
      await expect(claiming).rejects.toThrow("broke");
      return token;
    };
    return { ...work, unheard, dropped, request, claim, loseClaim };
  }

  test("what was claimed waits again, no attempt is spent and nothing is suspected; what was heard of is left alone", async () => {
    const { submit, claim, loseClaim, request, unheard, dropped, chunkStates, chunk, history } = open();
    const taskId = await submit(5);
    await claim(2);
    const lostToken = await loseClaim((leaseToken) => takeTurns(database, request(leaseToken, 2)));

    unheard.start();
    await vi.waitUntil(() => dropped.length > 0, WAIT);
    await unheard.stop();

    expect(dropped).toEqual([lostToken]);
    expect(await chunkStates(taskId)).toEqual(["PROCESSING", "PROCESSING", "PENDING", "PENDING", "PENDING"]);
    expect(await chunk(taskId, 3)).toMatchObject({ attempt: 0, is_suspect: false, is_leased: false });
    expect(await history(taskId, 3)).toEqual(["1 RETURN"]);
    expect((await claim()).map(({ number }) => number)).toEqual([3, 4, 5]);
  });

  test("a claim that comes after its return is refused, and its chunks are there for the next one", async () => {
    const { submit, claim, loseClaim, request, unheard, dropped, leaseCount } = open();
    await submit(3);
    const token = await loseClaim(async () => undefined);
    await unheard.stop();

    const late = await takeTurns(database, request(token)).catch((error: unknown) => violatedConstraint(error));

    expect(late).toBe("leases_have_a_token");
    expect(dropped).toEqual([]);
    expect(await claim()).toHaveLength(3);
    expect(await leaseCount()).toBe(2);
  });

  test("what holds the token of a claim that never came ends like a lease", async () => {
    const { loseClaim, unheard, expire, leaseCount } = open();
    const token = await loseClaim(async () => undefined);
    await unheard.stop();
    expect(await leaseCount()).toBe(1);

    await expire(token);
    const rescued = await rescueLeases(database, 0);

    expect(rescued).toContainEqual({ leaseToken: token, owner: OWNER, chunks: 0 });
    expect(await leaseCount()).toBe(0);
  });

  test.skipIf(on === "pglite")("a claim that is still under way is waited for, and then given back", async () => {
    const { submit, loseClaim, request, unheard, dropped, chunkStates } = open();
    const taskId = await submit(2);
    unheard.start();

    await database.transaction(async (tx) => {
      await loseClaim((leaseToken) =>
        tx.query(takeTurnRows({ ...request(leaseToken), isWatched: false, token: leaseToken })),
      );
      await vi.waitUntil(async () => (await tx.query(whoWaitsForUs())).length > 0, WAIT);
    });
    await vi.waitUntil(() => dropped.length > 0, WAIT);
    await unheard.stop();

    expect(await chunkStates(taskId)).toEqual(["PENDING", "PENDING"]);
  });

  test("a claim that was refused, or never sent, costs no statement", async () => {
    let sent = 0;
    const { unheard, queue } = open(refusing(() => (sent++, undefined)));
    const refused = () => database.query(sql`select 1 / 0`);
    const neverSent = async () => {
      throw new RotaError("DATABASE_UNAVAILABLE", "nobody is there");
    };

    await expect(unheard.make(queue, refused)).rejects.toThrow("division by zero");
    await expect(unheard.make(queue, neverSent)).rejects.toThrow("nobody is there");
    await unheard.stop();

    expect(sent).toBe(0);
  });

  test("while the database is away it is tried again, and once more at the end", async () => {
    let tries = 0;
    let isAway = true;
    const away = refusing(() => (isAway ? (tries++, connectionLost()) : undefined));
    const { submit, loseClaim, request, unheard, chunkStates } = open(away);
    const taskId = await submit(1);
    await loseClaim((leaseToken) => takeTurns(database, request(leaseToken)));
    unheard.start();
    await vi.waitUntil(() => tries > 1, WAIT);

    isAway = false;
    await unheard.stop();

    expect(await chunkStates(taskId)).toEqual(["PENDING"]);
  });

  test("a database that never comes back does not hinder the end", async () => {
    const { loseClaim, unheard } = open(refusing(() => connectionLost()));
    await loseClaim(async () => undefined);
    unheard.start();

    await expect(unheard.stop()).resolves.toBeUndefined();
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

const whoWaitsForUs = () => sql<object>`
  select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`;

function connectionLost(): RotaError {
  return new RotaError("DATABASE_UNAVAILABLE", "the connection broke", { statementMayHaveRun: true });
}
