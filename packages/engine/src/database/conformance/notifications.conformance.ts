/** Notifications arrive complete, in order and only after the commit, on every driver. */
import { describe, expect, vi } from "vitest";
import type { Subject } from "../database.conformance.ts";
import type { Database } from "../database.ts";
import { notify } from "../notify.sql.ts";

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
