/**
 * Checks responses against the schemas of the OpenAPI document, made exact: a field that no schema names is a fault.
 */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { Problem } from "../../src/schemas.ts";
import type { Described, Reply } from "../world/operations.ts";

type CheckAnswer = (operation: Described, reply: Reply) => string | undefined;

/** Creates the check. It returns what is wrong with a response, or undefined. */
export function createAnswerChecks(): CheckAnswer {
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  formats.default(ajv);
  const checks = new Map<string, ValidateFunction>();
  const checkOf = (name: string, schema: object): ValidateFunction => {
    const check = checks.get(name) ?? ajv.compile(exact(schema));
    checks.set(name, check);
    return check;
  };
  return ({ name, answers }, { status, type, body }) => {
    if (status >= 500) return `answered ${String(status)}: ${JSON.stringify(body)}`;
    const isKnown = String(status) in answers;
    if (!isKnown && status < 400) return `answered ${String(status)}, which the document does not list`;
    if (status >= 400 && !type.startsWith("application/problem+json")) return `${String(status)} came as ${type}`;
    const schema = status >= 400 ? Problem : answers[String(status)];
    if (schema === undefined) return body === "" ? undefined : "sent a body where the document has none";
    const check = checkOf(status >= 400 ? "problem" : `${name} ${String(status)}`, schema);
    return check(body)
      ? undefined
      : `${String(status)}: ${ajv.errorsText(check.errors)} in ${JSON.stringify(body).slice(0, 1_000)}`;
  };
}

/** Forbids additional fields in every object that names its fields. */
function exact(schema: unknown): object {
  const closed: unknown = JSON.parse(
    JSON.stringify(schema, (_, value: unknown) =>
      typeof value === "object" && value !== null && "properties" in value && !("additionalProperties" in value)
        ? { ...value, additionalProperties: false }
        : value,
    ),
  );
  if (typeof closed !== "object" || closed === null) throw new Error("a schema is no object");
  return closed;
}
