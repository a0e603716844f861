/** Takes an event without a broker: stores it with whatever else comes in, waits a little for its outcome, and answers. */
import { RotaError } from "../../errors.ts";
import { checkRange } from "../../tasks/submission/check-field.ts";
import { countStored } from "../consuming/consume-intake.ts";
import type { IntakeDefinition } from "../define-intake.ts";
import type { EventOrigin, OutsideEvent } from "../event.ts";
import type { IntakeCounts } from "../intake-counts.ts";
import { DEFAULT_WAIT_MS, WAIT_MS_MAX } from "../limits.ts";
import type { EventMirror } from "../mirror/event-mirror.ts";
import { prepareEvent, type PreparedEvent } from "../reading/prepare-event.ts";
import type { Collector } from "../storing/collector.ts";
import type { StoreOutcome } from "../storing/store-events.ts";
import { answerTo, type Answer } from "./answer.ts";
import type { OutcomeWatch } from "./outcome-watch.ts";

export type ReceiveOptions = {
  /** How long to wait for the outcome. Default 2 s, at most 60 s. */
  readonly waitMs?: number;
  readonly headers?: EventOrigin["headers"];
};

export type ReceivingParts = {
  readonly collector: Collector;
  readonly watch: OutcomeWatch;
  readonly counts: IntakeCounts;
  readonly mirror: EventMirror | undefined;
};

export type Receipt = {
  readonly intake: IntakeDefinition;
  readonly event: OutsideEvent;
  readonly options: ReceiveOptions;
};

/**
 * Rejects with EVENT_INVALID or EVENT_TOO_LARGE for what is no event, and with DATABASE_UNAVAILABLE when it could not be
 * stored, or nobody can tell: send it again under the same id.
 */
export async function receiveEvent(parts: ReceivingParts, { intake, event, options }: Receipt): Promise<Answer> {
  const { waitMs = DEFAULT_WAIT_MS, headers } = options;
  checkRange("waitMs", waitMs, [0, WAIT_MS_MAX]);
  const origin: EventOrigin = { source: "direct", ...(headers === undefined ? {} : { headers }) };
  const prepared = prepareEvent(event, origin, intake.eventBytesMax);
  const stored = await storeEvent(parts, intake, prepared);
  const { tenant, eventId } = prepared;
  if (stored === "conflict") return answerTo({ tenant, eventId }, { stored, outcome: undefined });
  if (stored === "recorded") throw notStorable(eventId);
  const outcome = await parts.watch.wait({ tenant, eventId }, { waitMs, isNew: stored === "stored" });
  return answerTo({ tenant, eventId }, { stored, outcome });
}

/** Stores an event together with others that come at the same time. */
export function storeEvent(
  { collector, counts, mirror }: Pick<ReceivingParts, "collector" | "counts" | "mirror">,
  intake: IntakeDefinition,
  event: PreparedEvent,
): Promise<Exclude<StoreOutcome, "gone">> {
  return new Promise((resolve, reject) => {
    collector.add({
      intake,
      reading: { event },
      bytes: event.entryText.length,
      stored: (outcome) => {
        countStored(counts, outcome);
        resolve(outcome);
        if (outcome === "stored") mirror?.showStored(intake, event);
      },
      failed: reject,
    });
  });
}

function notStorable(eventId: string): RotaError {
  return new RotaError("EVENT_INVALID", `PostgreSQL cannot hold event "${eventId}"; it is recorded as malformed`, {});
}
