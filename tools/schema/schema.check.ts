/** Tests that the generated schemas are up to date. */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { describeSchemas, schemaUrl } from "./describe-schema.ts";

test("every schema.sql is what the migrations make (else run `npm run schema`)", async () => {
  for (const file of await describeSchemas()) {
    expect(await readFile(schemaUrl(file), "utf8").catch(() => ""), file.path).toBe(file.text);
  }
});
