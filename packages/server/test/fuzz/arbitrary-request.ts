/** Generates requests to operations: valid ones and ones with one thing wrong. */
import fc from "fast-check";
import type { Described } from "../world/operations.ts";
import { arbitraryValue } from "./arbitrary-value.ts";

export type FuzzRequest = {
  readonly operation: Described;
  /** True if the path fields come from the operation's example, so that the request reaches existing things. */
  readonly usesExample: boolean;
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: readonly (readonly [string, string])[];
  readonly headers: Readonly<Record<string, string>>;
  /** Body of the request; undefined sends none. */
  readonly body: string | undefined;
  readonly contentType: string;
  readonly who: "right" | "foreign" | "none";
};

const HOSTILE: readonly unknown[] = [
  ...[
    "",
    " ",
    "\0",
    "a\0b",
    "\ud800",
    "\u202e",
    "\r\nx: y",
    "../../etc/passwd",
    "%00",
    "%2e%2e%2f",
    "__proto__",
    "constructor",
  ],
  ...["' or 1=1 --", "{{7*7}}", "x".repeat(100_000), "9".repeat(400), "1e400", "-0", "NaN", "[object Object]"],
  ...[null, true, -1, 0, 1.5, 1e21, 2 ** 53, -(2 ** 63), [], {}, [[]], { length: 1 }, [null], { toString: 1 }],
];

export function arbitraryRequest(operations: readonly Described[]): fc.Arbitrary<FuzzRequest> {
  return fc.constantFrom(...operations).chain((operation) => {
    const right = rightRequest(operation);
    return fc.oneof({ arbitrary: right, weight: 2 }, { arbitrary: right.chain(spoil), weight: 3 });
  });
}

function rightRequest(operation: Described): fc.Arbitrary<FuzzRequest> {
  const path = operation.parameters.filter((each) => each.in === "path");
  const query = operation.parameters.filter((each) => each.in === "query");
  return fc.record({
    operation: fc.constant(operation),
    usesExample: fc.boolean(),
    params: fc.record(Object.fromEntries(path.map(({ name, schema }) => [name, arbitraryValue(schema)]))),
    query: fc
      .record(Object.fromEntries(query.map(({ name, schema }) => [name, arbitraryValue(schema)])), {
        requiredKeys: query.filter(({ required }) => required).map(({ name }) => name),
      })
      .map((fields) => Object.entries(fields).map(([name, value]) => [name, textOf(value)] as const)),
    headers: fc.constantFrom<Record<string, string>>({}, {}, { "idempotency-key": "k1" }, { "x-rota-tenant": "ann" }),
    body:
      operation.body === undefined
        ? fc.constant(undefined)
        : arbitraryValue(operation.body).map((value) => JSON.stringify(value)),
    contentType: fc.constant("application/json"),
    who: fc.constantFrom("right", "right", "right", "foreign", "none"),
  });
}

/** Makes one part of the request wrong. */
function spoil(request: FuzzRequest): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(
    hostileParam(request),
    hostileQuery(request),
    hostileField(request),
    fc
      .constantFrom("", "{", "[]", "null", '"text"', "1", `{"a":1,"a":2}`, '{"__proto__":{"x":1}}', "\ufeff{}", deep())
      .map((body) => ({ ...request, body })),
    fc
      .constantFrom("text/plain", "application/xml", "", "application/json; charset=utf-16")
      .map((contentType) => ({ ...request, contentType, body: request.body ?? "{}" })),
    fc
      .constantFrom("x-rota-tenant", "authorization", "idempotency-key", "last-event-id")
      .chain((name) =>
        fc
          .constantFrom("bob", "x".repeat(5_000), "é", "\t", "Bearer", "Basic YTpi", "rota__")
          .map((value) => ({ ...request, headers: { ...request.headers, [name]: value } })),
      ),
  );
}

function hostileParam(request: FuzzRequest): fc.Arbitrary<FuzzRequest> {
  const names = Object.keys(request.params);
  if (names.length === 0) return fc.constant({ ...request, query: [["unknown", "1"]] });
  return fc.tuple(fc.constantFrom(...names), fc.constantFrom(...HOSTILE)).map(([name, value]) => ({
    ...request,
    usesExample: false,
    params: { ...request.params, [name]: value },
  }));
}

/** Adds a query field that is wrong, unknown, or given twice. */
function hostileQuery(request: FuzzRequest): fc.Arbitrary<FuzzRequest> {
  const names = request.operation.parameters.filter((each) => each.in === "query").map(({ name }) => name);
  return fc
    .tuple(fc.constantFrom("unknown", "tenant", "__proto__", ...names), fc.constantFrom(...HOSTILE), fc.boolean())
    .map(([name, value, isTwice]) => {
      const added = [[name, textOf(value).slice(0, 8_000)] as const];
      return { ...request, query: [...request.query, ...added, ...(isTwice ? added : [])] };
    });
}

/** Puts a hostile value into one field of the body. */
function hostileField(request: FuzzRequest): fc.Arbitrary<FuzzRequest> {
  const { body } = request;
  const fields: unknown = body === undefined ? {} : JSON.parse(body);
  const names = typeof fields === "object" && fields !== null ? Object.keys(fields) : [];
  return fc.tuple(fc.constantFrom("unknown", "tenant", ...names), fc.constantFrom(...HOSTILE)).map(([name, value]) => ({
    ...request,
    body: JSON.stringify({ ...(typeof fields === "object" ? fields : {}), [name]: value }),
  }));
}

function deep(): string {
  return `${'{"a":'.repeat(2_000)}1${"}".repeat(2_000)}`;
}

/** Returns the value as text that UTF-8 can encode; unpaired surrogates are replaced. */
export function textOf(value: unknown): string {
  return Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString();
}
