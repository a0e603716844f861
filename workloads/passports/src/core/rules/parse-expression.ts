/** Parses expressions, literals and types: statements before a result, conditions, operators by precedence, calls and functions. */
import { isCalendarDate } from "../canonical/calendar-date.ts";
import { isUnit, QUANTITY_SCALE, readDecimal, rescale, type Unit, UNIT_NAMES } from "./decimal.ts";
import { type RuleType, SCALE_MAX } from "./rule-type.ts";
import type { BinaryOperator, Expression, Statement } from "./syntax-tree.ts";
import { NESTING_MAX, type TokenCursor } from "./token-cursor.ts";
import type { Scalar } from "./value.ts";

/** Operators from the lowest precedence to the highest. */
const OPERATORS: readonly (readonly BinaryOperator[])[] = [
  ["||"],
  ["&&"],
  ["==", "!=", "<", "<=", ">", ">="],
  ["+", "-"],
  ["*", "/"],
];
const COMPARISONS = 2;

type Bare = Expression extends infer Each ? (Each extends Expression ? Omit<Each, "depth"> : never) : never;

export function parseExpression(cursor: TokenCursor): Expression {
  return cursor.nested(() => {
    const { offset } = cursor;
    const statements: Statement[] = [];
    for (let next = parseStatement(cursor); next !== undefined; next = parseStatement(cursor)) statements.push(next);
    const result = cursor.is("if") ? parseIf(cursor) : parseOperators(cursor, 0);
    if (statements.length === 0) return result;
    const inner = statements.map((statement) => partOf(statement));
    return finish(cursor, { kind: "block", statements, result, offset }, [...inner, result]);
  });
}

function partOf(statement: Statement): Expression {
  if (statement.kind === "let") return statement.value;
  return statement.kind === "assert" ? statement.condition : statement.call;
}

/** Parses a statement. Statements form a list, so that many of them are not nested deeply. */
function parseStatement(cursor: TokenCursor): Statement | undefined {
  const { offset } = cursor;
  if (cursor.accept("let")) {
    const name = cursor.expectName();
    cursor.expect("=");
    const value = parseExpression(cursor);
    cursor.expect(";");
    return { kind: "let", name, value, offset };
  }
  if (cursor.accept("assert")) {
    cursor.expect("(");
    const condition = parseExpression(cursor);
    cursor.expect(",");
    const code = cursor.expectKind("text", "the code in quotes").text;
    cursor.expect(",");
    const message = cursor.expectKind("text", "the message in quotes").text;
    cursor.expect(")");
    cursor.expect(";");
    return { kind: "assert", condition, code, message, offset };
  }
  if (!cursor.accept("do")) return undefined;
  const call = parsePrimary(cursor);
  if (call.kind !== "call") throw cursor.refusal(call.offset, "do is followed by a call");
  cursor.expect(";");
  return { kind: "do", call, offset };
}

function parseIf(cursor: TokenCursor): Expression {
  const { offset } = cursor.expect("if");
  cursor.expect("(");
  const condition = parseExpression(cursor);
  cursor.expect(")");
  cursor.expect("then");
  const then = parseExpression(cursor);
  cursor.expect("else");
  const otherwise = parseExpression(cursor);
  return finish(cursor, { kind: "if", condition, then, otherwise, offset }, [condition, then, otherwise]);
}

function parseOperators(cursor: TokenCursor, level: number): Expression {
  const operators = OPERATORS[level];
  if (operators === undefined) return parseUnary(cursor);
  let left = parseOperators(cursor, level + 1);
  for (let count = 0; ; count++) {
    const { offset } = cursor;
    const operator = operators.find((candidate) => cursor.is(candidate));
    if (operator === undefined) return left;
    if (level === COMPARISONS && count > 0) {
      throw cursor.refusal(offset, "comparisons cannot follow each other: join them with &&");
    }
    cursor.take();
    const right = parseOperators(cursor, level + 1);
    left = finish(cursor, { kind: "binary", operator, left, right, offset }, [left, right]);
  }
}

