/** Creates the errors of rules, with source, line and column. */
import { PassportError, type PassportErrorCode } from "../../errors.ts";
import { placeOf } from "../canonical/read-json.ts";

export type RuleErrorCode = Extract<
  PassportErrorCode,
  "RULE_PARSE_ERROR" | "RULE_TYPE_ERROR" | "UNIT_MISMATCH" | "DIVISION_BY_ZERO" | "VALIDATION_ERROR"
>;

type RuleFault = {
  readonly code: RuleErrorCode;
  readonly offset: number;
  readonly message: string;
  readonly field?: string | undefined;
  readonly ruleCode?: string | undefined;
};

/** @example throw ruleError(source, { code: "RULE_TYPE_ERROR", offset: 12, message: "a Bool is expected" }) */
export function ruleError(source: string, { code, offset, message, field, ruleCode }: RuleFault): PassportError {
  const place = placeOf(source, offset);
  const where = `${field === undefined ? "" : `field ${field}, `}line ${String(place.line)}, column ${String(place.column)}`;
  return new PassportError(code, `${where}: ${message}`, {
    ...place,
    ...(field === undefined ? {} : { field }),
    ...(ruleCode === undefined ? {} : { rule_code: ruleCode }),
  });
}
