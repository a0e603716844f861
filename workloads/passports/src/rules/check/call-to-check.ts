/** A call on its way through the checks. */
import type { Expression } from "../syntax/syntax-tree.ts";
import type { Checked } from "./checked-tree.ts";
import type { Checker, Scope } from "./checker.ts";

export type CallToCheck = {
  readonly checker: Checker;
  readonly call: Extract<Expression, { kind: "call" }>;
  readonly scope: Scope;
  readonly check: (argument: Expression) => Checked;
  /** Checks the body of a function, whose parameters are in the scope. */
  readonly checkIn: (body: Expression, scope: Scope) => Checked;
};

/** Refuses a call with too few or too many arguments. */
export function requireArguments({ checker, call }: CallToCheck, parameters: readonly string[]): void {
  if (call.args.length === parameters.length) return;
  const wanted = `${call.name}(${parameters.join(", ")})`;
  throw checker.refusal(call.offset, `${wanted} was called with ${String(call.args.length)} arguments`);
}
