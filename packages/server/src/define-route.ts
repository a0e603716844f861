/** Defines an operation whose types come from its TypeBox schemas: params, query, body and every answer. */
import type { JsonSchema, Operation, OperationRequest } from "@rota/engine";
import type { Static, TSchema } from "typebox";

/**
 * @example
 * export const getTask = defineRoute({
 *   name: "tasks.get",
 *   method: "GET",
 *   path: "/v1/tasks/{taskId}",
 *   summary: "One task",
 *   tag: "tasks",
 *   role: "viewer",
 *   params: Type.Object({ taskId: Id }),
 *   answers: { 200: Task },
 *   handle: async ({ params, engine, tenant }) => ({ status: 200, body: await read(engine, params.taskId, tenant) }),
 * });
 */
export function defineRoute<
  const Answers extends AnswerSchemas,
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
>(route: Route<Answers, Params, Query, Body>): Operation {
  return route;
}

type Schema = TSchema & object;
type AnswerSchemas = Readonly<Record<number, Schema>>;

type Route<Answers extends AnswerSchemas, Params extends Schema, Query extends Schema, Body extends Schema> = Omit<
  Operation,
  "params" | "query" | "headers" | "body" | "answers" | "handle"
> & {
  readonly params?: Params;
  readonly query?: Query;
  readonly headers?: JsonSchema;
  readonly body?: Body;
  readonly answers: Answers;
  handle(request: OperationRequest<Static<Params>, Static<Query>, Static<Body>>): Promise<AnswerOf<NoInfer<Answers>>>;
};

/** One of the answers that the route lists, with a body of that answer's schema. */
type AnswerOf<Answers extends AnswerSchemas> = {
  [Status in keyof Answers & number]: {
    readonly status: Status;
    readonly headers?: Readonly<Record<string, string>>;
  } & BodyOf<Static<Answers[Status]>>;
}[keyof Answers & number];

type BodyOf<Body> = [Body] extends [undefined] ? { readonly body?: undefined } : { readonly body: Body };
