import { describe, expect, test } from "vitest";
import type { Rule, TreeFile } from "../violation.ts";
import { firstSentence } from "./first-sentence.ts";
import { FUNCTION_LINES_MAX, functionLength } from "./lengths.ts";
import { folderNames } from "./folders.ts";
import { forbiddenSyntax } from "./forbidden-syntax.ts";
import { forbiddenText } from "./forbidden-text.ts";
import { importCycles } from "./import-cycles.ts";
import { importLevels } from "./import-levels.ts";
import {
  exportedNames,
  fileNames,
  FOLDER_FILES_MIN,
  folderDepth,
  folderSize,
  parentAndChild,
  SMALL_FILE_LINES,
  smallFiles,
} from "./layout.ts";
import { internalNames, ownIndex } from "./own-index.ts";
import { packageImports } from "./package-imports.ts";
import { sqlPlacement } from "./sql-placement.ts";
import { testStyle } from "./test-style.ts";

type Tree = Readonly<Record<string, string>>;

/** Returns the places where the rule objects, as `path:line`. */
function objections(rule: Rule, tree: Tree): string[] {
  const files: TreeFile[] = Object.entries(tree).map(([path, text]) => ({ path, text }));
  return rule(files).map(({ path, line }) => `${path}:${String(line)}`);
}

const ENGINE = "packages/engine/src";
const lines = (count: number) => "1;\n".repeat(count);

describe("import levels", () => {
  const refused: readonly [string, string, string][] = [
    ["a lower level that imports a higher one", `${ENGINE}/runtime/loop.ts`, "../tasks/task.ts"],
    ["two parts of one level that import each other", `${ENGINE}/schedules/run-schedule.ts`, "../webhooks/deliver.ts"],
    ["a feature that imports a driver", `${ENGINE}/tasks/submit-task.ts`, "../database/postgres-database.ts"],
    ["a source that imports what is for tests", `${ENGINE}/engine.ts`, "./testing/test-engine.ts"],
    ["errors, which import nothing", `${ENGINE}/errors.ts`, "./config.ts"],
  ];
  test.each(refused)("refuse %s", (_, path, specifier) => {
    expect(objections(importLevels, { [path]: `import { x } from "${specifier}";\n` })).toEqual([`${path}:1`]);
    expect(objections(importLevels, { [path]: `import type { X } from "${specifier}";\n` })).toEqual([`${path}:1`]);
    expect(objections(importLevels, { [path]: `await import("${specifier}");\n` })).toEqual([`${path}:1`]);
  });

  test("refuse a part that the table does not know", () => {
    const path = `${ENGINE}/plumbing/pipe.ts`;

    expect(objections(importLevels, { [path]: "" })).toEqual([`${path}:1`]);
  });

  test("accept imports downwards, contracts, and drivers where they are chosen", () => {
    const tree = {
      [`${ENGINE}/tasks/submit-task.ts`]: `import { sql } from "../database/sql.ts";\nimport { RotaError } from "../errors.ts";\n`,
      [`${ENGINE}/worker/worker-loop.ts`]: `import type { Database } from "../database/database.ts";\n`,
      [`${ENGINE}/database/open-database.ts`]: `import { postgres } from "./postgres-database.ts";\n`,
      [`${ENGINE}/database/bundled/start.ts`]: `import { postgres } from "../postgres-database.ts";\n`,
      [`${ENGINE}/engine.ts`]: `import { openDatabase } from "./database/open-database.ts";\n`,
      [`${ENGINE}/index.ts`]: `export { postgres } from "./database/postgres-database.ts";\n`,
      [`${ENGINE}/testing/test-engine.ts`]: `import { pglite } from "../database/pglite-database.ts";\n`,
      [`${ENGINE}/runtime/loop.test.ts`]: `import { testEngine } from "../testing/test-engine.ts";\n`,
    };

    expect(objections(importLevels, tree)).toEqual([]);
  });
});

