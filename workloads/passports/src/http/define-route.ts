/** Defines operations typed by their TypeBox schemas; writes run once per Idempotency-Key: same key, same answer; other request, conflict. */
import {
  inputHashOf,
  isRotaError,
  type Once,
  type OnceClaim,
  type Operation,
  type OperationAnswer,
  type OperationRequest,
  REPLAYED_HEADERS,
  RotaError,
  type Transaction,
} from "@rota/engine";
import { systemClock } from "@rota/engine/internal";
import { type Static, type TSchema, Type } from "typebox";

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

const HEADER = "idempotency-key";
const KEPT_MS = 86_400_000;
const CLAIM_MS = 60_000;
/** Refusals of a note that stay. */
const FINAL: ReadonlySet<string> = new Set(["COORDINATOR_CLOSED", "DATABASE_CLOSED"]);
const PAUSE_FIRST_MS = 100;
const PAUSE_MS_MAX = 2_000;

const IdempotencyHeaders = Type.Object({
  [HEADER]: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: "Needed. Drawn anew for each thing that is to be done, and sent again with each try of it.",
      examples: ["2b1d6f0e-6a5c-4f6e-8f8b-0c7d9c0a4c11"],
    }),
  ),
});

type Committing<Answer> = {
  /**
   * Does the work in a transaction that keeps its answer too. Whoever comes again with the key gets that answer, and the
   * work is not done. Nothing but `tx` may be asked in it: another connection may not be free.
   */
  commit(this: void, work: (tx: Transaction) => Promise<Answer>): Promise<Answer>;
};

/** The part of an operation that changes something: it must commit. What it does before and after is done with every try. */
type Write = Omit<Operation, "handle"> & {
  handle(request: OperationRequest & Committing<OperationAnswer>): Promise<OperationAnswer>;
};

/**
 * Handles a request once for its Idempotency-Key: the same request gets the same answer, another one is refused. Refusals
 * are not kept: a refused request may be sent again when it was corrected or the reason no longer applies.
 */
async function answerOnce(write: Write, request: OperationRequest): Promise<OperationAnswer> {
  const { once } = request.engine;
  const begun = await once.begin({ ...keyOf(write, request), leaseMs: CLAIM_MS, keepMs: KEPT_MS });
  switch (begun.kind) {
    case "first":
      return answerFirst(write, request, begun.claim);
    case "done": {
      const kept = answerOf(begun.answer);
      const answer = await write.handle({ ...request, commit: () => Promise.resolve(kept) });
      return { ...answer, headers: { ...answer.headers, ...REPLAYED_HEADERS } };
    }
    case "running":
      throw inProgress("a request with this Idempotency-Key is being answered: ask again");
  }
}

async function answerFirst(write: Write, request: OperationRequest, claim: OnceClaim): Promise<OperationAnswer> {
  const { once, database } = request.engine;
  let hasCommitted = false;
  const commit: Committing<OperationAnswer>["commit"] = async (work) => {
    const committed = await database.transaction(async (tx) => {
      const answer = await work(tx);
      if ((await once.finish(claim, answer, { in: tx })) === "finished") return answer;
      throw inProgress("it took too long, and nothing was done: a request with this Idempotency-Key came meanwhile");
    });
    hasCommitted = true;
    return committed;
  };
  try {
    const answer = await write.handle({ ...request, commit });
    if (!hasCommitted)
      throw new Error(`operation "${write.name}" answered without a commit: the next try does it again`);
    return answer;
  } catch (error) {
    await free(once, claim);
    throw error;
  }
}

/**
 * Before the refusal is told, so that the request can be sent again at once; else as soon as the database is back. What was
 * committed although nobody heard of it stays, and so does its answer.
 */
async function free(once: Once, claim: OnceClaim): Promise<void> {
  await once.abandon(claim).catch(() => {
    untilTaken(() => once.abandon(claim)).catch(() => undefined); // then the claim ends by itself
  });
}

/** Tries again while the database is away, for as long as the claim of a key lasts. */
async function untilTaken(tell: () => Promise<unknown>): Promise<void> {
  const untilMs = systemClock.monotonicMs() + CLAIM_MS;
  for (let pauseMs = PAUSE_FIRST_MS; ; pauseMs = Math.min(2 * pauseMs, PAUSE_MS_MAX)) {
    try {
      return void (await tell());
    } catch (error) {
      if (systemClock.monotonicMs() > untilMs || (isRotaError(error) && FINAL.has(error.code))) throw error;
      await systemClock.wait(pauseMs);
    }
  }
}

/** Keys of two callers never meet. */
function keyOf({ name }: Pick<Operation, "name">, request: OperationRequest) {
  const { actor, params, query, body, tenant } = request;
  const key = request.header(HEADER);
  if (key === undefined || key === "")
    throw new RotaError(
      "VALIDATION_ERROR",
      "the header Idempotency-Key is missing: draw a key and send it with each try",
    );
  return {
    scope: `passports:${tenantOf({ tenant })}:${actor.kind}:${actor.id ?? actor.name}`,
    key,
    inputHash: `sha256:${inputHashOf([name, params ?? null, query ?? null, body ?? null])}`,
  };
}

function answerOf(kept: unknown): OperationAnswer {
  if (isAnswer(kept)) return kept;
  throw new Error("what was kept under an Idempotency-Key is no answer");
}

function isAnswer(kept: unknown): kept is OperationAnswer {
  return typeof kept === "object" && kept !== null && "status" in kept && typeof kept.status === "number";
}

function inProgress(message: string): RotaError {
  return new RotaError("IDEMPOTENCY_IN_PROGRESS", message);
}

const DEFAULT_TENANT = "default";

/** Returns the tenant that owns what a request creates; the default one if the request names none. */
export function tenantOf({ tenant = DEFAULT_TENANT }: Pick<OperationRequest, "tenant">): string {
  return tenant;
}
