/** Mirrors committed event outcomes to Redis on a best-effort basis; nothing is decided by the mirror. */
import type { IntakeDefinition } from "./define-intake.ts";
import type { EventVerdict } from "./handle-events.ts";
import { MIRRORED_ANSWER_BYTES_MAX, MIRRORED_AT_ONCE_MAX } from "./intake-limits.ts";
import type { IntakeCounts } from "./open-intakes.ts";
import type { EventBatch } from "./process-batch.ts";
import type { PreparedEvent } from "./read-message.ts";

export type KeyValue = { readonly key: string; readonly value: string };

/** Store of the mirror: Redis. */
export type MirrorStore = {
  /** Mirrors all pairs, and deletes the oldest beyond the limit; resolves to false if it is unavailable. It never rejects. */
  tryMirror(pairs: readonly KeyValue[], options: MirrorLimits & { readonly isNewOnly: boolean }): Promise<boolean>;
};

/** Limits of the mirror. */
export type MirrorLimits = {
  /** Time for which an outcome is shown. */
  readonly ttlMs: number;
  /** Number of bytes in Redis that all outcomes together may need. */
  readonly bytesMax: number;
};

export type EventMirror = {
  /** Shows that an event waits to be handled, unless something is already shown for it. */
  showStored(intake: IntakeDefinition, event: PreparedEvent): void;
  /** Shows the outcomes of a batch. */
  show(intake: IntakeDefinition, batch: EventBatch, verdicts: ReadonlyMap<number, EventVerdict>): void;
};

type MirrorParts = {
  readonly redis: MirrorStore;
  readonly limits: MirrorLimits;
  readonly countsOf: (intake: IntakeDefinition) => IntakeCounts;
};

export function createEventMirror({ redis, limits, countsOf }: MirrorParts): EventMirror {
  /** Events that were stored together are shown with one command. */
  const stored = new Map<IntakeDefinition, KeyValue[]>();
  let running = 0;
  const send = async (intake: IntakeDefinition, pairs: readonly KeyValue[], isNewOnly: boolean): Promise<void> => {
    if (pairs.length === 0) return;
    running++;
    const isShown = running <= MIRRORED_AT_ONCE_MAX && (await redis.tryMirror(pairs, { ...limits, isNewOnly }));
    running--;
    if (!isShown) countsOf(intake).notMirrored += pairs.length;
  };
  const sendStored = async (intake: IntakeDefinition): Promise<void> => {
    const pairs = stored.get(intake) ?? [];
    stored.delete(intake);
    await send(intake, pairs, true);
  };
  return {
    showStored(intake, { tenant, eventId, hash }) {
      const waiting = stored.get(intake) ?? [];
      if (waiting.length === 0) queueMicrotask(() => void sendStored(intake));
      stored.set(intake, waiting);
      const value = JSON.stringify({
        status: "PROCESSING",
        payloadHash: shownHash(hash),
        createdAt: new Date().toISOString(),
      });
      waiting.push({ key: keyOf(intake, tenant, eventId), value });
    },
    show(intake, batch, verdicts) {
      const createdAt = new Date().toISOString();
      const pairs: KeyValue[] = [];
      for (const [place, verdict] of verdicts) {
        const entry = batch.entries.get(place);
        if (entry === undefined || verdict.kind === "later") continue;
        const [, , eventId, hash] = entry;
        const status = verdict.kind === "done" ? "COMPLETED" : "FAILED";
        const value = JSON.stringify({
          status,
          payloadHash: shownHash(hash),
          ...responseOf(verdict),
          createdAt,
        });
        if (value.length <= MIRRORED_ANSWER_BYTES_MAX) pairs.push({ key: keyOf(intake, batch.tenant, eventId), value });
      }
      void send(intake, pairs, false);
    },
  };
}

function shownHash(hash: string): string {
  return `sha256:${hash}`;
}

/** Returns the answer as JSON text. */
function responseOf(verdict: Exclude<EventVerdict, { kind: "later" }>): { readonly responseBody?: string } {
  if (verdict.kind === "rejected")
    return { responseBody: JSON.stringify({ code: verdict.code, reason: verdict.reason }) };
  return verdict.answer === undefined ? {} : { responseBody: JSON.stringify(verdict.answer) };
}

function keyOf({ mirrorPrefix }: IntakeDefinition, tenant: string, eventId: string): string {
  return `${mirrorPrefix}${tenant}:${eventId}`;
}
