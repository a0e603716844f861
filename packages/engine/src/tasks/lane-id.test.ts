/** Lanes have the same ids here and in the database. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "../database/migrate.ts";
import { sql } from "../database/sql.ts";
import { openTestDatabase, type TestDatabase } from "../../test/support/test-database.ts";
import { laneId } from "./lanes.ts";

let opened: TestDatabase;

beforeAll(async () => {
  opened = await openTestDatabase({ on: "pglite" });
  await migrate(opened.database);
});
afterAll(() => opened.dispose());

test("a path of any names gives the same id here as in the database", async () => {
  const name = fc.string({ unit: "binary", maxLength: 20 }).filter((text) => !text.includes("\0"));

  await fc.assert(
    fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 6 }), async (path) => {
      const [row] = await opened.database.query(
        sql<{ lane_id: bigint }>`select rota.lane_id(variadic ${path}::text[]) as lane_id`,
      );
      expect(laneId(...path)).toBe(row?.lane_id);
    }),
    { numRuns: 300 },
  );
});
