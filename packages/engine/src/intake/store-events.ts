/** Stores collected events with one task per batch of a tenant, in a single statement. */
import type { Queryable } from "../database/database.ts";
import { json } from "../database/sql.ts";
import { ATTEMPTS_MAX } from "../tasks/new-task.ts";
import { DEFAULT_POOL } from "../tasks/task-options.ts";
import { submissionJson } from "../tasks/submission-json.ts";
import type { IntakeDefinition } from "./define-intake.ts";
import { BATCH_BYTES_MAX } from "./intake-limits.ts";
import { storeEventRows } from "./intake.sql.ts";
import type { Reading } from "./read-message.ts";

export type Collected = { readonly intake: IntakeDefinition; readonly reading: Reading };

/**
 * Outcome of storing an event.
 *
 * - `stored`: it is new.
 * - `duplicate`: its id is taken by an event with the same payload.
 * - `conflict`: its id is taken by an event with another payload; the conflict is recorded.
 * - `recorded`: it is not a valid event, and is recorded as rejected.
 * - `freed`: its id was taken and has just been freed: the caller stores it again.
 */
export type StoreOutcome = "stored" | "duplicate" | "conflict" | "recorded" | "freed";

type Batch = { readonly intake: IntakeDefinition; readonly tenant: string; readonly places: number[]; bytes: number };

/** Stores events and records rejected ones. Returns the outcomes in the given order. */
export async function storeEvents(on: Queryable, collected: readonly Collected[]): Promise<StoreOutcome[]> {
  const batches = groupByTenant(collected);
  const places = batches.flatMap((batch) => batch.places);
  const rows = await on.query(storeEventRows(requestOf(collected, batches, places)));
  const outcomes = collected.map(({ reading }): StoreOutcome => ("event" in reading ? "stored" : "recorded"));
  for (const { nth, outcome } of rows) {
    const place = places[nth - 1];
    if (place !== undefined) outcomes[place] = OUTCOMES[outcome];
  }
  return outcomes;
}

const OUTCOMES = { DUPLICATE: "duplicate", CONFLICT: "conflict", GONE: "freed" } as const;

/** Groups events by tenant, in the order of arrival, into batches of at most the events and bytes of one turn. */
function groupByTenant(collected: readonly Collected[]): Batch[] {
  const batches: Batch[] = [];
  const open = new Map<IntakeDefinition, Map<string, Batch>>();
  for (const [place, { intake, reading }] of collected.entries()) {
    if (!("event" in reading)) continue;
    const { tenant, entryText } = reading.event;
    let ofIntake = open.get(intake);
    if (ofIntake === undefined) open.set(intake, (ofIntake = new Map<string, Batch>()));
    let batch = ofIntake.get(tenant);
    const isFull =
      batch !== undefined &&
      (batch.places.length >= intake.batchEventsMax || batch.bytes + entryText.length > BATCH_BYTES_MAX);
    if (batch === undefined || isFull) {
      batch = { intake, tenant, places: [], bytes: 0 };
      ofIntake.set(tenant, batch);
      batches.push(batch);
    }
    batch.places.push(place);
    batch.bytes += entryText.length;
  }
  return batches;
}

function requestOf(collected: readonly Collected[], batches: readonly Batch[], places: readonly number[]) {
  const eventIds: string[] = [];
  const batchNths: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const texts: Buffer[] = [];
  let hashes = "";
  let end = 0;
  for (const [index, batch] of batches.entries()) {
    starts.push(eventIds.length);
    let text = "";
    for (const place of batch.places) {
      const reading = collected[place]?.reading;
      if (reading === undefined || !("event" in reading)) continue;
      eventIds.push(reading.event.eventId);
      batchNths.push(index + 1);
      hashes += reading.event.hash;
      text += (text === "" ? "[" : ",") + reading.event.entryText;
    }
    const bytes = Buffer.from(`${text}]`);
    texts.push(bytes);
    ends.push((end += bytes.byteLength));
  }
  const rejected = collected.flatMap(({ reading }) => ("rejected" in reading ? [reading.rejected] : []));
  return {
    tasks: { jsonText: `[${batches.map(({ intake, tenant }) => batchTask(intake, tenant)).join(",")}]` },
    intakes: batches.map(({ intake }) => intake.name),
    tenants: batches.map(({ tenant }) => tenant),
    starts,
    ends,
    events: Buffer.concat(texts),
    eventIds,
    batchNths,
    hashes: Buffer.from(hashes, "hex"),
    rejected: rejected.length === 0 ? null : json(rejected),
    places,
  };
}

/** Cache of the tasks of batches as JSON, which are the same for each batch of a tenant. */
const knownTasks = new WeakMap<IntakeDefinition, Map<string, string>>();
const KNOWN_TENANTS_MAX = 10_000;

function batchTask(intake: IntakeDefinition, tenant: string): string {
  let ofIntake = knownTasks.get(intake);
  if (ofIntake === undefined || ofIntake.size >= KNOWN_TENANTS_MAX)
    knownTasks.set(intake, (ofIntake = new Map<string, string>()));
  let text = ofIntake.get(tenant);
  if (text === undefined) ofIntake.set(tenant, (text = taskJson(intake, { tenant }).slice(1, -1)));
  return text;
}

/** Returns the task of a batch as JSON. Its chunk has no payload, because the batch is found by its task. */
export function taskJson(intake: IntakeDefinition, place: TaskPlace): string {
  const { tenant, cost = 1, dueAt } = place;
  const chunk = dueAt === undefined ? {} : { dueAt };
  const { queue, taskType: type, name: group } = intake;
  return submissionJson([
    { queue, pool: DEFAULT_POOL, tenant, group, type, cost, isJob: false, attemptsMax: ATTEMPTS_MAX, chunks: [chunk] },
  ]).jsonText;
}

type TaskPlace = { readonly tenant: string; readonly cost?: number; readonly dueAt?: Date };
