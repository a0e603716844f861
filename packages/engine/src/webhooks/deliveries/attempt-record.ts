/** What is written down about an attempt, as `rota.record_webhook_attempts` reads it. Pure. */
import type { DeliveryDecision } from "../sending/decide-delivery.ts";
import { describeOutcome, errorClassOf } from "../sending/outcome.ts";
import type { SendResult } from "../sending/sender.ts";

export type AttemptRecord = {
  readonly deliveryId: string;
  readonly result: SendResult;
  readonly decision: DeliveryDecision;
};

export function attemptJson({ deliveryId, result, decision }: AttemptRecord) {
  const { outcome, durationMs, answerBody } = result;
  const errorClass = errorClassOf(outcome);
  return {
    delivery: deliveryId,
    state: decision.kind === "delivered" ? "DELIVERED" : decision.kind === "failed" ? "FAILED" : "PENDING",
    status: outcome.kind === "answered" ? outcome.status : null,
    error_class: errorClass ?? null,
    error: errorClass === undefined ? null : describeOutcome(outcome),
    duration_ms: durationMs,
    delay_ms: decision.kind === "retry" ? decision.delayMs : null,
    refusal: errorClass === "REFUSED",
    gone: decision.kind === "failed" && decision.disablesEndpoint,
    body: answerBody === undefined ? null : Buffer.from(answerBody).toString("base64"),
  };
}
