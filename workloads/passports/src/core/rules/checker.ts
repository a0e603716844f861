/** Holds what the checks of a source share: the types of fields, errors with their position, and conversions. */
import type { RotaError } from "@rota/engine/errors";
import { ruleError, type RuleErrorCode } from "./rule-error.ts";
import { fits, formatType, isSameType, type RuleType } from "./rule-type.ts";
import type { Checked, CheckedExpression } from "./syntax-tree.ts";

/** Bound names and their types. Inner names hide outer ones. */
export type Scope = ReadonlyMap<string, RuleType>;

export class Checker {
  readonly #source: string;
  readonly #fieldTypes: ReadonlyMap<string, RuleType>;
  readonly #field: string | undefined;
  /** Paths of the fields that the checked expression reads. */
  readonly dependencies = new Set<string>();

  constructor(source: string, fieldTypes: ReadonlyMap<string, RuleType>, field?: string) {
    this.#source = source;
    this.#fieldTypes = fieldTypes;
    this.#field = field;
  }

  refusal(offset: number, message: string, code: RuleErrorCode = "RULE_TYPE_ERROR"): RotaError {
    return ruleError(this.#source, { code, offset, message, field: this.#field });
  }

  /** Records that a field is read, and returns its type. */
  use(path: string, offset: number): RuleType {
    const type = this.#fieldTypes.get(path);
    if (type === undefined) throw this.refusal(offset, `there is no field ${path}: declare it, or correct the path`);
    this.dependencies.add(path);
    return type;
  }

  /** Returns the expression as the wanted type, with a check at run time if its type is unknown until then. */
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