describe("package imports", () => {
  const refused: readonly [string, string, string][] = [
    ["an engine that imports what stands on it", "packages/engine/src/a.ts", "@rota/server"],
    ["proofs that import the engine", "packages/proofs/src/a.ts", "@rota/engine"],
    ["a server that imports the proofs", "packages/server/src/a.ts", "@rota/proofs"],
    ["a workload that imports another", "workloads/ledger/src/a.ts", "@rota/elections"],
    ["a workload that imports internals", "workloads/ledger/src/a.ts", "@rota/engine/internal"],
    ["a name that reaches into the sources", "packages/cli/src/a.ts", "@rota/engine/src/config.ts"],
    ["a path into another package", "packages/cli/src/a.ts", "../../engine/src/config.ts"],
    ["a tool that enters a package by path", "tools/a.ts", "../packages/engine/src/config.ts"],
    ["a product that depends on tools", "packages/cli/src/a.ts", "../../../tools/tidy.ts"],
    ["an engine that imports its bundled server", "packages/engine/src/a.ts", "@rota/bundled-postgres"],
    ["a dashboard that loads the engine", "packages/dashboard/src/a.ts", "@rota/engine"],
    ["a client that loads the engine", "packages/client/src/a.ts", "@rota/engine"],
    ["a database driver outside its seam", "packages/engine/src/tasks/a.ts", "pg"],
  ];
  test.each(refused)("refuse %s", (_, path, specifier) => {
    expect(objections(packageImports, { [path]: `import { x } from "${specifier}";\n` })).toEqual([`${path}:1`]);
  });

  test("accept packages by name in the allowed directions", () => {
    const tree = {
      "packages/cli/src/a.ts": `import { x } from "@rota/engine/testing";\nimport { y } from "@rota/server";\n`,
      "packages/server/src/a.ts": `import { x } from "@rota/engine";\n`,
      "packages/dashboard/src/a.ts": `import { x } from "@rota/client";\n`,
      "packages/dashboard/test/a.test.ts": `import { x } from "@rota/server";\n`,
      "packages/engine/src/tasks/a.ts": `import { x } from "@rota/proofs";\n`,
      "packages/engine/src/engine/a.ts": `const { x } = await import("@rota/bundled-postgres");\n`,
      "packages/engine/src/database/a.ts": `import pg from "pg";\nimport { x } from "./b.ts";\n`,
      "packages/engine/src/testing/a.ts": `import { PGlite } from "@electric-sql/pglite";\n`,
      "packages/engine/src/database/a.test.ts": `import { x } from "../../../../tools/services/a.ts";\n`,
      "workloads/ledger/src/a.ts": `import { x } from "@rota/proofs";\n`,
      "workloads/ledger/test/a.test.ts": `import { x } from "@rota/engine/internal";\n`,
      "tools/a.ts": `import { x } from "@rota/engine";\nimport pg from "pg";\n`,
    };

    expect(objections(packageImports, tree)).toEqual([]);
  });
});

describe("import cycles", () => {
  test("are refused once, with the way they take", () => {
    const files = [
      { path: "tools/a.ts", text: `import { b } from "./b.ts";\n` },
      { path: "tools/b.ts", text: `export { c } from "./c.ts";\n` },
      { path: "tools/c.ts", text: `import { type A } from "./a.ts";\n` },
    ];

    const violations = importCycles(files);

    expect(violations.map(({ message }) => message)).toEqual([
      expect.stringContaining("tools/a.ts → tools/b.ts → tools/c.ts → tools/a.ts"),
    ]);
  });

  test("refuse a file that imports itself", () => {
    expect(objections(importCycles, { "tools/a.ts": `import { a } from "./a.ts";\n` })).toEqual(["tools/a.ts:1"]);
  });

  test("do not count imports of types, nor two ways to one file", () => {
    const tree = {
      "tools/a.ts": `import { b } from "./b.ts";\nimport { c } from "./c.ts";\n`,
      "tools/b.ts": `import type { A } from "./a.ts";\nimport { c } from "./c.ts";\n`,
      "tools/c.ts": `type A = import("./a.ts").A;\n`,
    };

    expect(objections(importCycles, tree)).toEqual([]);
  });
});

