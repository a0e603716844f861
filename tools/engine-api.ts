/** Writes docs/reference/engine-api.md from the sources of the engine: `npm run api-report`. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { format, resolveConfig } from "prettier";
import ts from "typescript";
import { readSources } from "./packages/manifest.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
export const ENGINE = join(ROOT, "packages/engine");
export const API_REPORT = join(ROOT, "docs/reference/engine-api.md");
export const WRITE_COMMAND = "npm run api-report";

/** This sub-path carries no promise, so the report leaves it out. */
const INTERNAL = "./internal";

export type ApiName = {
  readonly name: string;
  readonly isValue: boolean;
  /** The first sentence of the doc comment; undefined without one. */
  readonly sentence: string | undefined;
  /** The declaration without bodies and comments. */
  readonly declaration: string;
  /** Types of the package that the signature of a value names. */
  readonly mentions: readonly string[];
};

export type ApiEntry = { readonly specifier: string; readonly names: readonly ApiName[] };

/** Reads what each entry point of a package exports, in the order of its `package.json`. */
export async function readApi(folder: string): Promise<ApiEntry[]> {
  const { name, sources } = readSources(await readFile(join(folder, "package.json"), "utf8"));
  const entries = Object.entries(sources).filter(([subpath]) => subpath !== INTERNAL);
  const program = createProgram(entries.map(([, source]) => join(folder, source)));
  const declarations = readDeclarations(program);
  return entries.map(([subpath, source]) => ({
    specifier: name + subpath.slice(1),
    names: namesOf(program, join(folder, source), declarations),
  }));
}

/** The whole page, in the repository's format. */
export async function apiReport(entries: readonly ApiEntry[]): Promise<string> {
  const page = [INTRODUCTION, ...entries.map(sectionOf)].join("\n");
  return format(page, { ...(await resolveConfig(API_REPORT)), parser: "markdown" });
}

/** Lists public names without a doc comment, and types that a public signature names but no entry point exports. */
export function objectionsTo(entries: readonly ApiEntry[]): string[] {
  const known = new Set(entries.flatMap(({ names }) => names.map(({ name }) => name)));
  return entries.flatMap(({ specifier, names }) =>
    names.flatMap(({ name, sentence, mentions }) => [
      ...(sentence === undefined ? [`${specifier}: ${name} has no doc comment`] : []),
      ...mentions
        .filter((mention) => !known.has(mention))
        .map((mention) => `${specifier}: the signature of ${name} names ${mention}, which is not exported`),
    ]),
  );
}

const INTRODUCTION = `# The API of the engine

\`\`\`ts
import { createEngine, defineTask } from "@rota/engine";
\`\`\`

The public names with their signatures, by entry point. A change of one of them is a change for users and belongs into the
[changelog](../../CHANGELOG.md). \`@rota/engine/internal\` is left out: it carries no promise between versions. The guides
explain how the names work together.

This page is written from the sources by \`${WRITE_COMMAND}\`; \`npm run check\` fails when it is stale.
`;

function sectionOf({ specifier, names }: ApiEntry): string {
  const block = (title: string, listed: readonly ApiName[]) =>
    listed.length === 0 ? [] : [`${title}:`, "", FENCE, ...listed.map(textOf), "```", ""];
  const values = names.filter(({ isValue }) => isValue);
  const types = names.filter(({ isValue }) => !isValue);
  return [`## \`${specifier}\``, "", ...block("Values", values), ...block("Types", types)].join("\n");
}

const FENCE = '```ts not-checked="signatures of many modules in one block"';

function textOf({ sentence, declaration }: ApiName): string {
  return `${sentence === undefined ? "" : `/** ${sentence} */\n`}${declaration}\n`;
}

