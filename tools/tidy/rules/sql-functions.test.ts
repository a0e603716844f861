/** The rule of SQL functions refuses what it is meant to refuse. */
import { sqlScript } from "@rota/engine/internal";
import { expect, test } from "vitest";
import { sqlFunctions } from "./sql-functions.ts";

const SQL = "packages/engine/sql";
const define = (name: string) =>
  sqlScript(`create or replace function rota.${name}() returns int language sql as 'select 1';\n`).text;
const makeTable = sqlScript("create table rota.tasks ();\n").text;
const dropOlder = sqlScript("drop function if exists rota.take_turns(int);\n").text;
const defineOnce = sqlScript("create function rota.turns() …").text;

/** Where the rule objects, and why. */
function objections(tree: Record<string, string>): string[] {
  const files = Object.entries(tree).map(([path, text]) => ({ path, text }));
  return sqlFunctions(files).map(({ path, line, message }) => `${path}:${String(line)} ${message}`);
}

test("functions with one definition each, in files of their names, are accepted", () => {
  const tree = {
    [`${SQL}/tables/0001_tasks.sql`]: makeTable,
    [`${SQL}/functions/take-turns.sql`]: dropOlder + define("take_turns") + define("helper"),
    [`${SQL}/functions/end-tasks.sql`]: define("end_tasks"),
    [`${SQL}/schema.sql`]: define("take_turns"),
    "packages/engine/test/version-0.1.0/tables/0007_take_turns.sql": define("take_turns"),
    "packages/engine/src/testing.test.ts": define("take_turns"),
  };
  expect(objections(tree)).toEqual([]);
});

test("a second definition is refused, in the same package or another one", () => {
  const first = `${SQL}/functions/take-turns.sql`;
  const other = "workloads/ledger/sql/functions/post.sql";
  const tree = { [first]: define("take_turns") + define("take_turns"), [other]: define("post") + define("take_turns") };
  expect(objections(tree)).toEqual([
    `${first}:2 take_turns is defined in ${first} already: change it there`,
    `${other}:2 take_turns is defined in ${first} already: change it there`,
  ]);
});

test.each([
  ["a function in a table file", `${SQL}/tables/0002_more.sql`, define("take_turns"), "take_turns is a function"],
  [
    "a file without the function of its name",
    `${SQL}/functions/take-turns.sql`,
    define("give_turns"),
    "defines no function take_turns",
  ],
  ["a file at another place", `${SQL}/migrations/0001_tasks.sql`, "", "belongs to sql/tables or to sql/functions"],
  ["a function in TypeScript", "packages/engine/src/a.sql.ts", `\`${define("turns")}\``, "turns is an SQL function"],
  ["a table in a function file", `${SQL}/functions/turns.sql`, define("turns") + makeTable, "holds only"],
  ["a definition that cannot be applied again", `${SQL}/functions/turns.sql`, defineOnce, "holds only"],
])("%s is refused", (_, path, text, why) => {
  expect(objections({ [path]: text })).toEqual([expect.stringContaining(why)]);
});
