/** The generated schema is kept up to date. */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { describeSchema } from "./describe-schema.ts";

test("packages/engine/sql/schema.sql is what the migrations make (else run `npm run schema`)", async () => {
  const file = new URL("../../packages/engine/sql/schema.sql", import.meta.url);
  expect(await readFile(file, "utf8")).toBe(await describeSchema());
});
