/** Each SQL function has one definition, in the file of its name below sql/functions; table files define none. */
import type { TreeFile, Violation } from "../violation.ts";

const SQL_FILE = /^(?:packages|workloads)\/[^/]+\/sql\/(?!schema\.sql$)(.+\.sql)$/;
const SHIPPED_TYPESCRIPT = /^(?:packages|workloads)\/[^/]+\/src\/(?!.*\.(?:test|check|conformance)\.ts$).+\.ts$/;
const DEFINITION = /\bcreate\s+(?:or\s+replace\s+)?(?:function|procedure)\s+rota\.(\w+)/gi;
const FUNCTION_STATEMENT = /^(create or replace function rota\.|drop function if exists rota\.)/;
/** A statement begins in the first column; the body of a function is indented or between words like begin and end. */
const STATEMENT = /^(create|alter|drop|insert|update|delete|truncate|comment|do|select|grant|revoke)\b/i;

type Definition = { readonly path: string; readonly line: number; readonly name: string };

export function sqlFunctions(files: readonly TreeFile[]): Violation[] {
  const sqlFiles = files.filter(({ path }) => SQL_FILE.test(path));
  const definitions = sqlFiles.flatMap(definitionsIn);
  return [
    ...definedTwice(definitions),
    ...sqlFiles.flatMap(checkFile),
    ...files.filter(({ path }) => SHIPPED_TYPESCRIPT.test(path)).flatMap(definedInTypeScript),
  ];
}

function definitionsIn({ path, text }: TreeFile): Definition[] {
  const line = (index: number) => text.slice(0, index).split("\n").length;
  return [...text.matchAll(DEFINITION)].map((found) => ({ path, line: line(found.index), name: found[1] ?? "" }));
}

function definedTwice(definitions: readonly Definition[]): Violation[] {
  return definitions.flatMap(({ path, line, name }, index) => {
    const first = definitions.find((other) => other.name === name);
    if (first === undefined || first === definitions[index]) return [];
    return [violation(path, line, `${name} is defined in ${first.path} already: change it there`)];
  });
}

function checkFile(file: TreeFile): Violation[] {
  const [, place = ""] = SQL_FILE.exec(file.path) ?? [];
  if (/^tables\/[^/]+$/.test(place)) return checkTables(file);
  if (/^functions\/[^/]+$/.test(place)) return checkFunctions(file, place.slice("functions/".length, -".sql".length));
  return [violation(file.path, 1, "belongs to sql/tables or to sql/functions")];
}

function checkTables(file: TreeFile): Violation[] {
  return definitionsIn(file).map(({ path, line, name }) =>
    violation(path, line, `${name} is a function: define it in sql/functions/${fileName(name)}`),
  );
}

function checkFunctions(file: TreeFile, name: string): Violation[] {
  const isNamedAfterOne = definitionsIn(file).some((definition) => fileName(definition.name) === `${name}.sql`);
  const unnamed = isNamedAfterOne ? [] : [violation(file.path, 1, `defines no function ${name.replaceAll("-", "_")}`)];
  const others = file.text.split("\n").flatMap((text, index) => {
    if (!STATEMENT.test(text) || FUNCTION_STATEMENT.test(text)) return [];
    return [violation(file.path, index + 1, "holds only `create or replace function` and `drop function if exists`")];
  });
  return [...unnamed, ...others];
}

function definedInTypeScript(file: TreeFile): Violation[] {
  return definitionsIn(file).map(({ path, line, name }) =>
    violation(path, line, `${name} is an SQL function: define it in sql/functions/${fileName(name)}`),
  );
}

function fileName(name: string): string {
  return `${name.replaceAll("_", "-")}.sql`;
}

function violation(path: string, line: number, message: string): Violation {
  return { path, line, rule: "sql-functions", message };
}