function parseUnary(cursor: TokenCursor): Expression {
  const { offset } = cursor;
  const operator = cursor.is("!") ? "!" : cursor.is("-") ? "-" : undefined;
  if (operator === undefined) return parsePrimary(cursor);
  cursor.take();
  const { kind } = cursor.token;
  if (operator === "-" && (kind === "integer" || kind === "decimal")) {
    return finish(cursor, { kind: "literal", value: parseNumber(cursor, "-"), offset }, []);
  }
  const operand = cursor.nested(() => parseUnary(cursor));
  return finish(cursor, { kind: "unary", operator, operand, offset }, [operand]);
}

function parsePrimary(cursor: TokenCursor): Expression {
  const { offset } = cursor;
  const literal = parseLiteral(cursor);
  if (literal !== undefined) return finish(cursor, { kind: "literal", value: literal, offset }, []);
  if (cursor.accept("(")) {
    const inner = parseExpression(cursor);
    cursor.expect(")");
    return inner;
  }
  if (cursor.accept("fn")) return parseLambda(cursor, offset);
  const name = cursor.is("field") ? cursor.take().text : parseName(cursor);
  if (!cursor.is("(")) {
    if (name === "field") throw cursor.unexpected('"("');
    return finish(cursor, { kind: "variable", name, offset }, []);
  }
  const args = parseArguments(cursor);
  return finish(cursor, { kind: "call", name, args, offset }, args);
}

function parseName(cursor: TokenCursor): string {
  if (cursor.token.kind !== "word") throw cursor.unexpected("an expression");
  return cursor.expectName();
}

function parseLambda(cursor: TokenCursor, offset: number): Expression {
  const parameters: string[] = [];
  cursor.expect("(");
  do parameters.push(cursor.expectName());
  while (cursor.accept(","));
  cursor.expect(")");
  cursor.expect("=>");
  const body = parseExpression(cursor);
  if (new Set(parameters).size < parameters.length) throw cursor.refusal(offset, "two parameters have one name");
  return finish(cursor, { kind: "lambda", parameters, body, offset }, [body]);
}

function parseArguments(cursor: TokenCursor): readonly Expression[] {
  const args: Expression[] = [];
  cursor.expect("(");
  while (!cursor.is(")")) {
    if (args.length > 0) cursor.expect(",");
    args.push(parseExpression(cursor));
  }
  cursor.expect(")");
  return args;
}

/** Checks the depth of an expression. A long chain of operators is as deep as it is long, although the parser reads it in a loop. */
function finish(cursor: TokenCursor, expression: Bare, parts: readonly Expression[]): Expression {
  const depth = 1 + parts.reduce((max, part) => Math.max(max, part.depth), 0);
  if (depth > NESTING_MAX) throw cursor.tooDeep(expression.offset);
  return { ...expression, depth };
}

/** Parses a literal. Returns undefined if none begins here. A minus belongs to a literal only before digits. */
export function parseLiteral(cursor: TokenCursor): Scalar | undefined {
  const { kind, text } = cursor.token;
  if (kind === "integer" || kind === "decimal") return parseNumber(cursor, "");
  if (kind === "text") return { kind: "Text", value: cursor.take().text };
  if (kind !== "word") return undefined;
  switch (text) {
    case "true":
    case "false":
      cursor.take();
      return { kind: "Bool", value: text === "true" };
    case "none":
      cursor.take();
      return { kind: "None" };
    case "date":
      return parseDate(cursor);
    case "qty":
      return parseQuantity(cursor);
    default:
      return undefined;
  }
}

