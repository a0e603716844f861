/** Tests that a driver keeps the database contract: one suite, run on each driver. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SqlError, sqlState, violatedConstraint } from "../../src/database/database-error.ts";
import type { Database } from "../../src/database/database.ts";
import { sql, type Sql, sqlScript } from "../../src/database/sql.ts";
import { notificationTests, transactionTests } from "./transactions.conformance.ts";
import { valueTests } from "./values.conformance.ts";

export type OpenedDatabase = { readonly database: Database; readonly dispose: () => Promise<void> };
export type SkippedTest = { readonly test: string; readonly reason: string };

export type ConformanceOptions = {
  readonly name: string;
  /** Opens a database with its own schema; called several times. */
  readonly open: (options?: { statementTimeoutMs?: number }) => Promise<OpenedDatabase>;
  /** Tests that this driver cannot pass, each with the reason. */
  readonly skip: readonly SkippedTest[];
};

/** Arguments of a group of tests: a function that declares a test, the shared database, and a function that opens another one. */
export type Subject = {
  readonly test: (name: string, run: () => Promise<void>) => void;
  readonly database: () => Database;
  readonly open: ConformanceOptions["open"];
};

export function databaseConformance({ name, open, skip }: ConformanceOptions): void {
  describe(`${name} keeps the database contract`, () => {
    let opened: OpenedDatabase | undefined;
    const seen = new Set<string>();
    beforeAll(async () => void (opened = await open()));
    afterAll(() => opened?.dispose());
    const subject: Subject = {
      open,
      database() {
        if (opened === undefined) throw new Error("the database is opened before the first test");
        return opened.database;
      },
      test(testName, run) {
        seen.add(testName);
        const skipped = skip.find((entry) => entry.test === testName);
        const shownName = skipped === undefined ? testName : `${testName} (cannot: ${skipped.reason})`;
        test.skipIf(skipped !== undefined)(shownName, run);
      },
    };
    const groups = [valueTests, errorTests, transactionTests, notificationTests, statementTests, closingTests];
    for (const group of groups) group(subject);
    test("every skip names a test of the suite", () => {
      expect(skip.filter((entry) => !seen.has(entry.test))).toEqual([]);
    });
  });
}

export function statementTests({ test, database, open }: Subject): void {
  describe("statements", () => {
    test("concurrent statements all get their own answer", async () => {
      const ids = Array.from({ length: 200 }, (_, index) => index);
      const answers = await Promise.all(ids.map((id) => database().query(sql`select ${id}::int as id`)));
      expect(answers).toEqual(ids.map((id) => [{ id }]));
    });
    test("a statement that is repeated with other values returns other answers", async () => {
      for (let id = 0; id < 20; id++)
        expect(await database().query(sql`select ${id}::int + 1 as id`)).toEqual([{ id: id + 1 }]);
    });
    test("a statement that returns nothing has no rows", async () => {
      await database().query(sqlScript(`create table rota.empty (id int)`));
      expect(await database().query(sql`select id from rota.empty`)).toEqual([]);
      expect(await database().query(sql`insert into rota.empty values (1)`)).toEqual([]);
      expect(await database().query(sql`update rota.empty set id = 2 returning id`)).toEqual([{ id: 2 }]);
    });
    test("10,000 rows and a text of 1 MB are returned complete", async () => {
      const rows = await database().query(
        sql<{ id: number }>`select id::int as id from generate_series(1, 10000) as series (id)`,
      );
      expect(rows).toHaveLength(10_000);
      const large = "ä".repeat(1_000_000);
      expect(await database().query(sql`select length(${large}::text) as length`)).toEqual([{ length: 1_000_000 }]);
    });
    test("a script runs its statements in order, all or none", async () => {
      const script = sqlScript(`create table rota.scripted (id int); insert into rota.scripted values (1), (2);`);
      expect(await database().query(script)).toEqual([]);
      await expect(database().query(sqlScript(`insert into rota.scripted values (3); select 1 / 0`))).rejects.toThrow();
      expect(await database().query(sql`select count(*) as rows from rota.scripted`)).toEqual([{ rows: 2n }]);
    });
    test("rota is replaced with the name of the schema in statements and literals", async () => {
      await database().query(sqlScript(`create table rota.located (id bigint generated always as identity)`));
      const [row] = await database().query(sql<{ schema: string }>`
        select relnamespace::regnamespace::text as schema from pg_class where oid = 'rota.located'::regclass`);
      expect(row?.schema).toBe(database().schema);
    });
    test("a signal that has aborted prevents the statement from running", async () => {
      const query = database().query(sql`select 1`, { signal: AbortSignal.abort() });
      await expect(query).rejects.toMatchObject({ code: "QUERY_CANCELLED" });
    });
    test("a signal cancels the statement on the server", async () => {
      const abort = new AbortController();
      const query = database().query(sql`select pg_sleep(30) as cancel_me`, { signal: abort.signal });
      const isRunning = async () => {
        const running = await database().query(sql`
          select 1 from pg_stat_activity
           where query like '%pg_sleep(30) as cancel_me%' and pid <> pg_backend_pid() and state = 'active'`);
        return running.length > 0;
      };
      await expect.poll(isRunning).toBe(true);

      abort.abort();

      const error: unknown = await query.catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: "QUERY_CANCELLED" });
      expect(sqlState(error)).toBe("57014");
      expect(await isRunning()).toBe(false);
    });
    test("a cancelled statement inside a transaction rolls it back and frees the connection", async () => {
      const work = database().transaction((tx) =>
        tx.query(sql`select pg_sleep(30)`, { signal: AbortSignal.timeout(100) }),
      );
      await expect(work).rejects.toMatchObject({ code: "QUERY_CANCELLED" });
      expect(await database().query(sql`select 1 as id`)).toEqual([{ id: 1 }]);
    });
    test("a statement that takes too long is stopped", async () => {
      const { database: impatient, dispose } = await open({ statementTimeoutMs: 200 });
      const error: unknown = await impatient.query(sql`select pg_sleep(30)`).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: "QUERY_TIMED_OUT" });
      expect(await impatient.query(sql`select 1 as id`)).toEqual([{ id: 1 }]);
      const patient = impatient.query(sql`select 1 as id from pg_sleep(0.4)`, { timeoutMs: 20_000 });
      expect(await patient).toEqual([{ id: 1 }]);
      await dispose();
    });
  });
}

