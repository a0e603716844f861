/** What may check input and payloads: any Standard Schema (zod, valibot, arktype …) or a function that throws. */

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

/** What a caller may give. Some schemas are functions too, so the standard is asked first. */
export type GivenTo<Checked extends Schema> =
  Checked extends StandardSchema<infer Given, unknown> ? Given : ParsedBy<Checked>;

/** What a handler gets. */
export type ParsedBy<Checked extends Schema> =
  Checked extends StandardSchema<unknown, infer Parsed>
    ? Parsed
    : Checked extends (value: unknown) => infer Parsed
      ? Awaited<Parsed>
      : never;

export function isStandardSchema(schema: Schema): schema is StandardSchema {
  return "~standard" in schema;
}

/** For what comes from plain JavaScript. */
export function isSchema(value: unknown): value is Schema {
  return typeof value === "function" || (typeof value === "object" && value !== null && "~standard" in value);
}
