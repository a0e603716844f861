/** Takes the events of a batch, has them handled, and writes what became of each, in the transaction that completes its chunk. */
import type { Database, Transaction } from "../../database/database.ts";
import { json } from "../../database/sql.ts";
import { RotaError } from "../../errors.ts";
import type { RunContext } from "../../tasks/definition/task-options.ts";
import type { IntakeDefinition } from "../define-intake.ts";
import type { IntakeCounts } from "../intake-counts.ts";
import { settleEventRows } from "../intake.sql.ts";
import { ANSWERS_BYTES_MAX, TRIES_BEFORE_CUT } from "../limits.ts";
import type { EventMirror } from "../mirror/event-mirror.ts";
import { handleEvents, handleTogether, isNobodysFault } from "./handle-events.ts";
import { judgeEvent, type Verdict } from "./judge-events.ts";
import { moveEvents } from "./move-events.ts";
import { checkEvents, readBatch, type Batch, type CheckedEvent } from "./read-batch.ts";
import { rejectedRows } from "./rejected-rows.ts";

export type ProcessingParts = {
  readonly database: Database;
  readonly counts: IntakeCounts;
  readonly mirror: EventMirror | undefined;
  /** The outcomes of a batch were committed: whoever waits for one may be told. */
  readonly onSettled: (batch: Batch, verdicts: Verdicts) => void;
};

/** What became of each event, by place. */
export type Verdicts = ReadonlyMap<number, Verdict>;

export async function processBatch(
  intake: IntakeDefinition,
  parts: ProcessingParts,
  context: RunContext,
): Promise<void> {
  const batch = await readBatch(parts.database, context.taskId);
  if (context.attempt > TRIES_BEFORE_CUT && batch.entries.size > 1) return cutInTwo(intake, batch, context);
  const checked = await checkEvents(intake, batch);
  const handling = { intake, batch, checked, context };
  const verdicts = await commitTogether(handling).catch((error: unknown) => {
    if (context.signal.aborted || isNobodysFault(error)) throw error;
    return commit(handling, handleEvents); // nothing of it was kept: now one finds out which of them it was
  });
  count(parts.counts, verdicts);
  parts.onSettled(batch, verdicts);
  parts.mirror?.show(intake, batch, verdicts);
}

const commitTogether = (handling: Handling): Promise<Verdicts> => commit(handling, handleTogether);

async function commit(handling: Handling, handle: typeof handleEvents): Promise<Verdicts> {
  const { intake, batch, context } = handling;
  let verdicts: Verdicts = new Map();
  await context.commit(async (tx) => {
    verdicts = await handleChecked(tx, handling, handle);
    await settle(tx, { intake, batch, verdicts });
  });
  return verdicts;
}

/** It took its process with it, or never came to an end: the halves are tried apart, so that the innocent get through. */
async function cutInTwo(intake: IntakeDefinition, batch: Batch, context: RunContext): Promise<void> {
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
  readonly batch: Batch;
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
  const verdicts = new Map<number, Verdict>();
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

type Settled = { readonly intake: IntakeDefinition; readonly batch: Batch; readonly verdicts: Verdicts };

/** Events that are tried again move to a batch of their own for each time at which they fall due. */
async function settle(tx: Transaction, { intake, batch, verdicts }: Settled): Promise<void> {
  const byDelay = new Map<number, number[]>();
  for (const [place, verdict] of verdicts)
    if (verdict.kind === "later") byDelay.set(verdict.delayMs, [...(byDelay.get(verdict.delayMs) ?? []), place]);
  for (const [delayMs, places] of byDelay)
    await moveEvents(tx, { intake, batch, places, attempt: batch.attempt + 1, delayMs });
  await tx.query(settleEventRows(settledBatch({ intake, batch, verdicts })));
}

const LETTERS = { done: "D", rejected: "R", later: "M" } as const;

function settledBatch({ intake, batch, verdicts }: Settled) {
  const { batchId, tenant, size } = batch;
  const outcomes = Array.from({ length: size }, (_, place) => {
    const verdict = verdicts.get(place);
    return verdict === undefined ? "-" : LETTERS[verdict.kind];
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
