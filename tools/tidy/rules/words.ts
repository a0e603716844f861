/** Names, file names and comments use the plain words of the field, and doc comments start like a sentence. */
import { posix } from "node:path";
import ts from "typescript";
import { isCode } from "../file-kinds.ts";
import { allNodes } from "../syntax.ts";
import type { TreeFile, Violation } from "../violation.ts";

type Word = {
  readonly pattern: RegExp;
  readonly instead: string;
  /** The phrases in which the word is right. */
  readonly except: RegExp;
};

const WORDS: readonly Word[] = [
  word("wish(?:es|ed)?", "request, options, query or input"),
  word("told|tells?|telling|untold", "notify, report, send or show; distinguish"),
  word("hears?|heard|hearing", "receive or learn"),
  word("unheard", "unacknowledged"),
  // Exceptions: to search, to search by key, to resemble.
  word("look(?:s|ed|ing)?", "poll, check or read", "look(?:s|ed|ing)? (?:for|up|like|alike)"),
  word("(?:go|goes|going|went|gone) on", "continue or resume"),
  word("gone", "exited, disconnected, deleted, missing or expired"),
  word("(?:is|are|was|were|be|been) away", "unavailable or disconnected"),
  word("whoever|nobody|somebody", "the caller, the worker, another process, no worker"),
  word("became of", "outcome or result of"),
  // Exceptions: the verb, and titles of laws.
  word(
    "acts?|acted|acting",
    "action, or the action's own name",
    "(?:to|may|can|must|cannot) act|act(?:s|ed|ing)? (?:on|as|for)|(?:AI|Data|Cyber Resilience) Act",
  ),
  // Exceptions: the letters of the alphabet.
  word(
    "letters?",
    "dead letter; character",
    "dead letters?|(?:case|capital|grid|single|one) letters?|letters?(?:,| and| or) digits?|letters? of the alphabet",
  ),
  word("mend(?:s|ed|ing)?", "fix or repair"),
  word("in need|by hand", "manually, override"),
  // Exceptions: the meaning of an abbreviation, and a substitute.
  word("stands?", "is, is written, depends", "stands? (?:for|in)|stand ins?"),
  word("shelf|shelves", "store"),
  word("roll call", "presence check"),
  word("foresees?|foreseen|foresaw", "predict"),
  word("scenes?", "demo"),
];

/** Names of the database and of the APIs, which clients, stored data and released versions rely on. */
const KEPT_NAMES =
  /^(?:acts|letters|letterId|rejected_event_acts\w*|act_id|acted_at|\w+_by_somebody|look[_-]around|p_looked|looked_to|(?:p_)?unheard)$/;

/** Compiles a pattern. A space in it also matches a hyphen or the start of the next comment line. */
function word(pattern: string, instead: string, except = "(?!)"): Word {
  const toRegExp = (text: string) => new RegExp(String.raw`\b(?:${text.replaceAll(" ", "[\\s*/-]+")})\b`, "gi");
  return { pattern: toRegExp(pattern), instead, except: toRegExp(except) };
}

/** A name or a comment, and its offset in the file. */
type Text = { readonly text: string; readonly at: number };

export function words(files: readonly TreeFile[]): Violation[] {
  return files.filter(({ path }) => isChecked(path)).flatMap(checkFile);
}

/** Skips the schema files, which are dumps of what the other SQL files create, and the SQL of released versions. */
function isChecked(path: string): boolean {
  return isCode(path) || (path.endsWith(".sql") && !path.endsWith("/schema.sql") && !path.includes("/version-"));
}

function checkFile(file: TreeFile): Violation[] {
  const { names, comments } = isCode(file.path) ? readCode(file) : readSql(file.text);
  const fileName = { text: posix.basename(file.path).replace(/\..*/, ""), at: 0 };
  const found = [
    ...[fileName, ...names].flatMap(checkName),
    ...comments.flatMap((comment) => [...checkStart(comment), ...checkText(withoutQuotes(comment))]),
  ];
  return found.map(({ text, at }) => ({
    path: file.path,
    line: lineNumber(file.text, at),
    rule: "words",
    message: text,
  }));
}

function checkName({ text, at }: Text): Text[] {
  const parts = text.split(/[_$-]+|(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).join(" ");
  if (KEPT_NAMES.test(text)) return [];
  return checkText({ text: parts, at }).map((found) => ({ text: `${text}: ${found.text}`, at }));
}

function checkText({ text, at }: Text): Text[] {
  return WORDS.flatMap(({ pattern, instead, except }) =>
    [...text.replace(except, blank).matchAll(pattern)].map((match) => ({
      text: `"${match[0].replace(/[\s*/]+/g, " ")}": write ${instead}`,
      at: at + match.index,
    })),
  );
}

function checkStart({ text, at }: Text): Text[] {
  const start = /^\/\*\*[\s*]*(Of|Whose|What)\b/.exec(text)?.[1];
  return start === undefined ? [] : [{ text: `"${start}" starts a doc comment: start with a noun or a verb`, at }];
}

/** Removes the code that a comment quotes. */
function withoutQuotes({ text, at }: Text): Text {
  return { text: text.replace(/`[^`\n]*`/g, blank), at };
}

function readCode(file: TreeFile): { names: Text[]; comments: Text[] } {
  const nodes = allNodes(file);
  const names = nodes.filter(isDeclaredHere).map((node) => ({ text: node.text, at: node.getStart() }));
  let code = file.text;
  for (const node of nodes.filter(isLiteral)) {
    const [start, end] = [node.getStart(), node.getEnd()];
    code = code.slice(0, start) + blank(code.slice(start, end)) + code.slice(end);
  }
  return { names, comments: matches(code, /\/\*[^]*?\*\/|\/\/.*/g) };
}

/** Kinds of nodes that use a name but are built like declarations. */
const NAMED_ELSEWHERE = new Set([
  ts.SyntaxKind.PropertyAccessExpression,
  ts.SyntaxKind.PropertyAssignment,
  ts.SyntaxKind.ShorthandPropertyAssignment,
  ts.SyntaxKind.JsxAttribute,
]);

/** Returns false for a name from another file: of an import, a member that is read, a property that is set. */
function isDeclaredHere(node: ts.Node): node is ts.Identifier {
  const { parent } = node;
  if (!ts.isIdentifier(node) || !("name" in parent) || parent.name !== node) return false;
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) return parent.propertyName !== undefined;
  if (ts.isBindingElement(parent)) return parent.propertyName !== undefined || ts.isArrayBindingPattern(parent.parent);
  return !NAMED_ELSEWHERE.has(parent.kind);
}

function isLiteral(node: ts.Node): boolean {
  return (
    ts.isLiteralExpression(node) ||
    ts.isTemplateMiddleOrTemplateTail(node) ||
    ts.isTemplateHead(node) ||
    ts.isJsxText(node)
  );
}

function readSql(sql: string): { names: Text[]; comments: Text[] } {
  const notCode = /'(?:[^']|'')*'|--.*|\/\*[^]*?\*\//g;
  const comments = matches(sql, notCode).filter(({ text }) => !text.startsWith("'"));
  return { names: matches(sql.replace(notCode, blank), /[a-z_]\w*/gi), comments };
}

function matches(text: string, pattern: RegExp): Text[] {
  return [...text.matchAll(pattern)].map((match) => ({ text: match[0], at: match.index }));
}

/** Returns spaces of the same length, so that offsets stay the same. */
function blank(text: string): string {
  return text.replace(/[^\n]/g, " ");
}

function lineNumber(text: string, at: number): number {
  return text.slice(0, at).split("\n").length;
}
