/** Tests that transactions commit, roll back and nest, and that notifications arrive after the commit, on every driver. */
import { describe, expect, vi } from "vitest";
import { sqlState } from "../../src/database/database-error.ts";
import { notify } from "../../src/database/database.sql.ts";
import type { Database, Queryable, Transaction } from "../../src/database/database.ts";
import { sql, sqlScript } from "../../src/database/sql.ts";
import type { Subject } from "./database.conformance.ts";

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

/** PostgreSQL takes less than 8,000 bytes. */
const PAYLOAD_BYTES_MAX = 7_900;

export function notificationTests({ test, database, open }: Subject): void {
  const hear = async (channel: string, on: Database = database()) => {
    const heard: string[] = [];
    const stop = await on.listen(channel, { onNotification: (payload) => heard.push(payload), onGap: () => undefined });
    const until = (count: number) => vi.waitUntil(() => heard.length >= count, { timeout: 10_000 });
    return { heard, stop, until };
  };

  describe("notifications", () => {
    test("a notification arrives with its payload", async () => {
      const { heard, until } = await hear("one");
      await database().query(notify("one", "hello, wörld"));
      await until(1);
      expect(heard).toEqual(["hello, wörld"]);
    });
    test("a payload of 7,900 bytes and an empty one arrive complete", async () => {
      const { heard, until } = await hear("sizes");
      await database().query(notify("sizes", "x".repeat(PAYLOAD_BYTES_MAX)));
      await database().query(notify("sizes", ""));
      await until(2);
      expect(heard).toEqual(["x".repeat(PAYLOAD_BYTES_MAX), ""]);
    });
    test("notifications arrive in the order in which they were sent", async () => {
      const { heard, until } = await hear("order");
      const sent = Array.from({ length: 100 }, (_, index) => String(index));
      for (const payload of sent) await database().query(notify("order", payload));
      await until(sent.length);
      expect(heard).toEqual(sent);
    });
    test("a notification of a transaction arrives after its commit, and never after a rollback", async () => {
      const { heard, until } = await hear("commit");
      let heardBeforeCommit = 0;
      await database().transaction(async (tx) => {
        await tx.query(notify("commit", "committed"));
        heardBeforeCommit = heard.length;
      });
      const rolledBack = database().transaction(async (tx) => {
        await tx.query(notify("commit", "rolled back"));
        throw new Error("boom");
      });
      await expect(rolledBack).rejects.toThrow("boom");
      await database().query(notify("commit", "last"));
      await until(2);
      expect(heardBeforeCommit).toBe(0);
      expect(heard).toEqual(["committed", "last"]);
    });
    test("whoever stopped listening hears nothing more, others on the channel still do", async () => {
      const first = await hear("shared");
      const second = await hear("shared");
      await first.stop();
      await first.stop();
      await database().query(notify("shared", "again"));
      await second.until(1);
      await second.stop();
      expect(first.heard).toEqual([]);
      expect(second.heard).toEqual(["again"]);
    });
    test("a channel's name may hold any characters", async () => {
      const channel = `Odd "name"; drop schema 'x' -- ü`;
      const { heard, until, stop } = await hear(channel);
      await database().query(notify(channel, "heard"));
      await until(1);
      await stop();
      expect(heard).toEqual(["heard"]);
    });
    test("a channel's name that PostgreSQL would cut is refused", async () => {
      await expect(hear("x".repeat(64))).rejects.toMatchObject({ code: "CONFIG_INVALID" });
    });
    test("another schema hears nothing of ours", async () => {
      const other = await open();
      const { heard } = await hear("apart", other.database);
      const ours = await hear("apart");
      await database().query(notify("apart", "ours"));
      await ours.until(1);
      await other.database.query(notify("apart", "theirs"));
      await vi.waitUntil(() => heard.length > 0);
      await other.dispose();
      expect(heard).toEqual(["theirs"]);
      expect(ours.heard).toEqual(["ours"]);
    });
  });
}
