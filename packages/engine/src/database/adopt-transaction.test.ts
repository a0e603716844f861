/** Tests submitting inside a transaction of the user's driver or query builder. */
import { drizzle } from "drizzle-orm/node-postgres";
import { sql as drizzleSql } from "drizzle-orm";
import { CompiledQuery, Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { takeTurns } from "../fairness/take-turns.ts";
import { submitTasks } from "../tasks/submit-tasks.ts";
import { openTestDatabase, testPostgresUrl, type TestDatabase } from "../../test/support/test-database.ts";
import { adoptTransaction, type AdoptedTransaction } from "./adopt-transaction.ts";
import { migrate } from "./migrate.ts";
import { sql, sqlScript } from "./sql.ts";

type Run = AdoptedTransaction["run"];
/** Runs work in a transaction of the user, which rolls back when it throws. */
type InTransaction = (work: (run: Run) => Promise<void>) => Promise<void>;

const pool = new pg.Pool({ connectionString: testPostgresUrl(), max: 2 });
const postgresJs = postgres(testPostgresUrl(), { max: 1, onnotice: () => undefined });

const inPg: InTransaction = async (work) => {
  const client = await pool.connect();
  try {
    await client.query(sql`begin`.text);
    await work(async (text, values) => (await client.query<object>(text, [...values])).rows);
    await client.query(sql`commit`.text);
  } catch (error) {
    await client.query(sql`rollback`.text);
    throw error;
  } finally {
    client.release();
  }
};

const inKysely: InTransaction = (work) =>
  new Kysely<object>({ dialect: new PostgresDialect({ pool }) })
    .transaction()
    .execute((tx) => work(async (text, values) => (await tx.executeQuery(CompiledQuery.raw(text, [...values]))).rows));

/** Passes the text as the pieces between the values, since Drizzle numbers the values itself. */
const inDrizzle: InTransaction = (work) =>
  drizzle(pool).transaction((tx) =>
    work(async (text, values) => {
      const [first = "", ...rest] = text.split(/\$\d+/);
      const pieces = rest.flatMap((piece, index) => [drizzleSql.param(values[index]), drizzleSql.raw(piece)]);
      return (await tx.execute(drizzleSql.join([drizzleSql.raw(first), ...pieces]))).rows;
    }),
  );

const inPostgresJs: InTransaction = async (work) => {
  await postgresJs.begin((tx) => work((text, values) => tx.unsafe(text, [...values])));
};

describe.each<[string, InTransaction]>([
  ["pg", inPg],
  ["Kysely", inKysely],
  ["Drizzle", inDrizzle],
  ["postgres", inPostgresJs],
])("in a transaction of %s", (queue, inTransaction) => {
  let opened: TestDatabase;

  beforeAll(async () => {
    opened = await openTestDatabase({ on: "postgres" });
    await migrate(opened.database);
  });
  afterAll(() => opened.dispose());

  const task = { queue, tenant: "ann", group: "tallies", type: "count" };
  const adopt = (run: Run) => adoptTransaction({ schema: opened.database.schema, run });
  const taken = async () =>
    (await takeTurns(opened.database, { queue, limit: 10, owner: "worker-1", leaseMs: 60_000 })).map(
      ({ payload }) => payload,
    );

  test("tasks are there when it commits, and not before", async () => {
    const payload = { text: 'it\'s "quoted" \\ $1', list: [1, null, { deep: true }] };
    let before: unknown[] | undefined;

    await inTransaction(async (run) => {
      const [submitted] = await submitTasks(adopt(run), [{ ...task, chunks: [{ payload, dueAt: new Date(0) }] }]);
      expect(typeof submitted?.taskId).toBe("bigint");
      before = await taken();
    });

    expect(before).toEqual([]);
    expect(await taken()).toEqual([payload]);
  });

  test("no task is there when it rolls back", async () => {
    const rollback = new Error("roll back");

    const failed = inTransaction(async (run) => {
      await submitTasks(adopt(run), [{ ...task, unique: { key: "gone" }, chunks: [{ payload: "never" }] }]);
      throw rollback;
    });

    await expect(failed).rejects.toThrow("roll back");
    expect(await taken()).toEqual([]);
  });

  test("a conflict of keys is reported, and the transaction can still be used", async () => {
    await submitTasks(opened.database, [
      { ...task, unique: { key: "taken" }, input: 1, chunks: [{ payload: "first" }] },
    ]);

    await inTransaction(async (run) => {
      const submitting = submitTasks(adopt(run), [{ ...task, unique: { key: "taken" }, input: 2, chunks: [{}] }]);
      await expect(submitting).rejects.toMatchObject({ code: "IDEMPOTENCY_CONFLICT" });
      await submitTasks(adopt(run), [{ ...task, chunks: [{ payload: "second" }] }]);
    });

    expect(await taken()).toEqual(["first", "second"]);
  });
});

describe("a wrong adapter", () => {
  test("is refused with the reason when it returns no list of rows", async () => {
    const adopted = adoptTransaction({ run: async () => [[1]] });

    await expect(
      submitTasks(adopted, [{ queue: "q", tenant: "t", group: "g", type: "y", chunks: [{}] }]),
    ).rejects.toThrow("something else than a list of rows");
  });

  test("cannot run scripts or reach outside a plain schema name", async () => {
    const adopted = adoptTransaction({ run: async () => [] });

    await expect(adopted.query(sqlScript("create table a ()"))).rejects.toMatchObject({ code: "TRANSACTION_MISUSED" });
    expect(() => adoptTransaction({ schema: "a; drop", run: async () => [] })).toThrow(/cannot be used/);
  });
});

afterAll(async () => {
  await postgresJs.end();
  await pool.end();
});
