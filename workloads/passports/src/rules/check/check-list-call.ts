/** The types of map, filter and fold, which take functions. */
import { BOOL, formatType, type RuleType } from "../syntax/rule-type.ts";
import { requireArguments, type CallToCheck } from "./call-to-check.ts";
import type { Checked, CheckedExpression } from "./checked-tree.ts";
import type { Scope } from "./checker.ts";

export function checkListCall(toCheck: CallToCheck): Checked {
  const { checker, call, check } = toCheck;
  const isFold = call.name === "fold";
  requireArguments(toCheck, isFold ? ["list", "initial", "fn(sum, item)"] : ["list", "fn(item)"]);
  const [listArgument, second, third] = call.args;
  const functionArgument = isFold ? third : second;
  if (listArgument === undefined || second === undefined) throw checker.refusal(call.offset, "an argument is missing");

  const list = check(listArgument);
  const item = itemOf(list.type);
  if (item === undefined) {
    throw checker.refusal(list.expression.offset, `${call.name} needs a List, not ${formatType(list.type)}`);
  }
  const listExpression = checker.fit(list, { kind: "List", item }, `the list of ${call.name}`);
  const initial = isFold ? check(second) : undefined;
  if (functionArgument?.kind !== "lambda") {
    throw checker.refusal(call.offset, `${call.name} needs a function, written fn(x) => …`);
  }
  const parameterTypes = initial === undefined ? [item] : [initial.type, item];
  const { parameters } = functionArgument;
  if (parameters.length !== parameterTypes.length) {
    throw checker.refusal(
      functionArgument.offset,
      `the function of ${call.name} has ${String(parameterTypes.length)} parameters`,
    );
  }
  const body = toCheck.checkIn(functionArgument.body, bound(toCheck.scope, parameters, parameterTypes));
  const { type, fitted } = resultOf(toCheck, body, list.type, initial?.type);
  return {
    expression: {
      kind: "list",
      operation: isFold ? "fold" : call.name === "map" ? "map" : "filter",
      list: listExpression,
      initial: initial?.expression,
      each: { parameters, body: fitted },
      offset: call.offset,
    },
    type,
  };
}

function itemOf(list: RuleType): RuleType | undefined {
  if (list.kind === "Any") return list;
  return list.kind === "List" ? list.item : undefined;
}

function bound(scope: Scope, names: readonly string[], types: readonly RuleType[]): Scope {
  const inner = new Map(scope);
  names.forEach((name, index) => {
    const type = types[index];
    if (type !== undefined) inner.set(name, type);
  });
  return inner;
}

function resultOf(
  { checker, call }: CallToCheck,
  body: Checked,
  list: RuleType,
  initial: RuleType | undefined,
): { readonly type: RuleType; readonly fitted: CheckedExpression } {
  if (initial !== undefined)
    return { type: initial, fitted: checker.fit(body, initial, "what the function of fold gives") };
  if (call.name === "map") return { type: { kind: "List", item: body.type }, fitted: body.expression };
  const type: RuleType = list.kind === "List" ? list : { kind: "List", item: { kind: "Any" } };
  return { type, fitted: checker.fit(body, BOOL, "what the function of filter gives") };
}
