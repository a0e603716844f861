/** Compares packages/engine/sql/schema.sql with what the migrations make, or writes it with --write. */
import { readFile, writeFile } from "node:fs/promises";
import { describeSchema } from "./schema/describe-schema.ts";

const file = new URL("../packages/engine/sql/schema.sql", import.meta.url);
const described = await describeSchema();

if (process.argv.includes("--write")) {
  await writeFile(file, described);
} else if (described !== (await readFile(file, "utf8").catch(() => ""))) {
  console.error("packages/engine/sql/schema.sql is not what the migrations make: run `npm run schema`");
  process.exitCode = 1;
}