describe("an own index", () => {
  test("is not imported from inside, by path or by name", () => {
    const tree = {
      "packages/engine/src/tasks/a.ts": `import { x } from "../index.ts";\n`,
      "packages/engine/src/tasks/b.ts": `import { x } from "@rota/engine";\n`,
      "packages/engine/src/tasks/c.ts": `import { x } from "../internal.ts";\n`,
      "packages/engine/src/tasks/d.ts": `import { x } from "@rota/engine/internal";\n`,
      "packages/engine/src/tasks/e.ts": `import { x } from "../admin-kit.ts";\n`,
    };

    expect(objections(ownIndex, tree)).toEqual(Object.keys(tree).map((path) => `${path}:1`));
  });

  test("of internal names exports only what another package uses and the public API lacks", () => {
    const internal = `export { used } from "./a.ts";\nexport type { Unused } from "./a.ts";\nexport { open, read } from "./c.ts";\n`;
    const tree = {
      "packages/engine/src/index.ts": `export { open } from "./c.ts";\n`,
      "packages/engine/src/admin-kit.ts": `export { read } from "./c.ts";\n`,
      "packages/engine/src/internal.ts": internal,
      "packages/engine/src/b.ts": `import type { Unused } from "./a.ts";\n`,
      "packages/cli/src/a.ts": `import { open, read, used } from "@rota/engine/internal";\n`,
    };

    expect(objections(internalNames, tree)).toEqual(
      [2, 3, 3].map((line) => `packages/engine/src/internal.ts:${String(line)}`),
    );
  });

  test("may be imported by another package's name", () => {
    expect(objections(ownIndex, { "packages/cli/src/a.ts": `import { x } from "@rota/engine";\n` })).toEqual([]);
  });
});

describe("SQL", () => {
  const refused = [
    "sql`select 1`",
    "sqlScript(`create table rota.a ()`)",
    `run("select a, b from rota.tasks")`,
    `run("SELECT a FROM tasks")`,
    "run(`insert into ${table} values (1)`)",
    "run(`update ${table} set a = 1`)",
    `run("delete from rota.tasks")`,
    `run("create unique index a on b (c)")`,
    `run("with due as (select 1) select 2")`,
    `client.query("commit")`,
    "run(`savepoint ${name}`)",
    `run("listen rota_events")`,
  ];
  test.each(refused)("is refused in a source: %s", (text) => {
    expect(objections(sqlPlacement, { "packages/cli/src/a.ts": text })).toEqual(["packages/cli/src/a.ts:1"]);
  });

  test("is refused as a plain string in a test", () => {
    expect(objections(sqlPlacement, { "tools/a.test.ts": `run("select 1")` })).toEqual(["tools/a.test.ts:1"]);
  });

  test("is accepted in .sql.ts files and, through the tag, in tests", () => {
    const tree = {
      "packages/engine/src/tasks/tasks.sql.ts": "export const a = sql`select 1`; run('select 2')",
      "packages/engine/src/tasks/a.test.ts": "db.query(sql`select 1`); db.query(sqlScript('create table rota.a ()'))",
      "packages/engine/src/tasks/a.ts": "db.query(readTask(id)); sqlScript(text);",
    };

    expect(objections(sqlPlacement, tree)).toEqual([]);
  });

  test("is not seen in English", () => {
    const text = `["Select a folder from the list", "Update it", "selected", "listen to this", "with care", "commit"]`;

    expect(objections(sqlPlacement, { "tools/a.ts": text })).toEqual([]);
  });
});

