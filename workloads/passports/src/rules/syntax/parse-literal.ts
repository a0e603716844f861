/** Parses literals: numbers with their sign, texts, dates, quantities. */
import { isCalendarDate } from "../../decimals/calendar-date.ts";
import { readDecimal, rescale } from "../../decimals/decimal.ts";
import { QUANTITY_SCALE } from "../../decimals/units.ts";
import type { Scalar } from "../values/value.ts";
import { parseUnit } from "./parse-type.ts";
import { SCALE_MAX } from "./rule-type.ts";
import type { TokenCursor } from "./token-cursor.ts";

/** Undefined when no literal begins here; a minus belongs to it only before digits. */
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

/** After a minus sign, which is already taken. */
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
