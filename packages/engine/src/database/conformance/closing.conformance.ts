/** A database closes in order: what runs ends first, what comes later is refused. */
import { describe, expect } from "vitest";
import type { Subject } from "../database.conformance.ts";
import { sql } from "../sql.ts";

export function closingTests({ test, open }: Subject): void {
  describe("closing", () => {
    test("close waits for what runs, may be called twice, and later calls are refused", async () => {
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
