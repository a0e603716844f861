/** Tests that transactions commit, roll back and nest, and that notifications arrive after the commit, on every driver. */
import { describe, expect, vi } from "vitest";
import { sqlState } from "../../src/database/database-error.ts";
import { notify } from "../../src/database/database.sql.ts";
import type { Database, Queryable, Transaction } from "../../src/database/database.ts";
import { sql, sqlScript } from "../../src/database/sql.ts";
import type { Subject } from "./database.conformance.ts";

let testNumber = 0;

export function transactionTests({ test, database }: Subject): void {
  /** Creates the notes of one test, in one table for all tests. The parent of a note is checked at commit. */
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
    test("a transaction commits when its work resolves, and returns the result", async () => {
      const { add, ids } = await notes();
      const result = await database().transaction(async (tx) => {
        await add(tx, 1);
        return "done";
      });
      expect(result).toBe("done");
      expect(await ids()).toEqual([1]);
    });
    test("a transaction rolls back when its work throws, and throws the error", async () => {
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
    test("nested transactions can nest deeper and are rolled back with the outer one", async () => {
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
    test("a nested transaction that swallowed an error throws, and the outer one can continue", async () => {
      const { add, ids } = await notes();
      await database().transaction(async (tx) => {
        const nested = tx.transaction((inner) => inner.query(sql`select 1 / 0`).catch(() => undefined));
        await expect(nested).rejects.toMatchObject({ code: "TRANSACTION_ROLLED_BACK" });
        await add(tx, 1);
      });
      expect(await ids()).toEqual([1]);
    });
    test("a transaction that has ended refuses statements", async () => {
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
    test("a read-only snapshot reads the same rows while other connections write", async () => {
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
    test("a transaction reads concurrent commits, and its own writes are invisible to others before its commit", async () => {
      const { add, ids } = await notes();
      await database().transaction(async (tx) => {
        await add(tx, 1);
        await add(database(), 2);
        expect(await ids(tx)).toEqual([1, 2]);
        expect(await ids()).toEqual([2]);
      });
    });
    test("two serializable transactions that change what the other has read cannot both commit: 40001", async () => {
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

/** Size of a payload below PostgreSQL's limit of 8,000 bytes. */
const PAYLOAD_BYTES_MAX = 7_900;

export function notificationTests({ test, database, open }: Subject): void {
  const subscribe = async (channel: string, on: Database = database()) => {
    const received: string[] = [];
    const stop = await on.listen(channel, {
      onNotification: (payload) => received.push(payload),
      onGap: () => undefined,
    });
    const until = (count: number) => vi.waitUntil(() => received.length >= count, { timeout: 10_000 });
    return { received, stop, until };
  };

  describe("notifications", () => {
    test("a notification arrives with its payload", async () => {
      const { received, until } = await subscribe("one");
      await database().query(notify("one", "hello, wörld"));
      await until(1);
      expect(received).toEqual(["hello, wörld"]);
    });
    test("a payload of 7,900 bytes and an empty one arrive complete", async () => {
      const { received, until } = await subscribe("sizes");
      await database().query(notify("sizes", "x".repeat(PAYLOAD_BYTES_MAX)));
      await database().query(notify("sizes", ""));
      await until(2);
      expect(received).toEqual(["x".repeat(PAYLOAD_BYTES_MAX), ""]);
    });
    test("notifications arrive in the order in which they were sent", async () => {
      const { received, until } = await subscribe("order");
      const sent = Array.from({ length: 100 }, (_, index) => String(index));
      for (const payload of sent) await database().query(notify("order", payload));
      await until(sent.length);
      expect(received).toEqual(sent);
    });
    test("a notification of a transaction arrives after its commit, and never after a rollback", async () => {
      const { received, until } = await subscribe("commit");
      let receivedBeforeCommit = 0;
      await database().transaction(async (tx) => {
        await tx.query(notify("commit", "committed"));
        receivedBeforeCommit = received.length;
      });
      const rolledBack = database().transaction(async (tx) => {
        await tx.query(notify("commit", "rolled back"));
        throw new Error("boom");
      });
      await expect(rolledBack).rejects.toThrow("boom");
      await database().query(notify("commit", "last"));
      await until(2);
      expect(receivedBeforeCommit).toBe(0);
      expect(received).toEqual(["committed", "last"]);
    });
    test("a listener that was removed receives nothing more; others on the channel still do", async () => {
      const first = await subscribe("shared");
      const second = await subscribe("shared");
      await first.stop();
      await first.stop();
      await database().query(notify("shared", "again"));
      await second.until(1);
      await second.stop();
      expect(first.received).toEqual([]);
      expect(second.received).toEqual(["again"]);
    });
    test("the name of a channel may contain any characters", async () => {
      const channel = `Odd "name"; drop schema 'x' -- ü`;
      const { received, until, stop } = await subscribe(channel);
      await database().query(notify(channel, "received"));
      await until(1);
      await stop();
      expect(received).toEqual(["received"]);
    });
    test("a channel name that PostgreSQL would truncate is refused", async () => {
      await expect(subscribe("x".repeat(64))).rejects.toMatchObject({ code: "CONFIG_INVALID" });
    });
    test("another schema receives none of our notifications", async () => {
      const other = await open();
      const { received } = await subscribe("apart", other.database);
      const ours = await subscribe("apart");
      await database().query(notify("apart", "ours"));
      await ours.until(1);
      await other.database.query(notify("apart", "theirs"));
      await vi.waitUntil(() => received.length > 0);
      await other.dispose();
      expect(received).toEqual(["theirs"]);
      expect(ours.received).toEqual(["ours"]);
    });
  });
}
