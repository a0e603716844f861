/** Checks that no option is dead: code reads each one, so none of them is declared and documented for nothing. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { optionNames } from "@rota/engine/internal";
import ts from "typescript";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** Programs that together load the code of every part that has options. */
const ENTRIES = ["engine/src/index.ts", "engine/src/internal.ts", "server/src/index.ts", "cli/src/bin.ts"];
/** Files that declare and list options. Naming an option there reads no value. */
const TABLES = /\/engine\/src\/config\/(config|server-options|describe-config)\.ts$/;

/** Option that the test adds, and nothing reads. */
const UNREAD = "testIsAlive";
const names: ReadonlySet<string> = new Set([...optionNames(), UNREAD]);
/** More options than one place may choose from by a name: what lists them all reads none. */
const CHOICE_MAX = 10;

test("every option of the reference is read by code, and one that is not is noticed", () => {
  const read = readOptions(
    createProgram({
      "packages/engine/src/config/server-options.ts": (text) =>
        text.replace("serverOptionTable = {", `$&\n  ${UNREAD}: { sentence: "", kind: "boolean", default: false },`),
    }),
  );

  expect([...names].filter((name) => !read.has(name))).toEqual([UNREAD]);
});

/** Returns the options of which some code reads the value. */
function readOptions(program: ts.Program): ReadonlySet<string> {
  const checker = program.getTypeChecker();
  const read = new Set<string>();
  const visit = (node: ts.Node): void => {
    for (const property of propertiesRead(node, checker)) {
      const file = property?.declarations?.[0]?.getSourceFile().fileName ?? "";
      if (property !== undefined && TABLES.test(file)) read.add(property.name);
    }
    ts.forEachChild(node, visit);
  };
  for (const source of program.getSourceFiles()) {
    const isOurs = !source.isDeclarationFile && !source.fileName.includes("/node_modules/");
    if (isOurs && !TABLES.test(source.fileName)) visit(source);
  }
  return read;
}

/** Returns the properties with the name of an option that an expression reads, of whatever it reads them. */
function propertiesRead(node: ts.Node, checker: ts.TypeChecker): readonly (ts.Symbol | undefined)[] {
  if (ts.isPropertyAccessExpression(node))
    return names.has(node.name.text) ? [checker.getSymbolAtLocation(node.name)] : [];
  if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
    const name = node.propertyName ?? node.name;
    if (!ts.isIdentifier(name) || !names.has(name.text)) return [];
    return [checker.getTypeAtLocation(node.parent).getProperty(name.text)];
  }
  // `config[name]`, where the name is one of a few.
  if (ts.isElementAccessExpression(node) && ts.isIdentifier(node.argumentExpression)) {
    const index = checker.getTypeAtLocation(node.argumentExpression);
    const texts = (index.isUnion() ? index.types : [index]).flatMap((type) =>
      type.isStringLiteral() ? type.value : [],
    );
    const chosen = texts.filter((text) => names.has(text));
    const of = checker.getTypeAtLocation(node.expression);
    return chosen.length > CHOICE_MAX ? [] : chosen.map((name) => of.getProperty(name));
  }
  // `start({ ...config })` passes those that the receiver names.
  if (ts.isSpreadAssignment(node)) {
    const wanted = checker.getContextualType(node.parent)?.getProperties() ?? [];
    const chosen = wanted.filter(({ name }) => names.has(name));
    const given = checker.getTypeAtLocation(node.expression);
    return chosen.length > CHOICE_MAX ? [] : chosen.map(({ name }) => given.getProperty(name));
  }
  return [];
}

/** Creates a program of all entries, with changes of files by the end of their paths. */
function createProgram(changes: Readonly<Record<string, (text: string) => string>>): ts.Program {
  const base = ts.readConfigFile(join(ROOT, "tsconfig.base.json"), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(base.config, ts.sys, ROOT);
  const host = ts.createCompilerHost(options);
  host.readFile = (path) => {
    const text = ts.sys.readFile(path);
    const [, change] = Object.entries(changes).find(([changed]) => path.endsWith(changed)) ?? [];
    return text === undefined || change === undefined ? text : change(text);
  };
  const entries = ENTRIES.map((entry) => join(ROOT, "packages", entry));
  return ts.createProgram(entries, options, host);
}
