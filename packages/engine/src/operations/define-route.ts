/** Defines operations that take the types of params, query, body and answers from their TypeBox schemas. */
import type { Static, TSchema } from "typebox";
import type { JsonSchema, Operation, OperationAnswer, OperationRequest } from "./operation.ts";

/** TypeBox schema. */
export type RouteSchema = TSchema & object;
/** Schemas of the answers of a route, by status. */
export type AnswerSchemas = Readonly<Record<number, RouteSchema>>;

/** Parts of a route that its schemas type. `More` is passed to its handler in addition to the request. */
type Typed<
  Answers extends AnswerSchemas,
  Params extends RouteSchema,
  Query extends RouteSchema,
  Body extends RouteSchema,
  More,
> = {
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly answers: Answers;
  handle(
    request: OperationRequest<Static<Params>, Static<Query>, Static<Body>> & More,
  ): Promise<AnswerOf<NoInfer<Answers>>>;
};

type Untyped = Omit<Operation, "params" | "query" | "body" | "answers" | "handle">;

/** One of the answers of a route, with a body that matches the schema of that answer. */
export type AnswerOf<Answers extends AnswerSchemas> = {
  [Status in keyof Answers & number]: {
    readonly status: Status;
    readonly headers?: Readonly<Record<string, string>>;
  } & BodyOf<Static<Answers[Status]>>;
}[keyof Answers & number];

type BodyOf<Body> = [Body] extends [undefined] ? { readonly body?: undefined } : { readonly body: Body };

/**
 * Defines an operation whose types come from its TypeBox schemas.
 *
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
  Params extends RouteSchema = RouteSchema,
  Query extends RouteSchema = RouteSchema,
  Body extends RouteSchema = RouteSchema,
>(route: Untyped & Typed<Answers, Params, Query, Body, unknown>): Operation {
  return route;
}

/** Fields that the routes of a workload have in common. */
export type RouteDefaults = {
  readonly tag: string;
  /** Schema of the headers of every route that has none of its own. */
  readonly headers?: JsonSchema;
  /** Returns the workload's own answer to an error. Undefined: the server answers as it does for all operations. */
  readonly answerRefusal?: (error: unknown, request: OperationRequest) => OperationAnswer | undefined;
};

/** Route of a workload, without the fields that all of its routes have in common. */
export type Route<
  Answers extends AnswerSchemas,
  Params extends RouteSchema,
  Query extends RouteSchema,
  Body extends RouteSchema,
  More = unknown,
> = Omit<Untyped, "tag"> & Typed<Answers, Params, Query, Body, More>;

/**
 * Makes the `defineRoute` of a workload.
 *
 * @example const defineRoute = routesOf({ tag: "shop" });
 */
export function routesOf({ answerRefusal, ...defaults }: RouteDefaults) {
  return <
    const Answers extends AnswerSchemas,
    Params extends RouteSchema = RouteSchema,
    Query extends RouteSchema = RouteSchema,
    Body extends RouteSchema = RouteSchema,
  >(
    route: Route<Answers, Params, Query, Body>,
  ): Operation => {
    const operation: Operation = { ...defaults, ...route };
    return answerRefusal === undefined ? operation : withRefusals(operation, answerRefusal);
  };
}

function withRefusals(operation: Operation, answerRefusal: NonNullable<RouteDefaults["answerRefusal"]>): Operation {
  return {
    ...operation,
    async handle(request) {
      try {
        return await operation.handle(request);
      } catch (error) {
        const answer = answerRefusal(error, request);
        if (answer === undefined) throw error;
        return answer;
      }
    },
  };
}
