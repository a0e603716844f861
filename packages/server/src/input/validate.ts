/** Checks everything that a request gives against the schemas of its operation, and names all that is wrong. */
import { RotaError, type JsonSchema, type Operation } from "@rota/engine";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";

export type InputProblem = { readonly path: string; readonly message: string };

/** A refusal that lists what is wrong, each with its place. */
export class InputError extends RotaError {
  readonly problems: readonly InputProblem[];

  constructor(problems: readonly InputProblem[]) {
    const all = problems.map(({ path, message }) => `${path} ${message}`).join("; ");
    super("REQUEST_INVALID", `the request is not what the route takes: ${all}`);
    this.problems = problems;
  }
}

export type Given = {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly headers: unknown;
};
export type Validate = (given: Given) => void;

export const PROBLEMS_MAX = 50;

/** Texts in a path or a query become the numbers and truths that the schema wants; in a body nothing is changed. */
const texts = withFormats(new Ajv2020({ allErrors: true, coerceTypes: true, useDefaults: true, strict: false }));
const bodies = withFormats(new Ajv2020({ allErrors: true, useDefaults: true, strict: false }));

/** @throws OPERATION_INVALID when a schema is none. */
export function createValidate(operation: Operation): Validate {
  const checks = [
    { part: "path", of: (given: Given) => given.params, check: compile(texts, operation, operation.params) },
    { part: "query", of: (given: Given) => given.query, check: compile(texts, operation, operation.query) },
    { part: "header", of: (given: Given) => given.headers, check: compile(texts, operation, operation.headers) },
    { part: "body", of: (given: Given) => given.body, check: compile(bodies, operation, operation.body) },
  ];
  return (given) => {
    const problems = checks.flatMap(({ part, of, check }) => {
      if (check === undefined || check(of(given))) return [];
      return (check.errors ?? []).filter(isTold).map((error) => toInputProblem(part, error));
    });
    problems.push(...hostileTexts("path", given.params), ...hostileTexts("query", given.query));
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

/** That one of several forms is wrong is told by what is wrong with each. */
function isTold({ keyword }: ErrorObject): boolean {
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

/** What no name or id of ours holds; it would reach the database as a text that it cannot store. */
function hostileTexts(part: string, fields: unknown): InputProblem[] {
  if (typeof fields !== "object" || fields === null) return [];
  return Object.entries(fields)
    .filter(([, value]) => typeof value === "string" && /\p{Cc}|\p{Cs}/u.test(value))
    .map(([name]) => ({ path: `${part}.${name}`, message: "holds a control character or half of a surrogate pair" }));
}
