/** Checks input and payloads by a Standard Schema (zod, valibot, arktype) or by a function that throws. */
import { redactUrls } from "../config/describe-config.ts";
import { RotaError } from "../errors.ts";

/** The part of Standard Schema 1 (standardschema.dev) that is used here. */
export type StandardSchema<Given = unknown, Parsed = Given> = {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Parsed> | Promise<StandardResult<Parsed>>;
    /** Never set: carries the types. */
    readonly types?: { readonly input: Given; readonly output: Parsed } | undefined;
  };
};

type StandardResult<Parsed> =
  { readonly value: Parsed; readonly issues?: undefined } | { readonly issues: readonly SchemaIssue[] };

export type SchemaIssue = {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
};

/** A function gives the value back, or throws with the reason. */
export type Schema = StandardSchema | ((value: unknown) => unknown);

/** Input type that submitters give for a schema, before its defaults. */
export type GivenTo<Checked extends Schema> =
  Checked extends StandardSchema<infer Given, unknown> ? Given : ParsedBy<Checked>;

/** Type that a schema gives to the handler. */
export type ParsedBy<Checked extends Schema> =
  Checked extends StandardSchema<unknown, infer Parsed>
    ? Parsed
    : Checked extends (value: unknown) => infer Parsed
      ? Awaited<Parsed>
      : never;

function isStandardSchema(schema: Schema): schema is StandardSchema {
  return "~standard" in schema;
}

/** Checks values from plain JavaScript. */
export function isSchema(value: unknown): value is Schema {
  return typeof value === "function" || (typeof value === "object" && value !== null && "~standard" in value);
}

/** The number of problems that an error lists. */
export const PROBLEMS_MAX = 10;
export const PROBLEM_LENGTH_MAX = 200;

/**
 * Returns the value as the schema converts it. Throws INPUT_INVALID when the schema refuses it. A Standard Schema that throws is
 * broken, so its error is passed on.
 *
 * @param what names the value in messages: `input of task "demo.count-words"`.
 */
export async function checkInput(schema: Schema, value: unknown, what: string): Promise<unknown> {
  if (!isStandardSchema(schema)) return callParser(schema, value, what);
  const result = await schema["~standard"].validate(value);
  if (result.issues) throw refusal(what, result.issues);
  return result.value;
}

async function callParser(parse: (value: unknown) => unknown, value: unknown, what: string): Promise<unknown> {
  try {
    return await parse(value);
  } catch (cause) {
    throw refusal(what, issuesOf(cause), cause);
  }
}

/** A function that calls the `parse` of a schema library throws its list of issues. */
function issuesOf(thrown: unknown): readonly SchemaIssue[] {
  if (!(thrown instanceof Error)) return typeof thrown === "string" ? [{ message: thrown }] : [];
  const issues: unknown = "issues" in thrown ? thrown.issues : undefined;
  const isList = Array.isArray(issues) && issues.length > 0 && issues.every(isIssue);
  return isList ? issues : [{ message: thrown.message }];
}

function isIssue(value: unknown): value is SchemaIssue {
  if (typeof value !== "object" || value === null || !("message" in value)) return false;
  return typeof value.message === "string" && (!("path" in value) || Array.isArray(value.path));
}

function refusal(what: string, issues: readonly SchemaIssue[], cause?: unknown): RotaError {
  const problems = issues.slice(0, PROBLEMS_MAX).map(problemText);
  const more = issues.length > problems.length ? `; and ${String(issues.length - problems.length)} more` : "";
  const message = `${what} is refused by its schema: ${problems.join("; ") || "it gives no reason"}${more}`;
  return new RotaError("INPUT_INVALID", message, { problems, problemCount: issues.length }, { cause });
}

function problemText({ path = [], message }: SchemaIssue): string {
  const place = path.map((step) => stepText(typeof step === "object" ? step.key : step)).join("");
  const text = redactUrls(`${place.replace(/^\./, "")}${place === "" ? "" : ": "}${message}`);
  return text.length > PROBLEM_LENGTH_MAX ? `${text.slice(0, PROBLEM_LENGTH_MAX)}…` : text;
}

/** As it would be written in code: `pages[2].title`. */
function stepText(step: PropertyKey): string {
  return typeof step === "number" || /^\d+$/.test(String(step)) ? `[${String(step)}]` : `.${String(step)}`;
}

/** Type that a value has after it was stored as JSON and read again: a Date comes back as a string. */
export type JsonOf<Value> = unknown extends Value
  ? unknown
  : Value extends { toJSON(...args: never): infer Json }
    ? JsonOf<Json>
    : Value extends string | number | boolean | null | undefined
      ? Value
      : Value extends void
        ? undefined
        : Value extends bigint | symbol | ((...args: never) => unknown)
          ? never
          : Value extends readonly unknown[]
            ? { [Index in keyof Value]: JsonOf<Value[Index]> }
            : { [Key in keyof Value as Key extends symbol ? never : Key]: JsonOf<Value[Key]> };
