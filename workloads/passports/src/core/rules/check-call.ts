/** Checks the calls of the sixteen built-in functions. */
import type { Checker, Scope } from "./checker.ts";
import { isUnit, type Unit, UNIT_NAMES } from "./decimal.ts";
import { ANY, BOOL, FACT_RECORD, formatType, INT, joinTypes, type RuleType, SCALE_MAX, TEXT } from "./rule-type.ts";
import type { Checked, CheckedExpression, Expression } from "./syntax-tree.ts";

type Signature = {
  /** Names of the parameters, for messages. */
  readonly parameters: readonly string[];
  readonly check: (call: Call) => { readonly args: readonly CheckedExpression[]; readonly type: RuleType };
};

/** A call with the right number of arguments. */
type Call = CallToCheck & {
  readonly fit: (index: number, wanted: RuleType) => CheckedExpression;
  readonly checked: (index: number) => Checked;
  readonly literal: (index: number) => Expression;
};

const SIGNATURES: Readonly<Record<string, Signature>> = {
  getFact: {
    parameters: ["type", "key"],
    check: ({ fit }) => ({ args: [fit(0, TEXT), fit(1, TEXT)], type: { kind: "Opt", item: FACT_RECORD } }),
  },
  getFactsByPrefix: {
    parameters: ["type", "prefix"],
    check: ({ fit }) => ({ args: [fit(0, TEXT), fit(1, TEXT)], type: { kind: "List", item: FACT_RECORD } }),
  },
  recordGet: {
    parameters: ["record", "name"],
    check: (call) => ({ args: [recordOf(call), call.fit(1, TEXT)], type: { kind: "Opt", item: ANY } }),
  },
  isSome: {
    parameters: ["option"],
    check: (call) => ({ args: [call.fit(0, { kind: "Opt", item: itemOfOption(call) })], type: BOOL }),
  },
  unwrapOr: {
    parameters: ["option", "default"],
    check: (call) => {
      const fallback = call.checked(1);
      const type = joinTypes(itemOfOption(call), fallback.type);
      if (type === undefined) {
        const types = `${formatType(itemOfOption(call))}, but the default is ${formatType(fallback.type)}`;
        throw call.checker.refusal(call.call.offset, `the option holds ${types}`);
      }
      return { args: [call.fit(0, { kind: "Opt", item: type }), call.fit(1, type)], type };
    },
  },
  requireSome: {
    parameters: ["option", "code", "message"],
    check: (call) => {
      const item = itemOfOption(call);
      return { args: [call.fit(0, { kind: "Opt", item }), call.fit(1, TEXT), call.fit(2, TEXT)], type: item };
    },
  },
  toDec: {
    parameters: ["scale", "number"],
    check: (call) => ({ args: [call.fit(0, INT), numberOf(call)], type: { kind: "Dec", scale: scaleOf(call) } }),
  },
  toQty: {
    parameters: ["unit", "number"],
    check: (call) => ({ args: [call.fit(0, TEXT), numberOf(call)], type: { kind: "Qty", unit: unitOf(call, 0) } }),
  },
  convert: {
    parameters: ["to", "from", "quantity"],
    check: (call) => {
      const from: RuleType = { kind: "Qty", unit: unitOf(call, 1) };
      const args = [call.fit(0, TEXT), call.fit(1, TEXT), call.fit(2, from)];
      return { args, type: { kind: "Qty", unit: unitOf(call, 0) } };
    },
  },
  sumQty: {
    parameters: ["unit", "list"],
    check: (call) => {
      const type: RuleType = { kind: "Qty", unit: unitOf(call, 0) };
      return { args: [call.fit(0, TEXT), call.fit(1, { kind: "List", item: type })], type };
    },
  },
  sumDec: {
    parameters: ["scale", "list"],
    check: (call) => {
      const list = call.checked(1).type;
      const type: RuleType = { kind: "Dec", scale: scaleOf(call) };
      const item = list.kind === "List" && list.item.kind === "Dec" ? list.item : type;
      return { args: [call.fit(0, INT), call.fit(1, { kind: "List", item })], type };
    },
  },
  emitCompliance: {
    parameters: ["clause", "status", "evidence"],
    check: ({ fit }) => ({ args: [fit(0, TEXT), fit(1, TEXT), fit(2, TEXT)], type: BOOL }),
  },
};

const LIST_CALLS = ["map", "filter", "fold"];
const BUILT_INS: readonly string[] = [...Object.keys(SIGNATURES), ...LIST_CALLS, "field"];

