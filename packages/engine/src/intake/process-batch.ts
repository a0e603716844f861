/** Processes a batch of events as a task: reads, checks and handles them, and commits their outcomes with the chunk. */
import assert from "node:assert/strict";
import { canonicalJson } from "@rota/proofs";
import type { Database, Queryable, Transaction } from "../database/database.ts";
import { json } from "../database/sql.ts";
import { isRotaError, RotaError } from "../errors.ts";
import { defineTask, type TaskDefinition } from "../tasks/define-task.ts";
import { ATTEMPTS_MAX } from "../tasks/new-task.ts";
import { PermanentError } from "../tasks/outcome.ts";
import { exponential } from "../tasks/retry-policy.ts";
import { checkInput } from "../tasks/schema.ts";
import type { RunContext } from "../tasks/task-options.ts";
import type { IntakeDefinition, IntakeEvent } from "./define-intake.ts";
import type { EventMirror } from "./event-mirror.ts";
import { type EventVerdict, handleEvents, handleTogether, isUnrelatedToEvents, judgeEvent } from "./handle-events.ts";
import { ANSWERS_BYTES_MAX, TRIES_BEFORE_CUT } from "./intake-limits.ts";
import { moveEventRows, selectBatch, settleEventRows } from "./intake.sql.ts";
import type { IntakeCounts } from "./open-intakes.ts";
import type { KnownOutcome } from "./outcome-watch.ts";
import { entryText, type RejectedRow, type StoredEntry } from "./read-message.ts";
import { taskJson } from "./store-events.ts";

export type ProcessingParts = {
  readonly database: Database;
  readonly counts: IntakeCounts;
  readonly mirror: EventMirror | undefined;
  /** Called when the outcomes of a batch are committed, to notify those who wait for them. */
  readonly onSettled: (batch: EventBatch, verdicts: Verdicts) => void;
};

/** Outcome of each event, by its place in the batch. */
type Verdicts = ReadonlyMap<number, EventVerdict>;

/** Retry policy of a batch as a whole, which fails only for reasons outside its events. */
const RETRY = exponential({ firstMs: 1_000, factor: 2, maxMs: 60_000, retries: ATTEMPTS_MAX - 1, jitter: 0.2 });

export function intakeTask(intake: IntakeDefinition, parts: ProcessingParts): TaskDefinition {
  const { taskType: name, queue, timeoutMs } = intake;
  return defineTask({
    name,
    queue,
    retry: RETRY,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    split: () => [null], // not a job, because each batch has its own cost
    run: (_payload, context) => processBatch(intake, parts, context),
  });
}

async function processBatch(intake: IntakeDefinition, parts: ProcessingParts, context: RunContext): Promise<void> {
  const batch = await readBatch(parts.database, context.taskId);
  if (context.attempt > TRIES_BEFORE_CUT && batch.entries.size > 1) return cutInTwo(intake, batch, context);
  const checked = await checkEvents(intake, batch);
  const handling = { intake, parts, batch, checked, context };
  await commit(handling, handleTogether).catch((error: unknown) => {
    if (context.signal.aborted || isUnrelatedToEvents(error)) throw error;
    return commit(handling, handleEvents); // the transaction was rolled back: find the events that fail
  });
}

async function commit(handling: Handling, handle: typeof handleEvents): Promise<void> {
  const { intake, parts, batch, context } = handling;
  let verdicts: Verdicts = new Map();
  const write = async (tx: Transaction): Promise<void> => {
    verdicts = await handleChecked(tx, handling, handle);
    await settle(tx, { intake, batch, verdicts });
  };
  await context.commit(write, () => {
    count(parts.counts, verdicts);
    parts.onSettled(batch, verdicts);
    parts.mirror?.show(intake, batch, verdicts);
  });
}

/** Cuts a batch that killed its process or never ended into two halves, so that the other events are handled. */
async function cutInTwo(intake: IntakeDefinition, batch: EventBatch, context: RunContext): Promise<void> {
  const places = [...batch.entries.keys()];
  const middle = Math.ceil(places.length / 2);
  await context.commit(async (tx) => {
    for (const half of [places.slice(0, middle), places.slice(middle)])
      await moveEvents(tx, { intake, batch, places: half, attempt: batch.attempt, delayMs: 0 });
    const verdicts: Verdicts = new Map(places.map((place) => [place, { kind: "later", delayMs: 0 }]));
    await tx.query(settleEventRows(settledBatch({ intake, batch, verdicts })));
  });
}

