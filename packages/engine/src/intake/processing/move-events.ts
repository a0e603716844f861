/** Moves events of a batch to one of their own, with a task of its own, in the caller's transaction. */
import type { Queryable } from "../../database/database.ts";
import type { IntakeDefinition } from "../define-intake.ts";
import { moveEventRows } from "../intake.sql.ts";
import { entryText, type StoredEntry } from "../reading/prepare-event.ts";
import { taskJson } from "../storing/store-events.ts";
import type { Batch } from "./read-batch.ts";

export type EventMove = {
  readonly intake: IntakeDefinition;
  readonly batch: Batch;
  readonly places: readonly number[];
  /** Which attempt of theirs the new batch is. */
  readonly attempt: number;
  readonly delayMs: number;
};

export async function moveEvents(on: Queryable, { intake, batch, places, attempt, delayMs }: EventMove): Promise<void> {
  const entries = places.flatMap((place) => entriesAt(batch, place));
  const dueAt = delayMs > 0 ? { dueAt: new Date(Date.now() + delayMs) } : {};
  const task = taskJson(intake, { tenant: batch.tenant, cost: entries.length, ...dueAt });
  const eventIds = entries.map(([, , eventId]) => eventId);
  const events = Buffer.from(`[${entries.map(entryText).join(",")}]`);
  await on.query(moveEventRows({ batchId: batch.batchId, task: { jsonText: task }, attempt, eventIds, events }));
}

function entriesAt({ entries }: Batch, place: number): StoredEntry[] {
  const entry = entries.get(place);
  return entry === undefined ? [] : [entry];
}
