/** Defines operations whose types come from their TypeBox schemas: params, query, body and every answer. */
import type { Operation, OperationRequest } from "@rota/engine";
import type { Static, TSchema } from "typebox";
import { answerOnce, IdempotencyHeaders, type Committing, type Write } from "./answer-once.ts";

type Schema = TSchema & object;
type AnswerSchemas = Readonly<Record<number, Schema>>;

export function defineRoute<
  const Answers extends AnswerSchemas,
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
>(route: Route<Answers, Params, Query, Body>): Operation {
  return { ...route, tag: "passports" };
}

/** A route that changes something: it is done once for its Idempotency-Key, and answered alike however often it is asked. */
export function defineWrite<
  const Answers extends AnswerSchemas,
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
>(route: Route<Answers, Params, Query, Body, Committing<AnswerOf<NoInfer<Answers>>>>): Operation {
  const write: Write = { ...route, tag: "passports" };
  return { ...write, headers: IdempotencyHeaders, handle: (request) => answerOnce(write, request) };
}

type Route<
  Answers extends AnswerSchemas,
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
  More = unknown,
> = Omit<Operation, "tag" | "params" | "query" | "body" | "headers" | "answers" | "handle"> & {
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly answers: Answers;
  handle(
    request: OperationRequest<Static<Params>, Static<Query>, Static<Body>> & More,
  ): Promise<AnswerOf<NoInfer<Answers>>>;
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
