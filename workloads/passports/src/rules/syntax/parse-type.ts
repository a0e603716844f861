/** Parses types, and the units of quantities, quoted or not. */
import { isUnit, UNIT_NAMES, type Unit } from "../../decimals/units.ts";
import { SCALE_MAX, type RuleType } from "./rule-type.ts";
import type { TokenCursor } from "./token-cursor.ts";

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

/** As a name or, the same, as a text. */
export function parseUnit(cursor: TokenCursor): Unit {
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
