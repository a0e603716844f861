/** Which tenants have a batch on its way: what they send meanwhile makes one batch after it, not many. */
import type { IntakeDefinition } from "../define-intake.ts";
import type { EventName } from "../receiving/read-outcome.ts";
import type { Collected } from "./store-events.ts";

/** The last event of a batch stands for all of it. */
export type OpenBatch = { readonly intake: IntakeDefinition; readonly last: EventName };

export type OpenBatches = {
  has(collected: Collected): boolean;
  /** Returns those of tenants that had none. */
  open(collected: readonly Collected[]): OpenBatch[];
  end(batch: OpenBatch): void;
};

/** Of further tenants none is remembered. */
const BATCHES_MAX = 1_000;

export function createOpenBatches(): OpenBatches {
  const batches = new Map<IntakeDefinition, Map<string, OpenBatch>>();
  let count = 0;
  const ofIntake = (intake: IntakeDefinition): Map<string, OpenBatch> => {
    let known = batches.get(intake);
    if (known === undefined) batches.set(intake, (known = new Map<string, OpenBatch>()));
    return known;
  };
  return {
    has: ({ intake, reading }) => "event" in reading && ofIntake(intake).has(reading.event.tenant),
    open(collected) {
      const opened: OpenBatch[] = [];
      for (const { intake, reading } of collected.toReversed()) {
        if (count >= BATCHES_MAX) break;
        if (!("event" in reading) || ofIntake(intake).has(reading.event.tenant)) continue;
        const { tenant, eventId } = reading.event;
        const batch = { intake, last: { tenant, eventId } };
        ofIntake(intake).set(tenant, batch);
        opened.push(batch);
        count++;
      }
      return opened;
    },
    end({ intake, last }) {
      if (ofIntake(intake).delete(last.tenant)) count--;
    },
  };
}
