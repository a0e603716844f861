/** Evaluates expressions from left to right and records a node for each. */
import { callBuiltIn } from "./built-ins.ts";
import { castValue } from "./cast-value.ts";
import type { Bindings, Evaluated, Machine } from "./machine.ts";
import { formatType } from "./rule-type.ts";
import type { CheckedExpression, CheckedStatement } from "./syntax-tree.ts";
import {
  type ArithmeticFault,
  calculate,
  holds,
  jsonOfScalar,
  listOf,
  negate,
  NUMBER_DIGITS_MAX,
  type Scalar,
  type Value,
} from "./value.ts";

export function evaluate(machine: Machine, expression: CheckedExpression, bindings: Bindings): Evaluated {
  const { offset } = expression;
  machine.spend(1, offset);
  const inner = (part: CheckedExpression) => evaluate(machine, part, bindings);
  switch (expression.kind) {
    case "constant": {
      const { value } = expression;
      return {
        value,
        node: machine.recorder.add("CONST", { type: constantType(value), value: jsonOfScalar(value) }, []),
      };
    }
    case "variable":
      return bindingOf(machine, expression.name, bindings, offset);
    case "field":
      return evaluateFieldUse(machine, expression.path, offset);
    case "cast": {
      const { value, node } = inner(expression.inner);
      const cast = castValue(value, expression.to);
      if (cast !== undefined) return { value: cast, node };
      throw machine.refusal(offset, "RULE_TYPE_ERROR", `what the fact holds is not ${formatType(expression.to)}`);
    }
    case "call":
      return callBuiltIn({ machine, name: expression.name, args: expression.args.map(inner), offset });
    case "list":
      return evaluateList(machine, expression, bindings);
    case "unary": {
      const { value, node } = inner(expression.operand);
      const result: Value | ArithmeticFault =
        value.kind === "Bool" ? { kind: "Bool", value: !value.value } : negate(value);
      return finish(machine, expression.operator, result, [node], offset);
    }
    case "binary":
      return evaluateBinary(machine, expression, bindings);
    case "if": {
      const condition = inner(expression.condition);
      const branch = inner(isTrue(condition.value) ? expression.then : expression.otherwise);
      return machine.operation("if", branch.value, [condition.node, branch.node], offset);
    }
    case "block":
      return evaluateBlock(machine, expression, bindings);
  }
}

function evaluateBlock(
  machine: Machine,
  block: Extract<CheckedExpression, { kind: "block" }>,
  outer: Bindings,
): Evaluated {
  const bindings = block.statements.reduce<Bindings>(
    (inner, statement) => runStatement(machine, statement, inner),
    outer,
  );
  return evaluate(machine, block.result, bindings);
}

/** Runs a statement and returns the bindings after it. */
function runStatement(machine: Machine, statement: CheckedStatement, bindings: Bindings): Bindings {
  switch (statement.kind) {
    case "let":
      return { name: statement.name, bound: evaluate(machine, statement.value, bindings), outer: bindings };
    case "assert": {
      const { code, message, offset } = statement;
      const condition = evaluate(machine, statement.condition, bindings);
      const ok = isTrue(condition.value);
      machine.recorder.add("ASSERT", { op: "assert", code, message, ok }, [condition.node]);
      if (!ok) throw machine.refusal(offset, "VALIDATION_ERROR", `${code}: ${message}`, code);
      return bindings;
    }
    case "do":
      evaluate(machine, statement.call, bindings);
      return bindings;
  }
}

function evaluateBinary(
  machine: Machine,
  { operator, left: leftPart, right: rightPart, offset }: Extract<CheckedExpression, { kind: "binary" }>,
  bindings: Bindings,
): Evaluated {
  const left = evaluate(machine, leftPart, bindings);
  if ((operator === "&&" && !isTrue(left.value)) || (operator === "||" && isTrue(left.value))) {
    return machine.operation(operator, left.value, [left.node], offset);
  }
  const right = evaluate(machine, rightPart, bindings);
  const nodes = [left.node, right.node];
  switch (operator) {
    case "&&":
    case "||":
      return machine.operation(operator, right.value, nodes, offset);
    case "+":
    case "-":
    case "*":
    case "/":
      return finish(machine, operator, calculate(operator, left.value, right.value), nodes, offset);
    case "==":
    case "!=":
    case "<":
    case "<=":
    case ">":
    case ">=": {
      const value: Value = { kind: "Bool", value: holds(operator, left.value, right.value) };
      return machine.operation(operator, value, nodes, offset);
    }
  }
}

/** Evaluates a function of a list. Elements have no node of their own, so the parameter of the function refers to the node of the list. */
function evaluateList(
  machine: Machine,
  { operation, list: listPart, initial: initialPart, each, offset }: Extract<CheckedExpression, { kind: "list" }>,
  bindings: Bindings,
): Evaluated {
  const list = evaluate(machine, listPart, bindings);
  const items = list.value.kind === "List" ? list.value.items : [];
  const initial = initialPart === undefined ? undefined : evaluate(machine, initialPart, bindings);
  const results: Evaluated[] = [];
  let sum = initial;
  for (const value of items) {
    const given = sum === undefined ? [{ value, node: list.node }] : [sum, { value, node: list.node }];
    const inner = given.reduce<Bindings>(
      (outer, bound, index) => ({ name: each.parameters[index] ?? "", bound, outer }),
      bindings,
    );
    const result = evaluate(machine, each.body, inner);
    results.push(result);
    if (sum !== undefined) sum = result;
  }
  const nodes = [list.node, ...(initial === undefined ? [] : [initial.node]), ...results.map(({ node }) => node)];
  const kept = items.filter((_, index) => isTrue(results[index]?.value));
  const value = sum?.value ?? listOf(operation === "map" ? results.map((result) => result.value) : kept);
  return machine.operation(operation, value, nodes, offset);
}

function evaluateFieldUse(machine: Machine, path: string, offset: number): Evaluated {
  const definition = machine.fields.get(path);
  if (definition === undefined) throw machine.refusal(offset, "RULE_TYPE_ERROR", `the field ${path} has no value yet`);
  const node = machine.recorder.add("FIELD_REF", { field: path, role: "use" }, [definition.node]);
  return { value: definition.value, node };
}

function bindingOf(machine: Machine, name: string, bindings: Bindings, offset: number): Evaluated {
  for (let scope = bindings; scope !== undefined; scope = scope.outer) if (scope.name === name) return scope.bound;
  throw machine.refusal(offset, "RULE_TYPE_ERROR", `${name} is not defined`);
}

function finish(
  machine: Machine,
  op: string,
  result: Value | ArithmeticFault,
  nodes: readonly number[],
  offset: number,
): Evaluated {
  switch (result) {
    case "DIVISION_BY_ZERO":
      throw machine.refusal(offset, "DIVISION_BY_ZERO", "divided by zero: ask with if before you divide");
    case "TOO_LARGE":
      throw machine.refusal(offset, "VALIDATION_ERROR", `a number has more than ${String(NUMBER_DIGITS_MAX)} digits`);
    case "NOT_NUMBERS":
      throw machine.refusal(offset, "RULE_TYPE_ERROR", `${op} was given what it has no meaning for`);
    default:
      return machine.operation(op, result, nodes, offset);
  }
}

function constantType(value: Scalar): string {
  if (value.kind === "Dec") return `Dec(${String(value.scale)})`;
  return value.kind === "Qty" ? `Qty(${value.unit})` : value.kind;
}

function isTrue(value: Value | undefined): boolean {
  return value?.kind === "Bool" && value.value;
}