type Handling = {
  readonly intake: IntakeDefinition;
  readonly parts: ProcessingParts;
  readonly batch: EventBatch;
  readonly checked: ReadonlyMap<number, CheckedEvent>;
  readonly context: RunContext;
};

async function handleChecked(
  tx: Transaction,
  { intake, batch, checked, context }: Handling,
  handle: typeof handleEvents,
): Promise<Verdicts> {
  const { tenant, attempt } = batch;
  const { signal, logger } = context;
  const judge = { intake, attempt, at: new Date() };
  const verdicts = new Map<number, EventVerdict>();
  const places: number[] = [];
  const events = [...checked].flatMap(([place, one]) => {
    if ("refused" in one) verdicts.set(place, { kind: "rejected", ...one.refused });
    else places.push(place);
    return "refused" in one ? [] : [one.event];
  });
  const handled = await handle(tx, { intake, events, tenant, signal, logger });
  for (const [index, one] of handled.entries()) {
    const place = places[index];
    if (place !== undefined) verdicts.set(place, judgeEvent(one, judge));
  }
  return verdicts;
}

type Settled = { readonly intake: IntakeDefinition; readonly batch: EventBatch; readonly verdicts: Verdicts };

/** Stores the outcomes. Events to be retried move to new batches, one for each time at which they are due. */
async function settle(tx: Transaction, { intake, batch, verdicts }: Settled): Promise<void> {
  const byDelay = new Map<number, number[]>();
  for (const [place, verdict] of verdicts)
    if (verdict.kind === "later") byDelay.set(verdict.delayMs, [...(byDelay.get(verdict.delayMs) ?? []), place]);
  for (const [delayMs, places] of byDelay)
    await moveEvents(tx, { intake, batch, places, attempt: batch.attempt + 1, delayMs });
  await tx.query(settleEventRows(settledBatch({ intake, batch, verdicts })));
}

const OUTCOME_CODES = { done: "D", rejected: "R", later: "M" } as const;

function settledBatch({ intake, batch, verdicts }: Settled) {
  const { batchId, tenant, size } = batch;
  const outcomes = Array.from({ length: size }, (_, place) => {
    const verdict = verdicts.get(place);
    return verdict === undefined ? "-" : OUTCOME_CODES[verdict.kind];
  }).join("");
  const rejected = rejectedRows({ intake, batch, verdicts });
  return {
    batchId,
    tenant,
    outcomes,
    answers: answersText(intake, size, verdicts),
    rejectedIds: rejected.map(({ event_id: eventId = "" }) => eventId),
    rejected: rejected.length === 0 ? null : json(rejected),
  };
}

function answersText({ name }: IntakeDefinition, size: number, verdicts: Verdicts): string | null {
  const answers = Array.from({ length: size }, (_, place) => {
    const verdict = verdicts.get(place);
    return verdict?.kind === "done" ? verdict.answer : undefined;
  });
  if (answers.every((answer) => answer === undefined)) return null;
  const text = JSON.stringify(answers);
  const bytes = Buffer.byteLength(text);
  if (bytes <= ANSWERS_BYTES_MAX) return text;
  const message = `the answers of a batch of intake "${name}" have ${String(bytes)} bytes as json, at most ${String(ANSWERS_BYTES_MAX)} are kept: answer less, or lower batchEventsMax`;
  throw new RotaError("INTAKE_OUTCOME_INVALID", message, { bytes, bytesMax: ANSWERS_BYTES_MAX });
}

function count(counts: IntakeCounts, verdicts: Verdicts): void {
  for (const { kind } of verdicts.values()) {
    if (kind === "done") counts.done++;
    else if (kind === "rejected") counts.rejected++;
    else counts.putOff++;
  }
}

export type EventBatch = {
  readonly batchId: bigint;
  readonly tenant: string;
  readonly attempt: number;
  /** Number of places; some may be without an event. */
  readonly size: number;
  /** Events of the batch by their place from 0. */
  readonly entries: ReadonlyMap<number, StoredEntry>;
};

