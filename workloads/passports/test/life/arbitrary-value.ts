/** Generates values that mostly match a JSON schema, for unusual requests. */
import fc from "fast-check";

type Schema = {
  readonly type?: string;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
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
  "",
  "é",
  "\u0000",
  "\ud800",
  "' or 1=1 --",
  "x".repeat(3_000),
  "eyJza3UiOiJTMSJ9",
  "field a: Int = 1;",
  "9".repeat(40),
];
const HOSTILE: readonly unknown[] = [null, true, -1, 1.5, 2 ** 53, [], {}, [[]], [null], ...TEXTS];

export function arbitraryValue(schema: object): fc.Arbitrary<unknown> {
  return fc.oneof({ arbitrary: fitting(schema), weight: 12 }, { arbitrary: fc.constantFrom(...HOSTILE), weight: 1 });
}

function fitting(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(fitting));
  switch (schema.type) {
    case "string":
      return fc.oneof(fc.constantFrom(...(schema.examples ?? ["ann"])), fc.constantFrom(...TEXTS));
    case "integer":
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 100, (schema.minimum ?? 0) + 50) });
    case "boolean":
      return fc.boolean();
    case "array":
      return fc.array(arbitraryValue(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: 3 });
    case "object":
      return recordOf(schema);
    case undefined:
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function recordOf({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, arbitraryValue(field)]));
  return fc.record(fields, { requiredKeys: [...required] });
}
