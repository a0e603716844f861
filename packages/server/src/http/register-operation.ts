/**
 * Registers operations as Fastify routes: authenticates before reading the body, then checks input, tenant and
 * response.
 */
import { type Actor, type Engine, isRotaError, type Logger, RotaError } from "@rota/engine";
import { ANONYMOUS } from "@rota/engine/internal";
import type { Operation, OperationAnswer, RefusedRequest } from "@rota/engine/workload";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Authenticate } from "../access/authenticate.ts";
import { requireRole, tenantScope } from "../access/authorize.ts";
import type { LimitRate } from "./limit-rate.ts";
import { createValidate } from "./validate-input.ts";

type OperationParts = {
  readonly engine: Engine;
  readonly logger: Logger;
  readonly authenticate: Authenticate;
  readonly limitRate: LimitRate;
  /** Path below which the server answers; "" for the root. */
  readonly basePath: string;
};

export function registerOperation(app: FastifyInstance, operation: Operation, parts: OperationParts): void {
  const validate = createValidate(operation);
  const actors = new WeakMap<FastifyRequest, Actor>();
  app.route({
    method: operation.method,
    url: routerPath(operation),
    async onRequest(request, reply) {
      const actor = await parts.authenticate(request);
      await parts.limitRate(request, reply, actor);
      await admit(operation, { params: request.params, actor, engine: parts.engine, requestId: request.id });
      actors.set(request, actor);
    },
    async handler(request, reply) {
      const { params, query, headers } = request;
      // A body whose fields are all optional may be missing.
      const body = request.body ?? (operation.body === undefined ? undefined : {});
      const actor = actors.get(request) ?? ANONYMOUS;
      const tenant = tenantScope(actor, { params, query, body, header: headerOf(request, "x-rota-tenant") });
      validate({ params, query, body, headers });
      const answer = await operation.handle({
        params,
        query,
        body,
        header: (name) => headerOf(request, name),
        actor,
        tenant,
        address: request.ip,
        engine: parts.engine,
        requestId: request.id,
        get signal() {
          return request.signal;
        },
        get log() {
          return parts.logger.child({ requestId: request.id });
        },
      });
      return send(reply, operation, withBasePath(answer, parts.basePath));
    },
  });
}

/**
 * Admits the caller to an operation. @throws UNAUTHENTICATED, or ROLE_MISSING after notifying the operation's `refused`
 * hook.
 */
async function admit(operation: Operation, request: RefusedRequest): Promise<void> {
  try {
    requireRole(request.actor, operation);
  } catch (error) {
    if (isRotaError(error, "ROLE_MISSING")) await operation.refused?.(request);
    throw error;
  }
}

/** Answers 405 with the allowed methods to every other method of a path. */
export function refuseOtherMethods(app: FastifyInstance, operations: readonly Operation[]): void {
  const methods = new Map<string, Set<string>>();
  for (const operation of operations) {
    const path = routerPath(operation);
    methods.set(path, (methods.get(path) ?? new Set()).add(operation.method));
  }
  for (const [path, allowed] of methods) {
    const allow = [...allowed].join(", ");
    const others = ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((method) => !allowed.has(method));
    app.route({
      method: others,
      url: path,
      onRequest: async (_request, reply) => {
        reply.header("allow", allow);
        throw new RotaError("METHOD_NOT_ALLOWED", `this path takes ${allow}`);
      },
      handler: async () => undefined,
    });
  }
}

/** Converts OpenAPI's `{taskId}` to the router's `:taskId`. Before a verb the pattern ends the parameter explicitly. */
function routerPath({ path }: Operation): string {
  const escaped = path.replaceAll(":", "::");
  return escaped.replace(/\{(\w+)\}(?=::)/g, ":$1([^/:]+)").replace(/\{(\w+)\}/g, ":$1");
}

/** Adds the base path to the `location` of an answer, which operations give from the root of the API. */
function withBasePath(answer: OperationAnswer, basePath: string): OperationAnswer {
  const location = answer.headers?.["location"];
  if (location === undefined || !location.startsWith("/")) return answer;
  return { ...answer, headers: { ...answer.headers, location: basePath + location } };
}

function send(reply: FastifyReply, operation: Operation, answer: OperationAnswer): FastifyReply {
  const { status, body, headers = {} } = answer;
  reply.code(status).header("cache-control", "no-store").headers(headers);
  if (body === undefined) return reply.send();
  if (operation.contentType !== undefined && status < 300) return reply.type(operation.contentType).send(body);
  const type = headers["content-type"] ?? "application/json";
  return reply.type(`${type}; charset=utf-8`).send(JSON.stringify(body));
}

/** Returns a header as one text; a repeated header yields all its values, joined by commas. */
function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}

/** Name and route of an operation. */
export type OperationPlace = Pick<Operation, "name" | "method" | "path">;

const NAME = /^[a-z][a-zA-Z0-9-]*(\.[a-z][a-zA-Z0-9-]*)+$/;
/** Valid operation paths. A verb may follow a colon: `/v1/rules/{rulesId}:publish`. */
const PATH = /^\/[A-Za-z0-9._{}/-]*(:[a-z]+)?$/;

/**
 * Checks that names, paths and routes of all operations are well-formed and unique. @throws OPERATION_INVALID
 * otherwise.
 */
export function checkOperations(operations: readonly OperationPlace[]): void {
  const names = new Set<string>();
  const places = new Set<string>();
  for (const operation of operations) {
    const { name, method, path } = operation;
    if (!NAME.test(name)) throw refusal(name, "its name must be words with dots between, such as tasks.get");
    if (!PATH.test(path)) throw refusal(name, `its path ${JSON.stringify(path)} must be such as /v1/tasks/{taskId}`);
    const place = `${method} ${path.replace(/\{\w+\}/g, "{}")}`;
    if (names.has(name)) throw refusal(name, "another operation has the same name");
    if (places.has(place)) throw refusal(name, `another operation is at ${method} ${path}`);
    names.add(name);
    places.add(place);
  }
}

function refusal(name: string, why: string): RotaError {
  return new RotaError("OPERATION_INVALID", `the operation ${JSON.stringify(name)} cannot be offered: ${why}`, {
    name,
  });
}
