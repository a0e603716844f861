/** Statements run side by side, can be cancelled and have a time limit. */
import { describe, expect } from "vitest";
import { sqlState } from "../database-error.ts";
import type { Subject } from "../database.conformance.ts";
import { sql, sqlScript } from "../sql.ts";

export function statementTests({ test, database, open }: Subject): void {
  describe("statements", () => {
    test("many statements at once all get their own answer", async () => {
      const ids = Array.from({ length: 200 }, (_, index) => index);
      const answers = await Promise.all(ids.map((id) => database().query(sql`select ${id}::int as id`)));
      expect(answers).toEqual(ids.map((id) => [{ id }]));
    });
    test("a statement used again and again with other values gives other answers", async () => {
      for (let id = 0; id < 20; id++)
        expect(await database().query(sql`select ${id}::int + 1 as id`)).toEqual([{ id: id + 1 }]);
    });
    test("a statement that returns nothing gives no rows", async () => {
      await database().query(sqlScript(`create table rota.empty (id int)`));
      expect(await database().query(sql`select id from rota.empty`)).toEqual([]);
      expect(await database().query(sql`insert into rota.empty values (1)`)).toEqual([]);
      expect(await database().query(sql`update rota.empty set id = 2 returning id`)).toEqual([{ id: 2 }]);
    });
    test("a statement over 10,000 rows and 1 MB of text comes back whole", async () => {
      const rows = await database().query(
        sql<{ id: number }>`select id::int as id from generate_series(1, 10000) as series (id)`,
      );
      expect(rows).toHaveLength(10_000);
      const large = "ä".repeat(1_000_000);
      expect(await database().query(sql`select length(${large}::text) as length`)).toEqual([{ length: 1_000_000 }]);
    });
    test("a script runs its statements in order and as one", async () => {
      const script = sqlScript(`create table rota.scripted (id int); insert into rota.scripted values (1), (2);`);
      expect(await database().query(script)).toEqual([]);
      await expect(database().query(sqlScript(`insert into rota.scripted values (3); select 1 / 0`))).rejects.toThrow();
      expect(await database().query(sql`select count(*) as rows from rota.scripted`)).toEqual([{ rows: 2n }]);
    });
    test("the schema's name stands where statements say rota, also in literals", async () => {
      await database().query(sqlScript(`create table rota.located (id bigint generated always as identity)`));
      const [row] = await database().query(sql<{ schema: string }>`
        select relnamespace::regnamespace::text as schema from pg_class where oid = 'rota.located'::regclass`);
      expect(row?.schema).toBe(database().schema);
    });
    test("a signal that has aborted keeps the statement from running", async () => {
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