describe("lengths", () => {
  const functionOf = (count: number) => `function long() {\n${lines(count - 2)}}\n`;

  test("a function longer than the limit is refused, whatever its form", () => {
    const body = `{\n${lines(FUNCTION_LINES_MAX)}}`;
    const tree = {
      "tools/declared.ts": functionOf(FUNCTION_LINES_MAX + 1),
      "tools/arrow.ts": `const long = () => ${body};\n`,
      "tools/method.ts": `class A { long() ${body} }\n`,
      "tools/a.test.ts": functionOf(FUNCTION_LINES_MAX + 1),
    };

    expect(objections(functionLength, tree)).toEqual(Object.keys(tree).map((path) => `${path}:1`));
  });

  test("a function at the limit, and callbacks of tests, are accepted", () => {
    const tree = {
      "tools/a.ts": functionOf(FUNCTION_LINES_MAX),
      "tools/a.test.ts": `test("a", () => {\n${lines(FUNCTION_LINES_MAX)}});\ndescribe.each([1])("a", () => {\n${lines(90)}});\n`,
      "tools/a.conformance.ts": `export function suite() {\n${lines(90)}test("a", () => {});\n}\n`,
    };

    expect(objections(functionLength, tree)).toEqual([]);
  });
});

describe("syntax", () => {
  const refused = ["enum A {}", "const enum A {}", "declare enum A {}", "class A { b!: string }"];
  test.each(refused)("%s is refused", (text) => {
    expect(objections(forbiddenSyntax, { "tools/a.ts": text })).toEqual(["tools/a.ts:1"]);
  });

  test("similar words and operators are accepted", () => {
    const text = `// any enum\nconst any = "enum namespace!"; if (!any && a != b) c(any);\ndeclare module "x" {}\n`;

    expect(objections(forbiddenSyntax, { "tools/a.ts": text })).toEqual([]);
  });
});

describe("folders", () => {
  test.each(["utils", "common", "helpers", "types", "interfaces", "models"])("%s is refused as a name", (word) => {
    const tree = { [`packages/cli/src/${word}/a.ts`]: "", [`packages/cli/src/${word}.ts`]: "" };

    expect(objections(folderNames, tree)).toHaveLength(2);
  });

  test("a name that says what it does is accepted", () => {
    expect(objections(folderNames, { "packages/cli/src/commands/typescript.ts": "" })).toEqual([]);
  });
});