async function readBatch(on: Queryable, taskId: bigint): Promise<EventBatch> {
  const [row] = await on.query(selectBatch(taskId));
  if (row === undefined) throw new PermanentError("the events of this batch are gone", { code: "INTAKE_BATCH_GONE" });
  const all = parseEntries(row.events);
  const places = row.numbers?.map((number) => number - 1);
  const entries = new Map<number, StoredEntry>();
  for (const [place, entry] of all.entries())
    if (places === undefined || places.includes(place)) entries.set(place, entry);
  return { batchId: row.batch_id, tenant: row.tenant, attempt: row.attempt, size: all.length, entries };
}

/** Parses the events of a batch, which only this module stores. */
function parseEntries(text: string): readonly StoredEntry[] {
  const parsed: unknown = JSON.parse(text);
  assert(isEntries(parsed), "a batch is a list of entries");
  return parsed;
}

function isEntries(value: unknown): value is readonly StoredEntry[] {
  return Array.isArray(value) && value.every((entry) => Array.isArray(entry) && entry.length === ENTRY_LENGTH);
}

const ENTRY_LENGTH = 4;

type CheckedEvent =
  { readonly event: IntakeEvent } | { readonly refused: { readonly code: string; readonly reason: string } };

/** Checks the events of a batch by the schema. Returns the results by place. */
async function checkEvents(
  { schema, name }: IntakeDefinition,
  { entries, attempt }: EventBatch,
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
    if (!isRotaError(error)) throw error; // the schema itself failed, which is not the fault of the event
    return { refused: { code: error.code, reason: error.message } };
  }
}

export type EventMove = {
  readonly intake: IntakeDefinition;
  readonly batch: EventBatch;
  readonly places: readonly number[];
  /** Number of their attempt in the new batch. */
  readonly attempt: number;
  readonly delayMs: number;
};

/** Moves events of a batch to a batch of their own, with its own task, in the caller's transaction. */
async function moveEvents(on: Queryable, { intake, batch, places, attempt, delayMs }: EventMove): Promise<void> {
  const entries = places.flatMap((place) => entriesAt(batch, place));
  const dueAt = delayMs > 0 ? { dueAt: new Date(Date.now() + delayMs) } : {};
  const task = taskJson(intake, { tenant: batch.tenant, cost: entries.length, ...dueAt });
  const eventIds = entries.map(([, , eventId]) => eventId);
  const events = Buffer.from(`[${entries.map(entryText).join(",")}]`);
  await on.query(moveEventRows({ batchId: batch.batchId, task: { jsonText: task }, attempt, eventIds, events }));
}

function entriesAt({ entries }: EventBatch, place: number): StoredEntry[] {
  const entry = entries.get(place);
  return entry === undefined ? [] : [entry];
}

type Judged = {
  readonly intake: IntakeDefinition;
  readonly batch: EventBatch;
  readonly verdicts: ReadonlyMap<number, EventVerdict>;
};

function rejectedRows({ intake, batch, verdicts }: Judged): RejectedRow[] {
  const rows: RejectedRow[] = [];
  for (const [place, verdict] of verdicts) {
    const entry = batch.entries.get(place);
    if (verdict.kind !== "rejected" || entry === undefined) continue;
    const [payload, origin, eventId, hash] = entry;
    rows.push({
      intake: intake.name,
      kind: "REJECTED",
      tenant: batch.tenant,
      event_id: eventId,
      code: verdict.code,
      reason: verdict.reason,
      payload: canonicalJson(payload),
      payload_hash: hash,
      origin,
      attempts: batch.attempt,
      ...(verdict.error === undefined ? {} : { error: verdict.error }),
    });
  }
  return rows;
}

/** Returns the outcomes by event id. An outcome is undefined if a part of it, such as a record id, is only in the database. */
export function outcomesOf({ entries }: EventBatch, verdicts: Verdicts): Map<string, KnownOutcome | undefined> {
  const outcomes = new Map<string, KnownOutcome | undefined>();
  for (const [place, [, , eventId, payloadHash]] of entries) {
    const verdict = verdicts.get(place);
    const isDone = verdict?.kind === "done";
    outcomes.set(eventId, isDone ? { kind: "done", payloadHash, answer: asStored(verdict.answer) } : undefined);
  }
  return outcomes;
}

/** Converts an answer to JSON and back, as later senders read it. */
function asStored(answer: unknown): unknown {
  const text: string | undefined = JSON.stringify(answer);
  return text === undefined ? undefined : JSON.parse(text);
}
