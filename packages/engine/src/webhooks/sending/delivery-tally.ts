/** Counts what came of attempts to deliver, in this process. */
import { Histogram, type HistogramCounts } from "../../runtime/counting/histogram.ts";
import type { DeliveryDecision } from "./decide-delivery.ts";
import { errorClassOf, type ErrorClass } from "./outcome.ts";
import type { SendResult } from "./sender.ts";

export type DeliveryCount = {
  /** Whether the delivery is over with this attempt, or tried again. */
  readonly outcome: DeliveryDecision["kind"];
  /** Undefined: the receiver took it. */
  readonly errorClass: ErrorClass | undefined;
  readonly attempts: number;
};

export type DeliveryCounts = {
  readonly attempts: readonly DeliveryCount[];
  /** Of the requests. */
  readonly durations: HistogramCounts;
};

export class DeliveryTally {
  readonly #attempts = new Map<string, DeliveryCount>();
  readonly #durations = new Histogram();

  /** Of an attempt that was written down. */
  add({ outcome: ended, durationMs }: SendResult, { kind: outcome }: DeliveryDecision): void {
    const errorClass = errorClassOf(ended);
    const key = `${outcome} ${String(errorClass)}`;
    const attempts = (this.#attempts.get(key)?.attempts ?? 0) + 1;
    this.#attempts.set(key, { outcome, errorClass, attempts });
    this.#durations.observe(durationMs);
  }

  read(): DeliveryCounts {
    return { attempts: [...this.#attempts.values()], durations: this.#durations.read() };
  }
}
