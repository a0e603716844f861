/** What callers may ask for over HTTP, described once: path, schemas, who may, and what is done. */
import type { Actor, Role } from "../access/actor.ts";
import type { Engine } from "../engine.ts";
import type { Logger } from "../runtime/logger.ts";

/** A plain JSON Schema (2020-12), however it was written. */
export type JsonSchema = object;

/** Operation of the HTTP API with its schemas, its role and its handler. */
export type Operation<
  Params = unknown,
  Query = unknown,
  Body = unknown,
  Given extends OperationAnswer = OperationAnswer,
> = {
  /** What it is called in the OpenAPI document, for example `tasks.get`. No two operations share it. */
  readonly name: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Parts in braces are parameters: `/v1/tasks/{taskId}`. */
  readonly path: string;
  /** A few words for lists. */
  readonly summary: string;
  readonly description?: string;
  /** What it is listed under, for example `tasks`. */
  readonly tag: string;
  /** What a caller needs to be at least; `anyone` needs no role and need not be known. */
  readonly role: Role;
  readonly params?: JsonSchema;
  readonly query?: JsonSchema;
  readonly headers?: JsonSchema;
  readonly body?: JsonSchema;
  /** The answers by status. Problem documents are added to every operation and need not be listed. */
  readonly answers: Readonly<Record<number, JsonSchema>>;
  /** What the answers below 300 are. Default: `application/json`. */
  readonly contentType?: string;
  handle(request: OperationRequest<Params, Query, Body>): Promise<Given>;
  /** Told of callers who are known and lack the role, before they are answered: for those who keep a record of it. */
  refused?(request: RefusedRequest): Promise<void>;
};

/** Request whose body is not read yet. */
export type RefusedRequest = Pick<OperationRequest, "params" | "actor" | "engine" | "requestId">;

/** Validated HTTP request with its caller. */
export type OperationRequest<Params = unknown, Query = unknown, Body = unknown> = {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The value of a header, by its name in lower case. */
  header(name: string): string | undefined;
  /** Who asks. */
  readonly actor: Actor;
  /** The one tenant that this request may see and change; undefined: all. Decided before `handle`. */
  readonly tenant: string | undefined;
  /** The network address that it came from; behind a proxy that the server trusts, the one that the proxy names. */
  readonly address: string;
  readonly engine: Engine;
  /** What the answer and the log call this request. */
  readonly requestId: string;
  /** Aborts when the caller has gone or the server stops. */
  readonly signal: AbortSignal;
  /** Says in each line which request it is about. */
  readonly log: Logger;
};

/** HTTP answer of an operation. */
export type OperationAnswer = {
  readonly status: number;
  /** Written as JSON; a string or a stream where the operation has a content type of its own. */
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
