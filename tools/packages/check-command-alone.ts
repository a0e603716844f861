/** Checks an installation of the command without any workload: what a database gets, what the command lists, and one workload of the user's own. */
import fs from "node:fs";
import { join } from "node:path";
import { runIn } from "./run-in-project.ts";

const ROTA = "node_modules/.bin/rota";

const LIST_TABLES = `
import { createEngine, sql } from "@rota/engine";

const engine = await createEngine({ config: { logLevel: "error" } });
const rows = await engine.database.query(sql\`select tablename from pg_tables where schemaname = 'rota' order by 1\`);
console.log(rows.map(({ tablename }) => tablename).join(" "));
await engine.stop();
`;

const LIBRARY = `
import { defineWorkload } from "@rota/engine/workload";

const hello = {
  name: "library hello",
  sentence: "greet the reader",
  examples: ["rota library hello"],
  run: async ({ output }) => output.answer({ hello: true }, () => ["hello, reader"]),
};
export default defineWorkload({ name: "library", commands: async () => [hello] });
`;

/** Throws when the command needs a workload, or brings one. */
export function checkCommandAlone({ root, project }: { root: string; project: string }): void {
  const files = {
    "package.json": `{"private": true, "type": "module"}`,
    "tables.js": LIST_TABLES,
    "library.js": LIBRARY,
  };
  for (const [path, text] of Object.entries(files)) fs.writeFileSync(join(project, path), text);
  runIn(project, [ROTA, "migrate"]);
  const found = runIn(project, ["node", "tables.js"]).trim().split(" ");
  const expected = tablesOf(fs.readFileSync(join(root, "packages/engine/sql/schema.sql"), "utf8"));
  if (found.join() !== expected.join()) throw new Error(`rota migrate made ${found.join(", ")}`);

  const named = ["--workloads", "./library.js"];
  const [help, greeting] = [
    runIn(project, [ROTA, "--help", ...named]),
    runIn(project, [ROTA, "library", "hello", ...named]),
  ];
  if (!/^Library:\n +library hello \[options\] +greet the reader$/m.test(help)) throw new Error(`help says:\n${help}`);
  if (greeting !== "hello, reader\n") throw new Error(`rota library hello says ${greeting}`);
}

function tablesOf(schema: string): string[] {
  return [...schema.matchAll(/^create (?:unlogged )?table rota\.(\w+)/gm)].map(([, name = ""]) => name).sort();
}
