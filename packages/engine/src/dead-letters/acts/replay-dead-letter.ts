/** Gives one dead letter another chance, as it was or edited, in one transaction with the audit log. */
import type { WithCodec } from "../../codec/payload-codec.ts";
import type { Transaction } from "../../database/database.ts";
import type { IntakeDefinition } from "../../intake/define-intake.ts";
import type { OutsideEvent } from "../../intake/event.ts";
import type { TaskDefinition } from "../../tasks/definition/define-task.ts";
import { checkActor, checkReason, refusal } from "../check-fields.ts";
import { readLetterId } from "../dead-letter.ts";
import { retryParkedLetter } from "./decide-parked.ts";
import { replayChunk } from "./replay-chunk.ts";
import { replayEvent } from "./replay-event.ts";

export type DeadLetterReplay = WithCodec & {
  /** Who does it. */
  readonly actor: string;
  readonly reason?: string;
  /** Another payload. It is checked as at submission; the hashes of both are kept in the audit log. */
  readonly payload?: unknown;
  /** Of an event that does not say it. */
  readonly tenant?: string;
  /** Of an event that does not say it, or that has another payload now: then it refers to the one that was rejected. */
  readonly eventId?: string;
  /** Also one that was discarded. Default false. */
  readonly force?: boolean;
  /** What another payload of a chunk is checked by. */
  readonly tasks?: readonly TaskDefinition[];
  /** What events go through. */
  readonly intakes?: readonly IntakeDefinition[];
};

export type DeadLetterReplayed = {
  readonly id: string;
  /** `duplicate`: an event that was accepted meanwhile; nothing more is done. */
  readonly outcome: "waiting" | "duplicate";
};

/**
 * A chunk waits again with all its attempts before it, and its task is active again. An event is stored as if it had come
 * just now. Rejects with DEAD_LETTER_NOT_FOUND, DEAD_LETTER_CLOSED when somebody decided before, or with what is wrong with
 * the payload; nothing is changed then.
 *
 * @example await replayDeadLetter(database, "chunk-17-3", { actor: "ann", payload: { pages: 3 }, tasks: [countPages] });
 */
export async function replayDeadLetter(
  on: Transaction,
  id: string,
  replay: DeadLetterReplay,
): Promise<DeadLetterReplayed> {
  const name = readLetterId(id);
  const { actor, reason, payload, tenant, eventId, force: isForced = false, tasks = [], intakes = [], codec } = replay;
  checkActor(actor);
  if (reason !== undefined) checkReason(reason);
  if (name.kind === "event") {
    const edited: Partial<OutsideEvent> = {
      ...(payload === undefined ? {} : { payload }),
      ...(tenant === undefined ? {} : { tenant }),
      ...(eventId === undefined ? {} : { eventId }),
    };
    const { outcome } = await replayEvent(on, name, { actor, reason, isForced, intakes, edited });
    return { id, outcome: outcome === "duplicate" ? "duplicate" : "waiting" };
  }
  if (tenant !== undefined || eventId !== undefined)
    throw refusal(`${id} is no rejected event: tenant and eventId are of those`, { field: "tenant" });
  if (name.kind === "parked") {
    if (payload !== undefined) throw refusal(`${id} tells what happened: it cannot be edited`, { field: "payload" });
    await retryParkedLetter(on, name, { actor, reason });
    return { id, outcome: "waiting" };
  }
  const edit = payload === undefined ? undefined : { payload, tasks, codec };
  await replayChunk(on, name, { actor, reason, isForced, edit });
  return { id, outcome: "waiting" };
}
