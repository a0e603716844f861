/** Reads the operations of a server from its OpenAPI document and sends requests to them. */
import { text } from "node:stream/consumers";
import type { World } from "./world.ts";
import type { Example } from "./examples.ts";

export type Described = {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly role: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: "path" | "query" | "header";
    readonly required: boolean;
    readonly schema: object;
  }[];
  readonly body: object | undefined;
  /** Schemas of the responses by status; undefined for a response without a body. */
  readonly answers: Readonly<Record<string, object | undefined>>;
};

type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
};

type DocumentOperation = {
  readonly operationId: string;
  readonly "x-rota-role": string;
  readonly parameters: Described["parameters"];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: object }>> }>
  >;
};

export async function readOperations(world: World): Promise<Described[]> {
  const document = (await world.server.inject("/openapi.json")).json<Document>();
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => describe(path, method, operation)),
  );
}

function describe(path: string, method: string, operation: DocumentOperation): Described {
  const { operationId: name, parameters, requestBody, responses } = operation;
  return {
    name,
    method: method.toUpperCase(),
    path,
    role: operation["x-rota-role"],
    parameters,
    body: requestBody?.content["application/json"]?.schema,
    answers: Object.fromEntries(
      Object.entries(responses).map(([status, { content = {} }]) => [status, Object.values(content)[0]?.schema]),
    ),
  };
}

export type Reply = { readonly status: number; readonly type: string; readonly body: unknown };

/** Sends the request of an example with a key, or without one. */
export async function send(
  world: World,
  { method, path }: Described,
  { example, key }: { readonly example: Example; readonly key: string | undefined },
): Promise<Reply> {
  const { params = {}, query = {}, body } = example;
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams(query).toString();
  return ask(world, {
    method,
    url: search === "" ? url : `${url}?${search}`,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

type Asked = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
};

/** Sends a request. Of a live event stream, which has no end, it only awaits the beginning. */
export async function ask({ server }: World, { method, url, headers, body }: Asked): Promise<Reply> {
  const answer = await server.inject({
    method: METHODS.find((each) => each === method) ?? "GET",
    url,
    headers,
    ...(body === undefined ? {} : { payload: body }),
    payloadAsStream: true,
  });
  const type = String(answer.headers["content-type"] ?? "");
  const stream = answer.stream();
  if (type.startsWith("text/event-stream")) {
    stream.destroy();
    return { status: answer.statusCode, type, body: "" };
  }
  const content = await text(stream);
  const read: unknown = type.includes("json") ? JSON.parse(content) : content;
  return { status: answer.statusCode, type, body: read };
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