describe("the layout", () => {
  test("a file more than two folders below src is refused", () => {
    const tree = { [`${ENGINE}/a/b/x.ts`]: "", [`${ENGINE}/a/b/c/x.ts`]: "", [`${ENGINE}/a/b/c/x.test.ts`]: "" };

    expect(objections(folderDepth, tree)).toEqual([`${ENGINE}/a/b/c/x.ts:1`]);
  });

  const folderOf = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${ENGINE}/tasks/a${String(index)}.ts`, ""]));

  test("a folder with too few source files is refused, and tests do not count", () => {
    const tests = { [`${ENGINE}/tasks/a.test.ts`]: "", [`${ENGINE}/tasks/b.check.ts`]: "" };

    expect(objections(folderSize, { ...folderOf(FOLDER_FILES_MIN - 1), ...tests })).toEqual([`${ENGINE}/tasks:1`]);
    expect(objections(folderSize, { ...folderOf(FOLDER_FILES_MIN), [`${ENGINE}/engine.ts`]: "" })).toEqual([]);
  });

  test("a small file with one importer is refused, one with two importers or more lines is not", () => {
    const import1 = 'import { x } from "./tasks/x.ts";\n';
    const tree = (text: string, importers: readonly string[]) => ({
      [`${ENGINE}/tasks/x.ts`]: text,
      ...Object.fromEntries(importers.map((name) => [`${ENGINE}/${name}`, import1])),
    });

    expect(objections(smallFiles, tree("1;\n", ["a.ts"]))).toEqual([`${ENGINE}/tasks/x.ts:1`]);
    expect(objections(smallFiles, tree("1;\n", ["a.ts", "a.test.ts"]))).toEqual([`${ENGINE}/tasks/x.ts:1`]);
    expect(objections(smallFiles, tree("1;\n", ["a.ts", "b.ts"]))).toEqual([]);
    expect(objections(smallFiles, tree(lines(SMALL_FILE_LINES), ["a.ts"]))).toEqual([]);
  });

  test("a folder and its sub-folder that import each other are refused", () => {
    const down = { [`${ENGINE}/broker/broker.ts`]: 'import { x } from "./rabbitmq/x.ts";\n' };
    const up = { [`${ENGINE}/broker/rabbitmq/x.ts`]: 'import type { Y } from "../limits.ts";\n' };

    expect(objections(parentAndChild, { ...down, ...up })).toEqual([`${ENGINE}/broker/rabbitmq/x.ts:1`]);
    expect(objections(parentAndChild, down)).toEqual([]);
    expect(objections(parentAndChild, up)).toEqual([]);
  });

  test("two files or exports of one name are refused", () => {
    const files = { [`${ENGINE}/tasks/limits.ts`]: "", [`${ENGINE}/outbox/limits.ts`]: "" };
    const exported = {
      [`${ENGINE}/tasks/a.ts`]: "export type Claim = 1;\nexport function f(): void {}\nexport function f(): void {}\n",
      [`${ENGINE}/outbox/b.ts`]: "const Claim = 1;\nexport class Claim {}\n",
      [`${ENGINE}/index.ts`]: 'export { f } from "./tasks/a.ts";\n',
    };

    expect(objections(fileNames, files)).toEqual([`${ENGINE}/outbox/limits.ts:1`]);
    expect(objections(exportedNames, exported)).toEqual([`${ENGINE}/outbox/b.ts:2`]);
  });
});

describe("the first sentence", () => {
  const refused = ["", "// A line comment.\n", "import a from 'a';\n/** Too late. */\n", "/** No full stop */\n"];
  test.each(refused)("is missing in %j", (text) => {
    expect(objections(firstSentence, { "tools/a.ts": text })).toEqual(["tools/a.ts:1"]);
  });

  const accepted = [
    "/** A sentence. */\n",
    "#!/usr/bin/env node\n/** A sentence. */\n",
    "/**\n * A sentence.\n *\n * @example a\n */\n",
  ];
  test.each(accepted)("is there in %j", (text) => {
    expect(objections(firstSentence, { "tools/a.ts": text, "tools/a.test.ts": "test();" })).toEqual([]);
  });
});

describe("tests", () => {
  const refused = [
    `test.only("a", () => {});`,
    `describe.skip("a", () => {});`,
    `it.todo("a");`,
    `test.only.each([1])("a", () => {});`,
    `import { setTimeout as wait } from "node:timers/promises";`,
    "await sleep(10);",
    "setTimeout(done, 10);",
    "await timers.setTimeout(10);",
  ];
  test.each(refused)("%s is refused", (text) => {
    expect(objections(testStyle, { "tools/a.test.ts": text })).toEqual(["tools/a.test.ts:1"]);
  });

  test("tests that run and wait for signals are accepted", () => {
    const text = `test.skipIf(isPglite)("a (PGlite has one process)", async () => { await signal; list.skip(1); });`;

    expect(objections(testStyle, { "tools/a.test.ts": text, "tools/a.ts": "setTimeout(tick, 10);" })).toEqual([]);
  });
});

describe("text", () => {
  const refused = ["// TO" + "DO later", "-- FIX" + "ME", "cd /ho" + "me/ann/rota", "`/ro" + "ot/x`", "done \u{1F680}"];
  test.each(refused)("%s is refused", (text) => {
    expect(objections(forbiddenText, { "docs/a.md": `# A\n${text}\n` })).toEqual(["docs/a.md:2"]);
  });

  test("ordinary words, relative paths and typographic signs are accepted", () => {
    const text = "todo lists, hacks; ./work/a packages/root/b https://example.org/home/ → ✓ ≥ “a”\n";

    expect(objections(forbiddenText, { "docs/a.md": text })).toEqual([]);
  });
});
