/** Generates values that mostly match a JSON schema, for requests that no test author would write. */
import fc from "fast-check";

type Schema = {
  readonly type?: string;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly examples?: readonly unknown[];
};

const TEXTS = [
  "ann",
  "42",
  "1",
  "999999999999999999",
  "cash",
  "2026-03-15",
  "2026-02-30",
  "USD",
  "ZZZ",
  "event-1",
  "a|b",
  "é",
];
const HOSTILE: readonly unknown[] = [
  ...[
    "",
    "\0",
    "\ud800",
    "../..",
    "__proto__",
    "' or 1=1 --",
    "x".repeat(5_000),
    "9".repeat(30),
    "-1",
    "account,debit\ncash,1",
  ],
  ...[null, true, -1, 1.5, 2 ** 53, [], {}, [[]], [null], { eventId: 1 }],
];

export function arbitraryValue(schema: object): fc.Arbitrary<unknown> {
  return fc.oneof({ arbitrary: build(schema), weight: 12 }, { arbitrary: fc.constantFrom(...HOSTILE), weight: 1 });
}

function build(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(build));
  switch (schema.type) {
    case "string":
      return text(schema);
    case "integer":
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 100, (schema.minimum ?? 0) + 50) });
    case "boolean":
      return fc.boolean();
    case "array":
      return fc.array(arbitraryValue(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: 3 });
    case "object":
      return record(schema);
    case undefined:
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function text({ pattern = "", minLength = 0, examples = [] }: Schema): fc.Arbitrary<unknown> {
  const expression = new RegExp(pattern, "u");
  const known = [...TEXTS.filter((each) => expression.test(each) && each.length >= minLength), ...examples];
  return known.length > 0 ? fc.constantFrom(...known) : fc.string({ maxLength: 20 });
}

function record({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, arbitraryValue(field)]));
  return fc.record(fields, { requiredKeys: [...required] });
}