export function errorTests({ test, database }: Subject): void {
  const errorOf = (statement: Sql) =>
    database()
      .query(statement)
      .then(unexpected, (error: unknown) => error);

  describe("errors", () => {
    test("a unique violation has code 23505 and the constraint's name", async () => {
      await database().query(sqlScript(`create table rota.once (id int constraint once_only unique)`));
      await database().query(sql`insert into rota.once values (1)`);

      const error = await errorOf(sql`insert into rota.once values (1)`);

      expect(error).toBeInstanceOf(SqlError);
      expect(sqlState(error)).toBe("23505");
      expect(violatedConstraint(error)).toBe("once_only");
    });
    test("a check violation has code 23514 and the constraint's name", async () => {
      await database().query(sqlScript(`create table rota.checked (id int constraint is_small check (id < 10))`));
      const error = await errorOf(sql`insert into rota.checked values (11)`);
      expect([sqlState(error), violatedConstraint(error)]).toEqual(["23514", "is_small"]);
    });
    test("a foreign key violation has code 23503", async () => {
      await database().query(
        sqlScript(`
          create table rota.parent (id int primary key);
          create table rota.child (id int constraint has_parent references rota.parent)`),
      );
      const error = await errorOf(sql`insert into rota.child values (1)`);
      expect([sqlState(error), violatedConstraint(error)]).toEqual(["23503", "has_parent"]);
    });
    test("mistakes in a statement have the codes of PostgreSQL", async () => {
      expect(sqlState(await errorOf(sql`selekt 1`))).toBe("42601");
      expect(sqlState(await errorOf(sql`select * from rota.nowhere`))).toBe("42P01");
      expect(sqlState(await errorOf(sql`select ${"x"}::int`))).toBe("22P02");
      expect(sqlState(await errorOf(sql`select 1 / 0`))).toBe("22012");
      expect(sqlState(await errorOf(sql`select ${"a\0b"}::text`))).toBe("22021");
    });
    test("two statements in one text are refused unless it is a script", async () => {
      expect(sqlState(await errorOf(sql`select 1; select 2`))).toBe("42601");
    });
    test("an error raised in a function keeps its code", async () => {
      const raise = sqlScript(`do $$ begin raise exception 'refused' using errcode = 'RT001'; end $$`);
      expect(sqlState(await errorOf(raise))).toBe("RT001");
    });
    test("a full disk is reported with what to do, and its code is kept", async () => {
      const error = await errorOf(
        sqlScript(`do $$ begin raise exception 'no space' using errcode = 'disk_full'; end $$`),
      );

      expect(error).toMatchObject({ code: "DATABASE_FULL", kind: "unavailable" });
      expect(sqlState(error)).toBe("53100");
    });
    test("errors of other origin than the server have no code", async () => {
      expect(sqlState(new Error("something else"))).toBeUndefined();
    });
    test("the database works after an error", async () => {
      await errorOf(sql`select 1 / 0`);
      expect(await database().query(sql`select 1 as id`)).toEqual([{ id: 1 }]);
    });
  });
}

function unexpected(): never {
  throw new Error("the statement was expected to fail");
}

export function closingTests({ test, open }: Subject): void {
  describe("closing", () => {
    test("close waits for running statements and may be called twice, and later calls are refused", async () => {
      const { database, dispose } = await open();
      const running = database.transaction(async (tx) => {
        await tx.query(sql`select 1`);
        return tx.query(sql`select 2 as id`);
      });

      await Promise.all([database.close(), database.close()]);

      expect(await running).toEqual([{ id: 2 }]);
      const nothing = { onNotification: () => undefined, onGap: () => undefined };
      await expect(database.query(sql`select 1`)).rejects.toMatchObject({ code: "DATABASE_CLOSED" });
      await expect(database.transaction(async () => 1)).rejects.toMatchObject({ code: "DATABASE_CLOSED" });
      await expect(database.listen("late", nothing)).rejects.toMatchObject({ code: "DATABASE_CLOSED" });
      await database.close();
      await dispose();
    });
  });
}
