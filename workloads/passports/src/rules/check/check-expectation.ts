/** Checks that what an example expects of a field can be compared with it. */
import type { Expectation } from "../syntax/syntax-tree.ts";
import { formatType, type RuleType } from "../syntax/rule-type.ts";
import { typeOfScalar } from "./check-expression.ts";
import type { Checker } from "./checker.ts";

/** Numbers are compared by value, whatever their scale; an option by what it holds. */
export function checkExpectation(checker: Checker, { path, operator, literal, offset }: Expectation): void {
  const declared = checker.use(path, offset);
  const isEquality = operator === "==" || operator === "!=";
  if (literal.kind === "None") {
    if (declared.kind === "Opt" && isEquality) return;
    throw checker.refusal(
      offset,
      `${path} is ${formatType(declared)}, so only an Opt can be compared with none, by == or !=`,
    );
  }
  const type = declared.kind === "Opt" ? declared.item : declared;
  const wanted = typeOfScalar(literal);
  if (type.kind === "Qty" && wanted.kind === "Qty" && type.unit !== wanted.unit) {
    throw checker.refusal(offset, `${path} is ${formatType(type)}, not ${formatType(wanted)}`, "UNIT_MISMATCH");
  }
  const areAlike = type.kind === wanted.kind || (type.kind === "Dec" && wanted.kind === "Int");
  if (areAlike && isScalar(type) && (isEquality || type.kind !== "Bool")) return;
  throw checker.refusal(
    offset,
    `${path} is ${formatType(declared)} and cannot be compared with ${formatType(wanted)} by ${operator}`,
  );
}

function isScalar({ kind }: RuleType): boolean {
  return kind === "Bool" || kind === "Int" || kind === "Text" || kind === "Date" || kind === "Dec" || kind === "Qty";
}
