/** The generated schemas and the revisions of functions are kept up to date. */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { describeSchemas, schemaUrl } from "./describe-schema.ts";

test("every schema.sql and functions.json fits the SQL files (else run `npm run schema`)", async () => {
  for (const file of await describeSchemas()) {
    expect(await readFile(schemaUrl(file), "utf8").catch(() => ""), file.path).toBe(file.text);
  }
});
