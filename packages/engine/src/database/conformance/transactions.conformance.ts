/** Transactions commit, roll back and nest alike on every driver. */
import { describe, expect } from "vitest";
import { sqlState } from "../database-error.ts";
import type { Subject } from "../database.conformance.ts";
import type { Queryable, Transaction } from "../database.ts";
import { sql, sqlScript } from "../sql.ts";

let testNumber = 0;

export function transactionTests({ test, database }: Subject): void {
  /** Each test has notes of its own in one table; a note's parent is looked for at commit. */
  const notes = async () => {
    await database().query(
      sqlScript(`
        create table if not exists rota.notes (
          test   int,
          id     int,
          parent int,
          primary key (test, id),
          foreign key (test, parent) references rota.notes deferrable initially deferred
        )`),
    );
    const test = ++testNumber;
    const add = (on: Queryable, id: number, parent: number | null = null) =>
      on.query(sql`insert into rota.notes (test, id, parent) values (${test}, ${id}, ${parent})`);
    const ids = async (on: Queryable = database()) => {
      const rows = await on.query(sql<{ id: number }>`select id from rota.notes where test = ${test} order by id`);
      return rows.map((row) => row.id);
    };
    return { add, ids };
  };
  const boom = () => {
    throw new Error("boom");
  };

  describe("transactions", () => {
    test("a transaction commits when its work resolves and gives back the result", async () => {
      const { add, ids } = await notes();
      const result = await database().transaction(async (tx) => {
        await add(tx, 1);
        return "done";
      });
      expect(result).toBe("done");
      expect(await ids()).toEqual([1]);
    });
    test("a transaction rolls back when its work throws, and the error comes out", async () => {
      const { add, ids } = await notes();
      const failing = database().transaction(async (tx) => {
        await add(tx, 1);
        boom();
      });
      await expect(failing).rejects.toThrow("boom");
      expect(await ids()).toEqual([]);
    });
    test("after an error a transaction refuses further statements with 25P02", async () => {
      let state: string | undefined;
      const failing = database().transaction(async (tx) => {
        await tx.query(sql`select 1 / 0`).catch(() => undefined);
        await tx.query(sql`select 1`).catch((error: unknown) => (state = sqlState(error)));
      });
      await expect(failing).rejects.toMatchObject({ code: "TRANSACTION_ROLLED_BACK" });
      expect(state).toBe("25P02");
    });
    test("a transaction that swallowed an error throws instead of pretending to have committed", async () => {
      const { add, ids } = await notes();
      const failing = database().transaction(async (tx) => {
        await add(tx, 1);
        await add(tx, 1).catch(() => undefined);
      });
      await expect(failing).rejects.toMatchObject({ code: "TRANSACTION_ROLLED_BACK" });
      expect(await ids()).toEqual([]);
    });
    test("a constraint checked at commit makes the transaction fail", async () => {
      const { add, ids } = await notes();
      const error = await database()
        .transaction((tx) => add(tx, 1, 99))
        .catch((thrown: unknown) => thrown);
      expect(sqlState(error)).toBe("23503");
      expect(await ids()).toEqual([]);
    });
    test("a nested transaction that fails leaves the outer one as it was before", async () => {
      const { add, ids } = await notes();
      await database().transaction(async (tx) => {
        await add(tx, 1);
        const nested = tx.transaction(async (inner) => {
          await add(inner, 2);
          await add(inner, 2);
        });
        await expect(nested).rejects.toMatchObject({ sqlState: "23505" });
        await add(tx, 3);
      });
      expect(await ids()).toEqual([1, 3]);
    });
    test("nested transactions nest deeper and are undone with the one around them", async () => {
      const { add, ids } = await notes();
      await database().transaction(async (tx) => {
        await tx.transaction(async (second) => {
          await second.transaction((third) => add(third, 3));
          await second.transaction((third) => add(third, 4));
        });
        await tx
          .transaction(async (second) => {
            await second.transaction((third) => add(third, 5));
            boom();
          })
          .catch(() => undefined);
      });
      expect(await ids()).toEqual([3, 4]);
    });
    test("a nested transaction that swallowed an error throws, and the outer one can go on", async () => {
      const { add, ids } = await notes();
      await database().transaction(async (tx) => {
        const nested = tx.transaction((inner) => inner.query(sql`select 1 / 0`).catch(() => undefined));
        await expect(nested).rejects.toMatchObject({ code: "TRANSACTION_ROLLED_BACK" });
        await add(tx, 1);
      });
      expect(await ids()).toEqual([1]);
    });
    test("a transaction that is over refuses statements", async () => {
      let left: Transaction | undefined;
      await database().transaction(async (tx) => void (left = tx));
      await expect(left?.query(sql`select 1`)).rejects.toMatchObject({ code: "TRANSACTION_MISUSED" });
    });
    test("a transaction refuses statements while one nested in it runs", async () => {
      await database().transaction(async (tx) => {
        const nested = tx.transaction(async () => tx.query(sql`select 1`));
        await expect(nested).rejects.toMatchObject({ code: "TRANSACTION_MISUSED" });
      });
    });
    test("statements of a transaction that were started together all run", async () => {
      const { add, ids } = await notes();
      await database().transaction((tx) => Promise.all([1, 2, 3, 4, 5].map((id) => add(tx, id))));
      expect(await ids()).toEqual([1, 2, 3, 4, 5]);
    });
    test("a read-only snapshot refuses to write with 25006", async () => {
      const { add } = await notes();
      const writing = database().transaction((tx) => add(tx, 1), { readOnlySnapshot: true });
      await expect(writing).rejects.toMatchObject({ sqlState: "25006" });
    });
    test("a read-only snapshot sees the same rows however others write", async () => {
      const { add, ids } = await notes();
      await add(database(), 1);
      await database().transaction(
        async (tx) => {
          expect(await ids(tx)).toEqual([1]);
          await add(database(), 2);
          expect(await ids(tx)).toEqual([1]);
        },
        { readOnlySnapshot: true },
      );
      expect(await ids()).toEqual([1, 2]);
    });
    test("a transaction sees what others commit meanwhile, and they see nothing of it before it commits", async () => {
      const { add, ids } = await notes();
      await database().transaction(async (tx) => {
        await add(tx, 1);
        await add(database(), 2);
        expect(await ids(tx)).toEqual([1, 2]);
        expect(await ids()).toEqual([2]);
      });
    });
    test("two that change what the other has read cannot both commit when serializable: 40001", async () => {
      const { add, ids } = await notes();
      const serializable = sql`set transaction isolation level serializable`;
      const outer = database().transaction(async (first) => {
        await first.query(serializable);
        await add(first, (await ids(first)).length + 1);
        await database().transaction(async (second) => {
          await second.query(serializable);
          await add(second, (await ids(second)).length + 100);
        });
      });
      await expect(outer).rejects.toMatchObject({ sqlState: "40001" });
    });
  });
}
