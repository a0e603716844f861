/** Holds what the checks of a source share: the types of fields, errors with their position, and what fits where. */
import type { RotaError } from "@rota/engine/errors";
import { ruleError, type RuleErrorCode } from "./rule-error.ts";
import { fits, formatType, isSameType, type RuleType } from "./rule-type.ts";
import type { Checked, CheckedExpression } from "./syntax-tree.ts";

/** Names that are bound here and their types; inner ones hide outer ones. */
export type Scope = ReadonlyMap<string, RuleType>;

export class Checker {
  readonly #source: string;
  readonly #fieldTypes: ReadonlyMap<string, RuleType>;
  readonly #field: string | undefined;
  /** The fields that the checked expression reads. */
  readonly dependencies = new Set<string>();

  constructor(source: string, fieldTypes: ReadonlyMap<string, RuleType>, field?: string) {
    this.#source = source;
    this.#fieldTypes = fieldTypes;
    this.#field = field;
  }

  refusal(offset: number, message: string, code: RuleErrorCode = "RULE_TYPE_ERROR"): RotaError {
    return ruleError(this.#source, { code, offset, message, field: this.#field });
  }

  /** The type of a field that is read. */
  use(path: string, offset: number): RuleType {
    const type = this.#fieldTypes.get(path);
    if (type === undefined) throw this.refusal(offset, `there is no field ${path}: declare it, or correct the path`);
    this.dependencies.add(path);
    return type;
  }

  /** The expression where a type is wanted, with a check at run time where the type is not known before. */
  fit({ expression, type }: Checked, wanted: RuleType, what: string): CheckedExpression {
    if (isSameType(type, wanted) || wanted.kind === "Any") return expression;
    if (fits(type, wanted)) return { kind: "cast", to: wanted, inner: expression, offset: expression.offset };
    const isUnits = type.kind === "Qty" && wanted.kind === "Qty";
    throw this.refusal(
      expression.offset,
      `${what} must be ${formatType(wanted)}, not ${formatType(type)}${isUnits ? ": use convert" : ""}`,
      isUnits ? "UNIT_MISMATCH" : "RULE_TYPE_ERROR",
    );
  }
}
