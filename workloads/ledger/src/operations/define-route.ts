/** Defines an operation whose types come from its TypeBox schemas, and whose refusals have the problem types of the ledger. */
import { isRotaError, type Operation, type OperationAnswer, type OperationRequest } from "@rota/engine";
import type { Static, TSchema } from "typebox";
import { BooksHeaders } from "./asked-books.ts";
import { problemOf } from "./problems.ts";

type Schema = TSchema & object;
type AnswerSchemas = Readonly<Record<number, Schema>>;

export function defineRoute<
  const Answers extends AnswerSchemas,
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
>(route: Route<Answers, Params, Query, Body>): Operation {
  const operation: Operation<Static<Params>, Static<Query>, Static<Body>, OperationAnswer> = {
    headers: BooksHeaders,
    ...route,
    tag: "ledger",
    async handle(request) {
      try {
        return await route.handle(request);
      } catch (error) {
        const problem = isRotaError(error) ? problemOf(error, request) : undefined;
        if (problem === undefined) throw error;
        return { status: problem.status, body: problem, headers: { "content-type": "application/problem+json" } };
      }
    },
  };
  return operation;
}

type Route<Answers extends AnswerSchemas, Params extends Schema, Query extends Schema, Body extends Schema> = Omit<
  Operation,
  "tag" | "params" | "query" | "body" | "answers" | "handle"
> & {
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly answers: Answers;
  handle(request: OperationRequest<Static<Params>, Static<Query>, Static<Body>>): Promise<AnswerOf<NoInfer<Answers>>>;
};

/** One of the answers that the route lists, with a body of that answer's schema. */
type AnswerOf<Answers extends AnswerSchemas> = {
  [Status in keyof Answers & number]: {
    readonly status: Status;
    readonly headers?: Readonly<Record<string, string>>;
  } & {
    readonly body: Static<Answers[Status]>;
  };
}[keyof Answers & number];
