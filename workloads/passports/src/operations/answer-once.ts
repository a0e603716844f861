/** Answers a request that changes something once for its Idempotency-Key: same key, same answer; other request, refusal. */
import {
  isRotaError,
  RotaError,
  systemClock,
  type Once,
  type OnceClaim,
  type Operation,
  type OperationAnswer,
  type OperationRequest,
} from "@rota/engine";
import { Type } from "typebox";
import { sha256Hex } from "../canonical/sha256.ts";
import { tenantOf } from "./tenant-of.ts";

const HEADER = "idempotency-key";
const KEPT_MS = 86_400_000;
const CLAIM_MS = 60_000;
/** Refusals of a note that stay. */
const FINAL: ReadonlySet<string> = new Set(["ONCE_INVALID", "COORDINATOR_CLOSED", "DATABASE_CLOSED"]);
const PAUSE_FIRST_MS = 100;
const PAUSE_MS_MAX = 2_000;

export const IdempotencyHeaders = Type.Object({
  [HEADER]: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: "Needed. Drawn anew for each thing that is to be done, and sent again with each try of it.",
      examples: ["2b1d6f0e-6a5c-4f6e-8f8b-0c7d9c0a4c11"],
    }),
  ),
});

/** Refusals are not kept: a request that was refused may be sent again when it was corrected or its reason is gone. */
export async function answerOnce(operation: Operation, request: OperationRequest): Promise<OperationAnswer> {
  const { once } = request.engine;
  const begun = await once.begin({ ...keyOf(operation, request), leaseMs: CLAIM_MS, keepMs: KEPT_MS });
  switch (begun.kind) {
    case "first": {
      const answer = await operation.handle(request).catch(async (error: unknown) => {
        await free(once, begun.claim);
        throw error;
      });
      // It is done: given up, the key would have the next try do it a second time.
      await untilTaken(() => once.finish(begun.claim, answer));
      return answer;
    }
    case "done":
      return again(begun.answer);
    case "running":
      throw new RotaError(
        "IDEMPOTENCY_IN_PROGRESS",
        "a request with this Idempotency-Key is being answered: ask again",
      );
    case "conflict":
      throw new RotaError(
        "IDEMPOTENCY_CONFLICT",
        "this Idempotency-Key was used for another request: draw a new one for each thing that is to be done",
      );
  }
}

/** Before the refusal is told, so that the request can be sent again at once; else as soon as the database is back. */
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
function keyOf({ name }: Operation, request: OperationRequest) {
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
    inputHash: `sha256:${sha256Hex(JSON.stringify([name, params, query, body]))}`,
  };
}

function again(kept: unknown): OperationAnswer {
  if (!isAnswer(kept)) throw new Error("what was kept under an Idempotency-Key is no answer");
  return { ...kept, headers: { ...kept.headers, "idempotent-replayed": "true" } };
}

function isAnswer(kept: unknown): kept is OperationAnswer {
  return typeof kept === "object" && kept !== null && "status" in kept && typeof kept.status === "number";
}
