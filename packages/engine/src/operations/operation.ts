/** Contract of an operation of the HTTP API: its path, its schemas, the role that it requires, and its handler. */
import type { Actor, Role } from "../access/actor.ts";
import type { Engine } from "../engine.ts";
import type { Logger } from "../runtime/logger.ts";

/** Plain JSON Schema (2020-12), written by a person or made by a library. */
export type JsonSchema = object;

/** Operation of the HTTP API with its schemas, its role and its handler. */
export type Operation<
  Params = unknown,
  Query = unknown,
  Body = unknown,
  Given extends OperationAnswer = OperationAnswer,
> = {
  /** Unique name in the OpenAPI document, for example `tasks.get`. */
  readonly name: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path, with parameters in braces: `/v1/tasks/{taskId}`. */
  readonly path: string;
  /** Short text for lists. */
  readonly summary: string;
  readonly description?: string;
  /** Group under which it is listed, for example `tasks`. */
  readonly tag: string;
  /** Lowest role that a caller needs; `anyone` requires no authentication. */
  readonly role: Role;
  readonly params?: JsonSchema;
  readonly query?: JsonSchema;
  readonly headers?: JsonSchema;
  readonly body?: JsonSchema;
  /** Schemas of the answers by status. Problem documents are added to every operation and need not be listed. */
  readonly answers: Readonly<Record<number, JsonSchema>>;
  /** Content type of the answers below 300. Default: `application/json`. */
  readonly contentType?: string;
  handle(request: OperationRequest<Params, Query, Body>): Promise<Given>;
  /** Called before an authenticated caller without the role is refused, for operations that record this. */
  refused?(request: RefusedRequest): Promise<void>;
};

/** Request whose body is not read yet. */
export type RefusedRequest = Pick<OperationRequest, "params" | "actor" | "engine" | "requestId">;

/** Validated HTTP request with its caller. */
export type OperationRequest<Params = unknown, Query = unknown, Body = unknown> = {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** Returns the value of a header, by its name in lower case. */
  header(name: string): string | undefined;
  /** Caller. */
  readonly actor: Actor;
  /** Only tenant that this request may read and change; undefined: all. It is decided before `handle` is called. */
  readonly tenant: string | undefined;
  /** Network address of the caller; behind a proxy that the server trusts, the address that the proxy names. */
  readonly address: string;
  readonly engine: Engine;
  /** Id of this request in the answer and the log. */
  readonly requestId: string;
  /** Aborts when the caller disconnects or the server stops. */
  readonly signal: AbortSignal;
  /** Logger that adds the id of the request to each line. */
  readonly log: Logger;
};

/** HTTP answer of an operation. */
export type OperationAnswer = {
  readonly status: number;
  /** Body, written as JSON; a string or a stream if the operation has another content type. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/**
 * Defines one operation of the HTTP API. Types of a request flow from the type arguments to `handle`; the server's
 * `defineRoute` takes them from schemas.
 *
 * @example
 * export const ping = defineOperation({
 *   name: "demo.ping",
 *   method: "GET",
 *   path: "/v1/demo/ping",
 *   summary: "Answers",
 *   tag: "demo",
 *   role: "viewer",
 *   answers: { 200: { type: "object" } },
 *   handle: async ({ actor }) => ({ status: 200, body: { hello: actor.name } }),
 * });
 */
export function defineOperation<Params = unknown, Query = unknown, Body = unknown>(
  operation: Operation<Params, Query, Body>,
): Operation {
  return operation;
}
