/** Reads the batch of a task, and checks each of its events by the intake's schema. */
import assert from "node:assert/strict";
import type { Queryable } from "../../database/database.ts";
import { isRotaError } from "../../errors.ts";
import { checkInput } from "../../tasks/definition/input/check-input.ts";
import { PermanentError } from "../../worker/outcome/permanent-error.ts";
import type { IntakeDefinition } from "../define-intake.ts";
import type { IntakeEvent } from "../event.ts";
import { selectBatch } from "../intake.sql.ts";
import type { StoredEntry } from "../reading/prepare-event.ts";

export type Batch = {
  readonly batchId: bigint;
  readonly tenant: string;
  readonly attempt: number;
  /** How many places it has; not all of them need to count. */
  readonly size: number;
  /** The events that count, by place from 0. */
  readonly entries: ReadonlyMap<number, StoredEntry>;
};

export async function readBatch(on: Queryable, taskId: bigint): Promise<Batch> {
  const [row] = await on.query(selectBatch(taskId));
  if (row === undefined) throw new PermanentError("the events of this batch are gone", { code: "INTAKE_BATCH_GONE" });
  const all = parseEntries(row.events);
  const places = row.numbers?.map((number) => number - 1);
  const entries = new Map<number, StoredEntry>();
  for (const [place, entry] of all.entries())
    if (places === undefined || places.includes(place)) entries.set(place, entry);
  return { batchId: row.batch_id, tenant: row.tenant, attempt: row.attempt, size: all.length, entries };
}

/** Only what we stored ourselves is read here. */
function parseEntries(text: string): readonly StoredEntry[] {
  const parsed: unknown = JSON.parse(text);
  assert(isEntries(parsed), "a batch is a list of entries");
  return parsed;
}

function isEntries(value: unknown): value is readonly StoredEntry[] {
  return Array.isArray(value) && value.every((entry) => Array.isArray(entry) && entry.length === ENTRY_LENGTH);
}

const ENTRY_LENGTH = 4;

export type CheckedEvent =
  { readonly event: IntakeEvent } | { readonly refused: { readonly code: string; readonly reason: string } };

/** By place. */
export async function checkEvents(
  { schema, name }: IntakeDefinition,
  { entries, attempt }: Batch,
): Promise<Map<number, CheckedEvent>> {
  const checked = new Map<number, CheckedEvent>();
  for (const [place, [payload, origin, eventId, payloadHash]] of entries) {
    const event = { eventId, payload, payloadHash, origin, attempt };
    if (schema === undefined) checked.set(place, { event });
    else checked.set(place, await checkOne(event, (value) => checkInput(schema, value, `payload of intake "${name}"`)));
  }
  return checked;
}

async function checkOne(event: IntakeEvent, check: (value: unknown) => Promise<unknown>): Promise<CheckedEvent> {
  try {
    return { event: { ...event, payload: await check(event.payload) } };
  } catch (error) {
    if (!isRotaError(error)) throw error; // the schema is broken, which no event can help
    return { refused: { code: error.code, reason: error.message } };
  }
}
