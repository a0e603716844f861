/** The outcomes of a batch as whoever waits for its events is told them, without a look at the database. Pure. */
import type { KnownOutcome } from "../receiving/read-outcome.ts";
import type { Verdicts } from "./process-batch.ts";
import type { Batch } from "./read-batch.ts";

/** By event id. Undefined: the number of its record, or when it is tried again, is known to the database only. */
export function outcomesOf({ entries }: Batch, verdicts: Verdicts): Map<string, KnownOutcome | undefined> {
  const outcomes = new Map<string, KnownOutcome | undefined>();
  for (const [place, [, , eventId, payloadHash]] of entries) {
    const verdict = verdicts.get(place);
    const isDone = verdict?.kind === "done";
    outcomes.set(eventId, isDone ? { kind: "done", payloadHash, answer: asStored(verdict.answer) } : undefined);
  }
  return outcomes;
}

/** As the next sender reads it: a value that went through JSON. */
function asStored(answer: unknown): unknown {
  const text: string | undefined = JSON.stringify(answer);
  return text === undefined ? undefined : JSON.parse(text);
}
