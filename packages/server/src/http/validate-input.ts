/** Validates a request against the schemas of its operation, and refuses JSON that cannot be stored or traversed. */
import { RotaError } from "@rota/engine";
import type { JsonSchema, Operation } from "@rota/engine/workload";
import formats from "ajv-formats";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";

export type InputProblem = { readonly path: string; readonly message: string };

/** Refusal that lists every problem with its place. */
class InputError extends RotaError {
  readonly problems: readonly InputProblem[];

  constructor(problems: readonly InputProblem[]) {
    const all = problems.map(({ path, message }) => `${path} ${message}`).join("; ");
    super("REQUEST_INVALID", `the request is not what the route takes: ${all}`);
    this.problems = problems;
  }
}

type RequestInput = {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly headers: unknown;
};
type Validate = (given: RequestInput) => void;

const PROBLEMS_MAX = 50;

/** Validators for parameters and bodies. Texts of a path or query become numbers and booleans; a body is unchanged. */
const textValidator = withFormats(
  new Ajv2020({ allErrors: true, coerceTypes: true, useDefaults: true, strict: false }),
);
const bodyValidator = withFormats(new Ajv2020({ allErrors: true, useDefaults: true, strict: false }));

/** Compiles the schemas of an operation. @throws OPERATION_INVALID when a schema is not valid. */
export function createValidate(operation: Operation): Validate {
  const checks = [
    {
      part: "path",
      of: (given: RequestInput) => given.params,
      check: compile(textValidator, operation, operation.params),
    },
    {
      part: "query",
      of: (given: RequestInput) => given.query,
      check: compile(textValidator, operation, operation.query),
    },
    {
      part: "header",
      of: (given: RequestInput) => given.headers,
      check: compile(textValidator, operation, operation.headers),
    },
    { part: "body", of: (given: RequestInput) => given.body, check: compile(bodyValidator, operation, operation.body) },
  ];
  return (given) => {
    const problems = checks.flatMap(({ part, of, check }) => {
      if (check === undefined || check(of(given))) return [];
      return (check.errors ?? []).filter(isSpecific).map((error) => toInputProblem(part, error));
    });
    problems.push(...controlCharacters("path", given.params), ...controlCharacters("query", given.query));
    if (problems.length > 0) throw new InputError(problems.slice(0, PROBLEMS_MAX));
  };
}

function withFormats(ajv: Ajv2020): Ajv2020 {
  formats.default(ajv);
  return ajv;
}

function compile(ajv: Ajv2020, { name }: Operation, schema: JsonSchema | undefined): ValidateFunction | undefined {
  if (schema === undefined) return undefined;
  try {
    return ajv.compile(schema);
  } catch (error) {
    throw new RotaError("OPERATION_INVALID", `a schema of ${name} cannot be used`, { name }, { cause: error });
  }
}

/** Leaves out the summary errors of alternatives, since each alternative reports its own error. */
function isSpecific({ keyword }: ErrorObject): boolean {
  return keyword !== "anyOf" && keyword !== "if";
}

function toInputProblem(
  part: string,
  { instancePath, message = "is wrong", params, keyword }: ErrorObject,
): InputProblem {
  const path = part + instancePath.replaceAll("/", ".").replaceAll("~1", "/").replaceAll("~0", "~");
  if (keyword === "additionalProperties")
    return { path, message: `has a field ${JSON.stringify(params["additionalProperty"])} that is not known` };
  if (keyword === "required") return { path, message: `lacks the field ${JSON.stringify(params["missingProperty"])}` };
  if (keyword === "enum" && Array.isArray(params["allowedValues"]))
    return { path, message: `must be one of ${params["allowedValues"].join(", ")}` };
  return { path, message };
}

/** Finds characters that no name or id may contain and that PostgreSQL could not store as text. */
function controlCharacters(part: string, fields: unknown): InputProblem[] {
  if (typeof fields !== "object" || fields === null) return [];
  return Object.entries(fields)
    .filter(([, value]) => typeof value === "string" && /\p{Cc}|\p{Cs}/u.test(value))
    .map(([name]) => ({ path: `${part}.${name}`, message: "holds a control character or half of a surrogate pair" }));
}

/** Maximum nesting of a body. Recursive functions would overflow the stack on deeper values. */
export const JSON_DEPTH_MAX = 64;
/** Characters that PostgreSQL cannot store: NUL and unpaired surrogates. */
const UNSTORABLE = /\0|\p{Cs}/u;

/** Parses a body. The last of two equal keys wins, both for validation and for the handler. */
export function readJson(text: string): unknown {
  const value = parse(text);
  const levels: Iterator<readonly [string, unknown]>[] = [[["", value] as const].values()];
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const next = level.next();
    if (next.done === true) {
      levels.pop();
      continue;
    }
    const [name, inner] = next.value;
    if (name === "__proto__") throw refusal("a field is called __proto__");
    if (UNSTORABLE.test(name)) throw unstorable();
    if (typeof inner === "string" && UNSTORABLE.test(inner)) throw unstorable();
    if (typeof inner !== "object" || inner === null) continue;
    if (levels.length > JSON_DEPTH_MAX) throw refusal(`it is nested deeper than ${String(JSON_DEPTH_MAX)} levels`);
    levels.push(Object.entries(inner).values());
  }
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refusal(error instanceof Error ? error.message : "it cannot be read");
  }
}

function unstorable(): RotaError {
  return refusal("a text holds NUL or half of a surrogate pair, which cannot be stored");
}

function refusal(why: string): RotaError {
  return new RotaError("REQUEST_INVALID", `the body is not JSON that can be taken: ${why}`);
}
