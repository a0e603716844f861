/** Computes the built-in functions, whose types are already checked. */
import { isJsonObject, memberOf } from "../canonical/canonical-json.ts";
import {
  conversion,
  type Decimal,
  divideHalfEven,
  isUnit,
  QUANTITY_SCALE,
  readDecimal,
  rescale,
  type Unit,
} from "./decimal.ts";
import type { Evaluated, Machine } from "./machine.ts";
import { bounded, listOf, NONE, type Value } from "./value.ts";

type BuiltInCall = {
  readonly machine: Machine;
  readonly name: string;
  readonly args: readonly Evaluated[];
  readonly offset: number;
};

const BUILT_INS: Readonly<Record<string, (call: BuiltInCall) => Evaluated>> = {
  getFact,
  getFactsByPrefix,
  recordGet: (call) => operation(call, memberValue(argument(call, 0), textAt(call, 1))),
  isSome: (call) => operation(call, { kind: "Bool", value: argument(call, 0).kind === "Some" }),
  unwrapOr: (call) => {
    const option = argument(call, 0);
    return operation(call, option.kind === "Some" ? option.value : argument(call, 1));
  },
  requireSome,
  toDec: (call) => {
    const scale = Number(integerAt(call, 0));
    return operation(call, { kind: "Dec", ...rescale(numberAt(call, 1), scale) });
  },
  toQty: (call) => {
    const { digits } = rescale(numberAt(call, 1), QUANTITY_SCALE);
    return operation(call, { kind: "Qty", digits, unit: unitAt(call, 0) });
  },
  convert,
  sumQty: (call) => {
    const digits = itemsAt(call, 1).reduce((sum, item) => sum + (item.kind === "Qty" ? item.digits : 0n), 0n);
    return operation(call, { kind: "Qty", digits, unit: unitAt(call, 0) });
  },
  sumDec: (call) => {
    const scale = Number(integerAt(call, 0));
    const items = itemsAt(call, 1).filter((item) => item.kind === "Dec");
    const finest = items.reduce((max, item) => Math.max(max, item.scale), scale);
    const digits = items.reduce((sum, item) => sum + rescale(item, finest).digits, 0n);
    return operation(call, { kind: "Dec", ...rescale({ digits, scale: finest }, scale) });
  },
  emitCompliance,
};

export function callBuiltIn(call: BuiltInCall): Evaluated {
  const run = BUILT_INS[call.name];
  if (run === undefined)
    throw call.machine.refusal(call.offset, "RULE_TYPE_ERROR", `there is no function ${call.name}`);
  return run(call);
}

function getFact(call: BuiltInCall): Evaluated {
  const [factType, factKey] = [textAt(call, 0), textAt(call, 1)];
  const fact = call.machine.facts.get(factType, factKey);
  const data = {
    fact_type: factType,
    fact_key: factKey,
    found: fact !== undefined,
    payload_hash: fact?.payloadHash ?? null,
  };
  const node = call.machine.recorder.add("FACT_GET", data, nodesOf(call));
  return { value: fact === undefined ? NONE : { kind: "Some", value: { kind: "Json", value: fact.payload } }, node };
}

function getFactsByPrefix(call: BuiltInCall): Evaluated {
  const [factType, prefix] = [textAt(call, 0), textAt(call, 1)];
  const facts = call.machine.facts.byPrefix(factType, prefix);
  call.machine.spend(facts.length, call.offset);
  const hashes = facts.map(({ payloadHash }) => payloadHash);
  const node = call.machine.recorder.add(
    "FACT_GET",
    { fact_type: factType, prefix, payload_hashes: hashes },
    nodesOf(call),
  );
  return { value: listOf(facts.map(({ payload }) => ({ kind: "Json", value: payload }))), node };
}

function requireSome(call: BuiltInCall): Evaluated {
  const { machine, offset } = call;
  const option = argument(call, 0);
  const code = textAt(call, 1);
  const isThere = option.kind === "Some";
  const node = machine.recorder.add("ASSERT", { op: "requireSome", code, ok: isThere }, nodesOf(call));
  if (!isThere) throw machine.refusal(offset, "VALIDATION_ERROR", `${code}: ${textAt(call, 2)}`, code);
  return { value: option.value, node };
}

function convert(call: BuiltInCall): Evaluated {
  const [to, from, quantity] = [unitAt(call, 0), unitAt(call, 1), argument(call, 2)];
  const factor = conversion(from, to);
  if (factor === undefined || quantity.kind !== "Qty") {
    throw call.machine.refusal(call.offset, "UNIT_MISMATCH", `${from} cannot be converted into ${to}`);
  }
  return operation(call, {
    kind: "Qty",
    digits: divideHalfEven(quantity.digits * factor.times, factor.over),
    unit: to,
  });
}

function emitCompliance(call: BuiltInCall): Evaluated {
  const entry = { clause: textAt(call, 0), status: textAt(call, 1), evidence: textAt(call, 2) };
  call.machine.compliance.push(entry);
  const node = call.machine.recorder.add("COMPLIANCE_EMIT", entry, nodesOf(call));
  return { value: { kind: "Bool", value: true }, node };
}

function memberValue(record: Value, name: string): Value {
  const json = record.kind === "Json" && isJsonObject(record.value) ? memberOf(record.value, name) : undefined;
  return json === undefined || json === null ? NONE : { kind: "Some", value: { kind: "Json", value: json } };
}

function operation(call: BuiltInCall, value: Value): Evaluated {
  if (bounded(value) === "TOO_LARGE")
    throw call.machine.refusal(call.offset, "VALIDATION_ERROR", "a number is too large");
  return call.machine.operation(call.name, value, nodesOf(call), call.offset);
}

function nodesOf({ args }: BuiltInCall): readonly number[] {
  return args.map(({ node }) => node);
}

function argument(call: BuiltInCall, index: number): Value {
  const value = call.args[index]?.value;
  if (value === undefined) throw wrongType(call, index, "there");
  return value;
}

function textAt(call: BuiltInCall, index: number): string {
  const value = argument(call, index);
  if (value.kind !== "Text") throw wrongType(call, index, "Text");
  return value.value;
}

function integerAt(call: BuiltInCall, index: number): bigint {
  const value = argument(call, index);
  if (value.kind !== "Int") throw wrongType(call, index, "Int");
  return value.value;
}

function unitAt(call: BuiltInCall, index: number): Unit {
  const name = textAt(call, index);
  if (!isUnit(name)) throw wrongType(call, index, "a unit");
  return name;
}

function itemsAt(call: BuiltInCall, index: number): readonly Value[] {
  const value = argument(call, index);
  if (value.kind !== "List") throw wrongType(call, index, "List");
  call.machine.spend(value.items.length, call.offset);
  return value.items;
}

/** Reads an argument that is an Int, a Dec or decimal text, from a rule or from a fact. */
function numberAt(call: BuiltInCall, index: number): Decimal {
  const value = argument(call, index);
  if (value.kind === "Dec") return value;
  const plain = value.kind === "Json" || value.kind === "Int" || value.kind === "Text" ? value.value : undefined;
  const number =
    typeof plain === "bigint"
      ? { digits: plain, scale: 0 }
      : typeof plain === "string"
        ? readDecimal(plain)
        : undefined;
  if (number === undefined) throw wrongType(call, index, "an integer or decimal text such as 12.50");
  return number;
}

function wrongType({ machine, name, offset }: BuiltInCall, index: number, wanted: string) {
  return machine.refusal(offset, "RULE_TYPE_ERROR", `argument ${String(index + 1)} of ${name} is not ${wanted}`);
}