export function checkCall(toCheck: CallToCheck): Checked {
  const { checker, call } = toCheck;
  if (call.name === "field") return checkFieldUse(toCheck);
  if (LIST_CALLS.includes(call.name)) return checkListCall(toCheck);
  const signature = Object.hasOwn(SIGNATURES, call.name) ? SIGNATURES[call.name] : undefined;
  if (signature === undefined) {
    const hint = nearest(call.name, BUILT_INS);
    throw checker.refusal(
      call.offset,
      `there is no function ${call.name}${hint === undefined ? "" : `; is it ${hint}?`}`,
    );
  }
  requireArguments(toCheck, signature.parameters);
  const checkedArgs = call.args.map((argument) => toCheck.check(argument));
  const at = <Item>(items: readonly Item[], index: number): Item => {
    const item = items[index];
    if (item === undefined) throw checker.refusal(call.offset, `${call.name} lacks an argument`);
    return item;
  };
  const { args, type } = signature.check({
    ...toCheck,
    checked: (index) => at(checkedArgs, index),
    literal: (index) => at(call.args, index),
    fit: (index, wanted) =>
      checker.fit(at(checkedArgs, index), wanted, `the ${signature.parameters[index] ?? "argument"} of ${call.name}`),
  });
  return { expression: { kind: "call", name: call.name, args, offset: call.offset }, type };
}

function checkFieldUse(toCheck: CallToCheck): Checked {
  requireArguments(toCheck, ["path"]);
  const { checker, call } = toCheck;
  const [path] = call.args;
  if (path?.kind !== "literal" || path.value.kind !== "Text") {
    throw checker.refusal(
      call.offset,
      "the path of field must be a text in quotes, so that the order of fields is known",
    );
  }
  const type = checker.use(path.value.value, path.offset);
  return { expression: { kind: "field", path: path.value.value, offset: call.offset }, type };
}

function recordOf(call: Call): CheckedExpression {
  const { type, expression } = call.checked(0);
  if (type.kind === "Record" || type.kind === "Map") return expression;
  return call.fit(0, FACT_RECORD);
}

function itemOfOption(call: Call): RuleType {
  const { type } = call.checked(0);
  if (type.kind === "Opt") return type.item;
  if (type.kind === "Any") return ANY;
  throw call.checker.refusal(
    call.call.offset,
    `${call.call.name} needs an Opt, not ${formatType(type)}, which is always there`,
  );
}

/** Checks that an argument can be read as a number. A value from a fact is checked at run time. */
function numberOf(call: Call): CheckedExpression {
  const { type, expression } = call.checked(1);
  if (["Int", "Dec", "Text", "Any"].includes(type.kind)) return expression;
  const hint = type.kind === "Opt" ? ": use requireSome or unwrapOr" : "";
  throw call.checker.refusal(expression.offset, `${call.call.name} makes no number of ${formatType(type)}${hint}`);
}

function scaleOf(call: Call): number {
  const argument = call.literal(0);
  const scale = argument.kind === "literal" && argument.value.kind === "Int" ? argument.value.value : -1n;
  if (scale >= 0n && scale <= BigInt(SCALE_MAX)) return Number(scale);
  const message = `the scale of ${call.call.name} must be a number from 0 to ${String(SCALE_MAX)}`;
  throw call.checker.refusal(argument.offset, message);
}

function unitOf(call: Call, index: number): Unit {
  const argument = call.literal(index);
  if (argument.kind !== "literal" || argument.value.kind !== "Text") {
    throw call.checker.refusal(argument.offset, `the unit of ${call.call.name} must be a text in quotes`);
  }
  const name = argument.value.value;
  if (isUnit(name)) return name;
  const message = `${JSON.stringify(name)} is no unit; units are ${UNIT_NAMES.join(", ")}`;
  throw call.checker.refusal(argument.offset, message, "UNIT_MISMATCH");
}

function checkListCall(toCheck: CallToCheck): Checked {
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

type CallToCheck = {
  readonly checker: Checker;
  readonly call: Extract<Expression, { kind: "call" }>;
  readonly scope: Scope;
  readonly check: (argument: Expression) => Checked;
  /** Checks the body of a function in a scope that holds its parameters. */
  readonly checkIn: (body: Expression, scope: Scope) => Checked;
};

/** Refuses a call with too few or too many arguments. */
function requireArguments({ checker, call }: CallToCheck, parameters: readonly string[]): void {
  if (call.args.length === parameters.length) return;
  const wanted = `${call.name}(${parameters.join(", ")})`;
  throw checker.refusal(call.offset, `${wanted} was called with ${String(call.args.length)} arguments`);
}

/** Returns the most similar known name, or undefined if none is similar. */
function nearest(name: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((candidate) => ({ candidate, distance: distance(name.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const [best] = ranked;
  return best !== undefined && best.distance <= Math.max(2, name.length / 3) ? best.candidate : undefined;
}

/** Returns the number of characters to change, add or remove. */
function distance(from: string, to: string): number {
  if (from.length > 64) return from.length;
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? from.length;
}
