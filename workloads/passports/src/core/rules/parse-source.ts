/** Parses a rule source: declarations of fields, examples and properties. The first error ends the parsing. */
import { isRotaError } from "@rota/engine/errors";
import { isJsonObject, type JsonObject } from "../canonical/canonical-json.ts";
import { JsonReader } from "../canonical/read-json.ts";
import { parseExpression, parseLiteral, parseNumber, parseType } from "./parse-expression.ts";
import type {
  ComparisonOperator,
  ExampleTest,
  Expectation,
  FieldDeclaration,
  Implication,
  PropertyTest,
  RuleSource,
} from "./syntax-tree.ts";
import { TokenCursor } from "./token-cursor.ts";

/** Maximum number of characters of one source. */
const SOURCE_LENGTH_MAX = 2_000_000;
/** Maximum number of cases of one property. */
const CASES_MAX = 100_000;

const COMPARISONS: readonly ComparisonOperator[] = ["==", "!=", "<", "<=", ">", ">="];

export function parseSource(source: string): RuleSource {
  const cursor = new TokenCursor(source.length > SOURCE_LENGTH_MAX ? "" : source);
  if (source.length > SOURCE_LENGTH_MAX) {
    throw cursor.refusal(0, `the source is longer than ${String(SOURCE_LENGTH_MAX)} characters: split the package`);
  }
  const fields: FieldDeclaration[] = [];
  const examples: ExampleTest[] = [];
  const properties: PropertyTest[] = [];
  while (cursor.token.kind !== "end") {
    if (cursor.is("field")) fields.push(parseField(cursor));
    else if (cursor.is("example")) examples.push(parseExample(cursor));
    else if (cursor.is("property")) properties.push(parseProperty(cursor));
    else throw cursor.unexpected('"field", "example" or "property"');
  }
  return { fields, examples, properties };
}

function parseField(cursor: TokenCursor): FieldDeclaration {
  cursor.expect("field");
  const { offset } = cursor;
  const path = cursor.expectPath();
  cursor.expect(":");
  const type = parseType(cursor);
  cursor.expect("=");
  const value = parseExpression(cursor);
  cursor.expect(";");
  return { path, type, value, offset };
}

function parseExample(cursor: TokenCursor): ExampleTest {
  const { offset } = cursor.expect("example");
  const name = cursor.expectName();
  cursor.expect(":");
  cursor.expect("{");
  const facts: ExampleTest["facts"][number][] = [];
  while (!cursor.is("}")) facts.push(parseFixture(cursor));
  cursor.expect("}");
  cursor.expect("=>");
  const expectations: Expectation[] = [];
  while (cursor.is("expect")) expectations.push(parseExpectation(cursor));
  cursor.accept(";");
  return { name, facts, expectations, offset };
}

function parseFixture(cursor: TokenCursor): ExampleTest["facts"][number] {
  cursor.expect("fact");
  cursor.expectName();
  cursor.expect("(");
  const factType = cursor.expectKind("text", "the fact's type in quotes").text;
  cursor.expect(",");
  const factKey = cursor.expectKind("text", "the fact's key in quotes").text;
  cursor.expect(")");
  if (!cursor.is("=")) throw cursor.unexpected('"="');
  const payload = parseJsonObject(cursor, cursor.token.end);
  cursor.expect(";");
  return { factType, factKey, payload };
}

/** Parses a JSON object. The current token is the one before the object, because JSON has other tokens. */
function parseJsonObject(cursor: TokenCursor, offset: number): JsonObject {
  try {
    const { value, end } = new JsonReader(cursor.source, "decimals").valueAt(offset);
    if (!isJsonObject(value)) throw cursor.refusal(offset, "the payload of a fact is an object");
    cursor.jump(end);
    return value;
  } catch (error) {
    if (!isRotaError(error, "VALIDATION_ERROR")) throw error;
    throw cursor.refusal(Number(error.details["offset"] ?? offset), error.message);
  }
}

function parseExpectation(cursor: TokenCursor): Expectation {
  const { offset } = cursor.expect("expect");
  cursor.expect("(");
  const path = cursor.expectPath();
  cursor.expect(",");
  const operator = COMPARISONS.find((candidate) => cursor.accept(candidate));
  if (operator === undefined) throw cursor.unexpected("a comparison such as ==");
  const literal = cursor.accept("-") ? parseNumber(cursor, "-") : parseLiteral(cursor);
  if (literal === undefined) throw cursor.unexpected("a literal");
  cursor.expect(")");
  cursor.expect(";");
  return { path, operator, literal, offset };
}

function parseProperty(cursor: TokenCursor): PropertyTest {
  const { offset } = cursor.expect("property");
  const name = cursor.expectName();
  cursor.expect(":");
  const cases = parseNumberOf(cursor, "cases", () => cursor.expectSmallInteger("the number of cases", CASES_MAX));
  const seed = parseNumberOf(cursor, "seed", () => BigInt(cursor.expectKind("integer", "the seed").text));
  cursor.expect("=>");
  const implications: Implication[] = [];
  while (cursor.is("forall")) implications.push(parseImplication(cursor));
  cursor.accept(";");
  return { name, cases, seed, implications, offset };
}

function parseNumberOf<Result>(cursor: TokenCursor, word: string, parse: () => Result): Result {
  cursor.expect(word);
  cursor.expect("(");
  const number = parse();
  cursor.expect(")");
  return number;
}

function parseImplication(cursor: TokenCursor): Implication {
  const { offset } = cursor.expect("forall");
  const variables: Implication["variables"][number][] = [];
  do {
    const name = cursor.expectName();
    cursor.expect(":");
    variables.push({ name, type: parseType(cursor) });
  } while (cursor.accept(","));
  cursor.expect(".");
  cursor.expect("implies");
  cursor.expect("(");
  const premise = parseExpression(cursor);
  cursor.expect(",");
  const conclusion = parseExpression(cursor);
  cursor.expect(")");
  cursor.expect(";");
  return { variables, premise, conclusion, offset };
}
