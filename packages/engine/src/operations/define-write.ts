/** Defines operations that run once per Idempotency-Key: the same request gets the same answer, another one is refused. */
import { NotJsonError } from "@rota/proofs";
import { Type } from "typebox";
import type { Transaction } from "../database/database.ts";
import { isRotaError, makeRefusal, type Refusal, RotaError } from "../errors.ts";
import { inputHashOf, REPLAYED_HEADERS } from "../idempotency.ts";
import type { Once, OnceClaim } from "../locks/locks.ts";
import { systemClock } from "../runtime/clock.ts";
import type { AnswerOf, AnswerSchemas, Route, RouteSchema } from "./define-route.ts";
import { DEFAULT_TENANT } from "./fields.ts";
import type { Operation, OperationAnswer, OperationRequest } from "./operation.ts";

const HEADER = "idempotency-key";
/** Time for which an answer is kept. */
const KEPT_MS = 86_400_000;
/** Time that a request has before another one with its key may begin. */
const CLAIM_MS = 60_000;
/** Errors that another try cannot change. */
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

/** Fields that the writes of a workload have in common. */
export type WriteDefaults = {
  /** Tag of the routes, with which the scope of the keys also begins. */
  readonly tag: string;
  /** Error for a request without a key, or with a body that has no canonical form. Default REQUEST_INVALID. */
  readonly invalid?: Refusal;
};

/** Arguments that the handler of a write gets in addition to the request. */
export type Committing<Answer> = {
  /**
   * Does the work in a transaction that also stores its answer. A repeated request gets that answer, and the work is not
   * repeated. Query only `tx` in it: no other connection may be free.
   */
  commit(this: void, work: (tx: Transaction) => Promise<Answer>): Promise<Answer>;
};

/**
 * Makes the `defineWrite` of a workload, for routes that change something. Each runs once per Idempotency-Key: the same
 * request gets the same answer, another one under the key is refused with IDEMPOTENCY_CONFLICT.
 *
 * @example
 * const defineWrite = writesOf({ tag: "shop" });
 * const addProduct = defineWrite({
 *   ...{ name: "products.add", method: "POST", path: "/v1/products", summary: "Add a product", role: "operator" },
 *   body: Product,
 *   answers: { 201: ProductView },
 *   handle: ({ commit, body }) => commit(async (tx) => ({ status: 201, body: await insertProduct(tx, body) })),
 * });
 */
export function writesOf({ invalid = "REQUEST_INVALID", ...defaults }: WriteDefaults) {
  return <
    const Answers extends AnswerSchemas,
    Params extends RouteSchema = RouteSchema,
    Query extends RouteSchema = RouteSchema,
    Body extends RouteSchema = RouteSchema,
  >(
    route: Route<Answers, Params, Query, Body, Committing<AnswerOf<NoInfer<Answers>>>>,
  ): Operation => {
    const write: Write = { ...defaults, ...route };
    return { ...write, headers: IdempotencyHeaders, handle: (request) => answerOnce(write, request, invalid) };
  };
}

/** Operation whose handler must call `commit`. Its work before and after the commit is repeated with every try. */
type Write = Omit<Operation, "handle"> & {
  handle(request: OperationRequest & Committing<OperationAnswer>): Promise<OperationAnswer>;
};

/** Stores no refusals: a refused request may be sent again when it was corrected or the reason no longer applies. */
async function answerOnce(write: Write, request: OperationRequest, invalid: Refusal): Promise<OperationAnswer> {
  const { once } = request.engine;
  const begun = await once.begin({ ...keyOf(write, request, invalid), leaseMs: CLAIM_MS, keepMs: KEPT_MS });
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
 * Frees the key before the refusal is sent, so that the request can be repeated at once; if the database is unavailable,
 * as soon as it is back. A commit whose reply was lost is kept, and so is its answer.
 */
async function free(once: Once, claim: OnceClaim): Promise<void> {
  await once.abandon(claim).catch(() => {
    untilTaken(() => once.abandon(claim)).catch(() => undefined); // the claim then expires
  });
}

/** Retries while the database is unavailable, until the claim of a key expires. */
async function untilTaken(attempt: () => Promise<unknown>): Promise<void> {
  const untilMs = systemClock.monotonicMs() + CLAIM_MS;
  for (let pauseMs = PAUSE_FIRST_MS; ; pauseMs = Math.min(2 * pauseMs, PAUSE_MS_MAX)) {
    try {
      return void (await attempt());
    } catch (error) {
      if (systemClock.monotonicMs() > untilMs || (isRotaError(error) && FINAL.has(error.code))) throw error;
      await systemClock.wait(pauseMs);
    }
  }
}

/** Returns the key with its scope, which contains the caller: equal keys of two callers are different keys. */
function keyOf({ name, tag }: Pick<Operation, "name" | "tag">, request: OperationRequest, invalid: Refusal) {
  const { actor, params, query, body, tenant = DEFAULT_TENANT } = request;
  const key = request.header(HEADER);
  if (key === undefined || key === "")
    throw makeRefusal(invalid, "the header Idempotency-Key is missing: draw a key and send it with each try");
  return {
    scope: `${tag}:${tenant}:${actor.kind}:${actor.id ?? actor.name}`,
    key,
    inputHash: `sha256:${hashOf([name, params ?? null, query ?? null, body ?? null], invalid)}`,
  };
}

function hashOf(input: unknown, invalid: Refusal): string {
  try {
    return inputHashOf(input);
  } catch (cause) {
    if (!(cause instanceof NotJsonError)) throw cause;
    throw makeRefusal(invalid, `the request cannot be stored: ${cause.message}`, {}, { cause });
  }
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
