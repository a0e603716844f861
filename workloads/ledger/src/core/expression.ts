/** Compiles expressions of mapping rules: a subset of CEL that always terminates, is exact, and reads only the event. */
import { type ASTNode, Environment } from "@marcbachmann/cel-js";
import { divideRounded, parseAmount } from "./money.ts";
import { EXPRESSION_BYTES_MAX } from "./rule.ts";

type ExpressionType = "string" | "int" | "bool" | "list";

export type Scope = {
  readonly event: ExpressionValue;
  readonly payload: ExpressionValue;
  readonly item?: ExpressionValue;
};

export type Expression = (scope: Scope) => unknown;

/** Error of text that is not an expression, or of an expression without a value. */
export class ExpressionError extends Error {}

export type ExpressionToCompile = {
  readonly text: string;
  readonly type: ExpressionType;
  /** Whether `item` may be used. */
  readonly hasItem?: boolean;
};

const FUNCTIONS = new Set(["has", "size", "int", "string", "minor", "pct"]);
const WITHOUT_ITEM = environment();
const WITH_ITEM = environment().registerVariable("item", "dyn");

export function compileExpression({ text, type, hasItem = false }: ExpressionToCompile): Expression {
  if (Buffer.byteLength(text) > EXPRESSION_BYTES_MAX)
    throw new ExpressionError(`is longer than ${String(EXPRESSION_BYTES_MAX)} bytes`);
  const parsed = attempt(() => (hasItem ? WITH_ITEM : WITHOUT_ITEM).parse(text));
  checkNode(parsed.ast);
  const check = parsed.check();
  if (!check.valid) throw new ExpressionError(firstLine(check.error));
  const found = check.type?.replace(/<.*/, "");
  if (found !== type && found !== "dyn") throw new ExpressionError(`gives ${String(found)} where ${type} is needed`);
  return (scope): unknown => {
    try {
      return parsed(scope);
    } catch (error) {
      throw new ExpressionError(firstLine(error), { cause: error });
    }
  };
}

function environment(): Environment {
  return new Environment({ limits: { maxAstNodes: 500, maxDepth: 50 } })
    .registerVariable("event", "dyn")
    .registerVariable("payload", "dyn")
    .registerFunction("minor(string, string): int", (text: string, currency: string) => parseAmount(text, currency))
    .registerFunction("minor(int, string): int", (whole: bigint, currency: string) =>
      parseAmount(String(whole), currency),
    )
    .registerFunction("pct(int, string): int", percentOf);
}

/** Returns a percentage, rounded half-up: pct(1050, "19.00") is 200. */
function percentOf(amount: bigint, percent: string): bigint {
  const [, whole = "", decimals = ""] = /^(\d{1,10})(?:\.(\d{1,8}))?$/.exec(percent) ?? [];
  if (whole === "") throw new ExpressionError(`pct() takes a percentage as text, such as "19.00"`);
  return divideRounded(amount * BigInt(whole + decimals), 10n ** BigInt(2 + decimals.length));
}

/** Allows exact and bounded features, and refuses the others of the library: floats, time, patterns, loops. */
function checkNode(node: ASTNode): void {
  switch (node.op) {
    case "value":
      checkLiteral(node.args);
      return;
    case "id":
      return;
    case "call":
      if (!FUNCTIONS.has(node.args[0])) throw new ExpressionError(`calls ${node.args[0]}(), which there is not`);
      node.args[1].forEach(checkNode);
      return;
    case ".":
      checkNode(node.args[0]);
      return;
    case "!_":
    case "-_":
      checkNode(node.args);
      return;
    case "rcall":
      throw new ExpressionError(`calls .${node.args[0]}(), and methods are not allowed`);
    case "map":
    case ".?":
    case "[?]":
      throw new ExpressionError(`uses ${node.op}, which is not allowed`);
    // prettier-ignore
    case "list":
    case "?:":
    case "[]":
    case "||":
    case "&&":
    case "==":
    case "!=":
    case "<":
    case "<=":
    case ">":
    case ">=":
    case "in":
    case "+":
    case "-":
    case "*":
    case "/":
    case "%":
      node.args.forEach(checkNode);
  }
}

function checkLiteral(value: unknown): void {
  if (typeof value === "number")
    throw new ExpressionError(`holds the decimal ${String(value)}; use minor() or pct() with text`);
  if (typeof value === "object" && value !== null)
    throw new ExpressionError("holds a literal that is neither text nor a whole number");
}

function attempt<Value>(work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    throw new ExpressionError(firstLine(error), { cause: error });
  }
}

/** Returns the first line, which says what is wrong. The library draws the place below it. */
function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";
}

export type ExpressionValue =
  string | bigint | boolean | null | readonly ExpressionValue[] | { readonly [name: string]: ExpressionValue };

/** Error whose message names the place in the event. */
export class PayloadError extends Error {}

const PAYLOAD_DEPTH_MAX = 32;

/**
 * Converts a JSON value. A whole number becomes a bigint. A decimal becomes its text, which `minor()` takes, because
 * expressions have no floating point. A whole number that JSON may have rounded is refused.
 */
export function expressionValue(value: unknown, place: string, depth = 0): ExpressionValue {
  if (depth > PAYLOAD_DEPTH_MAX) throw new PayloadError(`${place} is nested deeper than ${String(PAYLOAD_DEPTH_MAX)}`);
  if (typeof value === "string" || typeof value === "boolean" || value === null || typeof value === "bigint")
    return value;
  if (typeof value === "number") return numberValue(value, place);
  if (Array.isArray(value))
    return value.map((member: unknown, index) => expressionValue(member, `${place}[${String(index)}]`, depth + 1));
  if (typeof value !== "object") throw new PayloadError(`${place} is ${typeof value}, which JSON does not have`);
  return isAsItIs(value) ? value : convertedMembers(value, place, depth);
}

/** Returns true if a value needs no conversion. Most payloads are flat and of text. */
function isAsItIs(value: object): value is { readonly [name: string]: ExpressionValue } {
  for (const member of Object.values(value))
    if (typeof member !== "string" && typeof member !== "boolean" && member !== null) return false;
  return true;
}

function convertedMembers(value: object, place: string, depth: number): ExpressionValue {
  const converted: Record<string, ExpressionValue> = {};
  const members: [string, unknown][] = Object.entries(value);
  for (const [name, member] of members) {
    if (member === undefined) continue;
    const memberValue = typeof member === "string" ? member : expressionValue(member, `${place}.${name}`, depth + 1);
    // An assignment would set the prototype instead of adding a member.
    if (name === "__proto__") Object.defineProperty(converted, name, { ...ORDINARY, value: memberValue });
    else converted[name] = memberValue;
  }
  return converted;
}

const ORDINARY = { enumerable: true, configurable: true, writable: true };

function numberValue(value: number, place: string): ExpressionValue {
  if (Number.isSafeInteger(value)) return BigInt(value);
  if (!Number.isFinite(value) || Number.isInteger(value))
    throw new PayloadError(`${place} is a number that JSON does not carry exactly; send it as text`);
  return String(value);
}
