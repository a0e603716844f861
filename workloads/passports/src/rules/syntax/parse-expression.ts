/** Parses expressions: statements before a result, conditions, operators by precedence, calls and functions. */
import type { BinaryOperator, Expression, Statement } from "./syntax-tree.ts";
import { parseLiteral, parseNumber } from "./parse-literal.ts";
import { NESTING_MAX, type TokenCursor } from "./token-cursor.ts";

/** From the loosest to the tightest. */
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

/** Statements stand one after another, so that many of them are not nested deeply. */
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

/** A long chain of operators is as deep as it is long, though the parser never went deep. */
function finish(cursor: TokenCursor, expression: Bare, parts: readonly Expression[]): Expression {
  const depth = 1 + parts.reduce((max, part) => Math.max(max, part.depth), 0);
  if (depth > NESTING_MAX) throw cursor.tooDeep(expression.offset);
  return { ...expression, depth };
}