/** Parses a number after its sign, which is already consumed. */
export function parseNumber(cursor: TokenCursor, sign: "" | "-"): Scalar {
  const { kind, text, offset } = cursor.take();
  if (kind === "integer") return { kind: "Int", value: BigInt(sign + text) };
  const decimal = kind === "decimal" ? readDecimal(sign + text) : undefined;
  if (decimal === undefined) throw cursor.refusal(offset, "a number was expected");
  if (decimal.scale > SCALE_MAX)
    throw cursor.refusal(offset, `decimals have at most ${String(SCALE_MAX)} fraction digits`);
  return { kind: "Dec", ...decimal };
}

function parseDate(cursor: TokenCursor): Scalar {
  cursor.take();
  cursor.expect("(");
  const { text, offset } = cursor.expectKind("text", "a date in quotes");
  if (!isCalendarDate(text)) throw cursor.refusal(offset, `${JSON.stringify(text)} is no day written YYYY-MM-DD`);
  cursor.expect(")");
  return { kind: "Date", value: text };
}

function parseQuantity(cursor: TokenCursor): Scalar {
  cursor.take();
  cursor.expect("(");
  const { offset } = cursor.token;
  const number = parseNumber(cursor, cursor.accept("-") ? "-" : "");
  const decimal =
    number.kind === "Int" ? { digits: number.value, scale: 0 } : number.kind === "Dec" ? number : undefined;
  if (decimal === undefined || decimal.scale > QUANTITY_SCALE) {
    throw cursor.refusal(offset, `quantities have at most ${String(QUANTITY_SCALE)} fraction digits`);
  }
  cursor.expect(",");
  const unit = parseUnit(cursor);
  cursor.expect(")");
  return { kind: "Qty", digits: rescale(decimal, QUANTITY_SCALE).digits, unit };
}

const KINDS = "Bool, Int, Text, Date, Dec(n), Qty(unit), Opt(type), List(type), Map(Text,type), Record(name:type)";

export function parseType(cursor: TokenCursor): RuleType {
  return cursor.nested(() => {
    const { text: kind, offset } = cursor.expectKind("word", "a type");
    switch (kind) {
      case "Bool":
      case "Int":
      case "Text":
      case "Date":
        return { kind };
      case "Dec":
        return inParentheses(cursor, () => ({ kind, scale: cursor.expectSmallInteger("the scale", SCALE_MAX) }));
      case "Qty":
        return inParentheses(cursor, () => ({ kind, unit: parseUnit(cursor) }));
      case "Opt":
      case "List":
        return inParentheses(cursor, () => ({ kind, item: parseType(cursor) }));
      case "Map":
        return inParentheses(cursor, () => {
          cursor.expect("Text");
          cursor.expect(",");
          return { kind, item: parseType(cursor) };
        });
      case "Record":
        return inParentheses(cursor, () => ({ kind, members: parseMembers(cursor) }));
      default:
        throw cursor.refusal(offset, `"${kind}" is no type; types are ${KINDS}`);
    }
  });
}

/** Parses a unit, which is written as a name or as text. */
function parseUnit(cursor: TokenCursor): Unit {
  const { kind, text, offset } = cursor.token;
  if (kind !== "word" && kind !== "text") throw cursor.unexpected("a unit");
  if (!isUnit(text)) throw cursor.refusal(offset, `"${text}" is no unit; units are ${UNIT_NAMES.join(", ")}`);
  cursor.take();
  return text;
}

function parseMembers(cursor: TokenCursor): ReadonlyMap<string, RuleType> {
  const members = new Map<string, RuleType>();
  do {
    const { text: name, offset } = cursor.expectKind("word", "the name of a member");
    if (members.has(name)) throw cursor.refusal(offset, `the member ${name} is declared twice`);
    cursor.expect(":");
    members.set(name, parseType(cursor));
  } while (cursor.accept(","));
  return members;
}

function inParentheses<Result>(cursor: TokenCursor, parse: () => Result): Result {
  cursor.expect("(");
  const result = parse();
  cursor.expect(")");
  return result;
}