function createProgram(files: readonly string[]): ts.Program {
  const read = ts.readConfigFile(join(ROOT, "tsconfig.base.json"), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(read.config, ts.sys, ROOT);
  return ts.createProgram(files, { ...options, noEmit: false, declaration: true, emitDeclarationOnly: true });
}

type Declarations = ReadonlyMap<string, ts.SourceFile>;

/** Declarations by the path of their source, as the compiler would write them. */
function readDeclarations(program: ts.Program): Declarations {
  const declarations = new Map<string, ts.SourceFile>();
  const keep: ts.WriteFileCallback = (path, text) =>
    declarations.set(path.replace(/\.d\.ts$/, ".ts"), ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  program.emit(undefined, keep, undefined, true);
  return declarations;
}

function namesOf(program: ts.Program, entry: string, declarations: Declarations): ApiName[] {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(entry);
  const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${entry} exports nothing`);
  const own = new Set([...declarations.values()].flatMap((file) => declaredIn(file).map(({ name }) => name)));
  return checker
    .getExportsOfModule(module)
    .map((symbol) => {
      const target = (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
      const file = declarations.get(target.declarations?.[0]?.getSourceFile().fileName ?? "");
      const statements = file === undefined ? [] : declaredIn(file).filter(({ name }) => name === target.name);
      return describe(
        symbol.name,
        target,
        statements.map(({ statement }) => statement),
        own,
      );
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function describe(
  name: string,
  target: ts.Symbol,
  statements: readonly ts.Statement[],
  own: ReadonlySet<string>,
): ApiName {
  const isValue = (target.flags & ts.SymbolFlags.Value) !== 0;
  const printed = statements.map(print).join("\n");
  return {
    name,
    isValue,
    sentence: statements.map(firstSentence).find((sentence) => sentence !== undefined),
    declaration: printed.replaceAll(new RegExp(`\\b${target.name}\\b`, "g"), name),
    mentions: isValue ? [...new Set(statements.flatMap(mentionsIn))].filter((mention) => own.has(mention)) : [],
  };
}

const printer = ts.createPrinter({ removeComments: true });

function print(statement: ts.Statement): string {
  return printer
    .printNode(ts.EmitHint.Unspecified, statement, statement.getSourceFile())
    .replace(/^export (declare )?/, "");
}

function firstSentence(statement: ts.Statement): string | undefined {
  const [comment] = ts.getJSDocCommentsAndTags(statement).filter(ts.isJSDoc);
  const text = ts.getTextOfJSDocComment(comment?.comment)?.replaceAll(/\s+/g, " ").trim() ?? "";
  return text === "" ? undefined : (/^.*?[.!?](?= [A-Z`]|$)/.exec(text)?.[0] ?? text);
}

/** Exported declarations with their names; overloads of a function give one each. */
function declaredIn(file: ts.SourceFile): { name: string; statement: ts.Statement }[] {
  return file.statements.flatMap((statement): { name: string; statement: ts.Statement }[] => {
    if (!ts.canHaveModifiers(statement)) return [];
    if (ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) !== true) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) =>
        ts.isIdentifier(name) ? [{ name: name.text, statement }] : [],
      );
    const name = "name" in statement ? statement.name : undefined;
    return isIdentifier(name) ? [{ name: name.text, statement }] : [];
  });
}

function isIdentifier(name: unknown): name is ts.Identifier {
  return typeof name === "object" && name !== null && "kind" in name && name.kind === ts.SyntaxKind.Identifier;
}

function mentionsIn(node: ts.Node): string[] {
  const mentions: string[] = [];
  ts.forEachChild(node, (child) => void mentions.push(...mentionsIn(child)));
  const parameters = ts.isFunctionLike(node) ? (node.typeParameters ?? []).map(({ name }) => name.text) : [];
  const inside = mentions.filter((name) => !parameters.includes(name));
  if (ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName)) return [node.typeName.text, ...inside];
  if (ts.isImportTypeNode(node) && node.qualifier !== undefined) return [node.qualifier.getText(), ...inside];
  return inside;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const entries = await readApi(ENGINE);
  const page = await apiReport(entries);
  const isStale = page !== (await readFile(API_REPORT, "utf8").catch(() => ""));
  if (isStale && process.argv.includes("--write")) await writeFile(API_REPORT, page);
  for (const objection of objectionsTo(entries)) console.log(objection);
  console.log(isStale ? "the report of the API was stale" : "the report of the API is up to date");
}
