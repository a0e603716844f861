/** Builds the OpenAPI 3.1 document from the operations and serves it together with its documentation page. */
import { defineOperation, type JsonSchema, type Operation, ROTA_VERSION } from "@rota/engine/workload";
import { Problem } from "../schemas.ts";
import { DOCS_STYLE, docsPage } from "./docs-page.ts";

const PATHS = { document: "/openapi.json", page: "/docs", style: "/docs.css" };

/**
 * Defines the routes of the OpenAPI document and its page. The document does not describe these routes. Its paths begin
 * at the base path.
 */
export function openapiRoutes(operations: readonly Operation[], basePath: string): Operation[] {
  const document = openapiDocument(operations, basePath);
  const json = JSON.stringify(document);
  const page = docsPage(document);
  return [
    documentRoute({
      name: "openapi.document",
      path: PATHS.document,
      contentType: "application/json; charset=utf-8",
      text: json,
    }),
    documentRoute({ name: "openapi.page", path: PATHS.page, contentType: "text/html; charset=utf-8", text: page }),
    documentRoute({
      name: "openapi.style",
      path: PATHS.style,
      contentType: "text/css; charset=utf-8",
      text: DOCS_STYLE,
    }),
  ];
}

type Page = { readonly name: string; readonly path: string; readonly contentType: string; readonly text: string };

function documentRoute({ name, path, contentType, text }: Page): Operation {
  const headers = { "cache-control": "no-cache" };
  return defineOperation({
    name,
    method: "GET",
    path,
    summary: "About the API",
    tag: "api",
    role: "anyone",
    answers: { 200: { type: "string" } },
    contentType,
    handle: async () => ({ status: 200, body: text, headers }),
  });
}

export type OpenapiDocument = {
  readonly openapi: string;
  readonly info: Readonly<Record<string, unknown>>;
  /** Address at which the paths begin, if that is not the root. */
  readonly servers?: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenapiOperation>>>>;
  readonly components: Readonly<Record<string, unknown>>;
};

export type OpenapiOperation = {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  /** Role that the operation needs; OpenAPI has no field for it. */
  readonly "x-rota-role": string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
};

export type Parameter = {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: unknown;
};

type Content = Readonly<Record<string, { readonly schema: unknown }>>;

function openapiDocument(operations: readonly Operation[], basePath: string): OpenapiDocument {
  const paths: Record<string, Record<string, OpenapiOperation>> = {};
  for (const operation of operations)
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = describeOperation(operation);
  return {
    openapi: "3.1.0",
    info: {
      title: "Rota",
      version: ROTA_VERSION,
      description: DESCRIPTION,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    ...(basePath === "" ? {} : { servers: [{ url: basePath }] }),
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Problem },
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "An API key (`rota_…`) or a token of the configured issuer.",
        },
        session: { type: "apiKey", in: "cookie", name: "rota_session", description: "The session of a browser." },
      },
    },
  };
}

const DESCRIPTION =
  "Fair, durable background work. Ids are decimal digits, times are ISO 8601 with Z, durations are in milliseconds. " +
  "Lists answer `items` and `next`; give `next` as `after` for the page behind. What is refused is a problem document " +
  "(RFC 9457) with a code.";

const TENANT_HEADER: Parameter = {
  name: "x-rota-tenant",
  in: "header",
  required: false,
  description: "Only this tenant, for who may see all.",
  schema: { type: "string", minLength: 1, maxLength: 200 },
};

function describeOperation(operation: Operation): OpenapiOperation {
  const { name, summary, description, tag, role, body } = operation;
  const isOpen = role === "anyone";
  return {
    operationId: name,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [tag],
    security: isOpen ? [] : [{ bearer: [] }, { session: [] }],
    "x-rota-role": role,
    parameters: [
      ...parametersOf("path", operation.params),
      ...parametersOf("query", operation.query),
      ...parametersOf("header", operation.headers),
      ...(isOpen ? [] : [TENANT_HEADER]),
    ],
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { "application/json": { schema: body } } } }),
    responses: {
      ...Object.fromEntries(Object.entries(operation.answers).map((answer) => describeAnswer(operation, ...answer))),
      default: {
        description: "What is refused, and why.",
        content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    },
  };
}

function describeAnswer({ contentType = "application/json" }: Operation, status: string, schema: JsonSchema) {
  const type = Number(status) < 300 ? (contentType.split(";")[0] ?? contentType) : "application/json";
  const content = status === "204" ? {} : { content: { [type]: { schema } } };
  return [status, { description: REASONS[status] ?? "Answer.", ...content }] as const;
}

const REASONS: Readonly<Record<string, string>> = {
  "200": "Done.",
  "201": "Made.",
  "202": "Taken, and not done yet.",
  "204": "Done; nothing more to say.",
};

/** Returns the fields of an object schema as parameters. */
function parametersOf(place: Parameter["in"], schema: JsonSchema | undefined): Parameter[] {
  const { properties = {}, required = [] } = fieldsOf(schema);
  return [...new Map<string, unknown>(Object.entries(properties))].map(([name, field]) => {
    const description = descriptionOf(field);
    return {
      name,
      in: place,
      required: place === "path" || required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: field,
    };
  });
}

type Fields = { readonly properties?: object; readonly required?: readonly unknown[] };

function fieldsOf(schema: JsonSchema | undefined): Fields {
  const fields = new Map<string, unknown>(Object.entries(schema ?? {}));
  const properties = fields.get("properties");
  const required = fields.get("required");
  return {
    ...(typeof properties === "object" && properties !== null ? { properties } : {}),
    ...(Array.isArray(required) ? { required } : {}),
  };
}

function descriptionOf(schema: unknown): string | undefined {
  if (typeof schema !== "object" || schema === null || !("description" in schema)) return undefined;
  return typeof schema.description === "string" ? schema.description : undefined;
}
