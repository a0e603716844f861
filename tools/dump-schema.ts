/** Compares schema.sql and functions.json of the engine and of each workload with the SQL files, or writes them with --write. */
import { readFile, writeFile } from "node:fs/promises";
import { describeSchemas, schemaUrl } from "./schema/describe-schema.ts";

for (const file of await describeSchemas()) {
  if (process.argv.includes("--write")) {
    await writeFile(schemaUrl(file), file.text);
  } else if (file.text !== (await readFile(schemaUrl(file), "utf8").catch(() => ""))) {
    console.error(`${file.path} does not fit the SQL files: run \`npm run schema\``);
    process.exitCode = 1;
  }
}
