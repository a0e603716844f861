/** Generates values that fit a JSON schema. */
import fc from "fast-check";

type Schema = {
  readonly type?: string;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly examples?: readonly unknown[];
};

/** Sample texts; every pattern of the schemas matches some of them. */
const TEXTS = [
  ...[
    "ann",
    "bob",
    "demo",
    "demo.fail",
    "demo.count-words",
    "counted",
    "a b",
    "é",
    "名前",
    "\u{1f4a5}",
    "*",
    "task.*",
    "%",
    "_",
    "1",
    "42",
  ],
  ...[
    "0",
    "999999999999999999",
    "../..",
    "a/b",
    "a%2Fb",
    "'; drop table tasks; --",
    "<b>",
    "${7*7}",
    "null",
    "true",
    "-1",
  ],
  ...["https://hooks.example.com/x", "http://127.0.0.1:9/x", "https://user:pass@example.com", "http://[::1]/"],
  ...["2026-03-01T12:00:00Z", "9999-12-31T23:59:59.999Z", "1970-01-01T00:00:00+14:00", "viewer", "admin", "newest"],
  ...[
    "chunk-1-1",
    "event-1",
    "parked-1-1",
    "event-9223372036854775807",
    "chunk-9999999999999999999-1",
    "0f1e2d3c4b5a6978",
  ],
  ...["3f2504e0-4f89-41d3-9a0c-0305e82c3301", "00000000-0000-0000-0000-000000000000", "x".repeat(200), "é".repeat(150)],
  ...[`whsec_${"A".repeat(32)}`, `whsec_${"A".repeat(86)}==`, ...cursors()],
];

/** Returns values that a list might accept as a cursor. */
function cursors(): string[] {
  const places = [
    [0],
    ["0"],
    ["x"],
    ["\0"],
    ["999999999999999999"],
    [-1],
    [null],
    [1, 2, 3],
    [1e308, 1, "ann"],
    ["x", "y", "z"],
    {},
    [0, 1, "\0"],
    [-8e15, 1, "ann"],
    [8e15, 1, "ann"],
    ["1", "\0"],
    ["99999999999999999", "x"],
  ];
  const texts = [
    ...places.map((place) => JSON.stringify(place)),
    "0 chunk-1-1",
    "9999999999999999 event-1",
    "1 0f1e2d3c4b5a6978",
    "\0",
  ];
  return texts.map((text) => Buffer.from(text).toString("base64url"));
}

export function arbitraryValue(schema: object): fc.Arbitrary<unknown> {
  return build(schema);
}

function build(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(build));
  switch (schema.type) {
    case "string":
      return text(schema);
    case "integer":
      return whole(schema);
    case "number":
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(build(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, 5),
      });
    case "object":
      return record(schema);
    case undefined:
    default:
      return fc.jsonValue({ maxDepth: 3 });
  }
}

function text({ pattern = "", minLength = 0, maxLength = 1_000, examples = [] }: Schema): fc.Arbitrary<unknown> {
  const expression = new RegExp(pattern, "u");
  const fits = (each: string) => each.length >= minLength && each.length <= maxLength && expression.test(each);
  const known = [...TEXTS.filter(fits), ...examples];
  const any = fc.string({ unit: "grapheme", minLength: Math.max(1, minLength), maxLength: Math.min(maxLength, 30) });
  // A pattern that random texts do not match is served from the known texts.
  const isNarrow = !fits("a".repeat(Math.max(1, minLength)));
  return isNarrow && known.length > 0
    ? fc.constantFrom(...known)
    : fc.oneof(fc.constantFrom("a", ...known), any.filter(fits));
}

function whole({ minimum = -10, maximum = 1_000_000 }: Schema): fc.Arbitrary<unknown> {
  return fc.oneof(
    fc.constantFrom(minimum, maximum),
    fc.integer({ min: minimum, max: Math.min(maximum, minimum + 100) }),
  );
}

function record({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, build(field)]));
  return fc.record(fields, { requiredKeys: [...required] });
}
