/** Mirrors committed event outcomes to Redis on a best-effort basis; nothing is decided by the mirror. */
import type { IntakeDefinition } from "./define-intake.ts";
import type { EventVerdict } from "./handle-events.ts";
import { MIRROR_TTL_MS, MIRRORED_ANSWER_BYTES_MAX, MIRRORED_AT_ONCE_MAX } from "./intake-limits.ts";
import type { IntakeCounts } from "./open-intakes.ts";
import type { EventBatch } from "./process-batch.ts";
import type { PreparedEvent } from "./read-message.ts";

export type KeyValue = { readonly key: string; readonly value: string };

/** Store of the mirror: Redis. */
export type MirrorStore = {
  /** Sets all pairs; resolves to false if the store is unavailable. It never rejects. */
  trySetAll(
    pairs: readonly KeyValue[],
    options: { readonly ttlMs: number; readonly isNewOnly: boolean },
  ): Promise<boolean>;
};

export type EventMirror = {
  /** Shows that an event waits to be handled, unless something is already shown for it. */
  showStored(intake: IntakeDefinition, event: PreparedEvent): void;
  /** Shows the outcomes of a batch. */
  show(intake: IntakeDefinition, batch: EventBatch, verdicts: ReadonlyMap<number, EventVerdict>): void;
};

type MirrorParts = {
  readonly redis: MirrorStore;
  readonly countsOf: (intake: IntakeDefinition) => IntakeCounts;
};

export function createEventMirror({ redis, countsOf }: MirrorParts): EventMirror {
  /** Events that were stored together are shown with one command. */
  const stored = new Map<IntakeDefinition, KeyValue[]>();
  let running = 0;
  const send = async (intake: IntakeDefinition, pairs: readonly KeyValue[], isNewOnly: boolean): Promise<void> => {
    if (pairs.length === 0) return;
    running++;
    const isShown =
      running <= MIRRORED_AT_ONCE_MAX && (await redis.trySetAll(pairs, { ttlMs: MIRROR_TTL_MS, isNewOnly }));
    running--;
    if (!isShown) countsOf(intake).notMirrored += pairs.length;
  };
  const sendStored = async (intake: IntakeDefinition): Promise<void> => {
    const pairs = stored.get(intake) ?? [];
    stored.delete(intake);
    await send(intake, pairs, true);
  };
  return {
    showStored(intake, { tenant, eventId, hash: payloadHash }) {
      const waiting = stored.get(intake) ?? [];
      if (waiting.length === 0) queueMicrotask(() => void sendStored(intake));
      stored.set(intake, waiting);
      const value = JSON.stringify({ status: "PROCESSING", payloadHash, createdAt: new Date().toISOString() });
      waiting.push({ key: keyOf(intake, tenant, eventId), value });
    },
    show(intake, batch, verdicts) {
      const createdAt = new Date().toISOString();
      const pairs: KeyValue[] = [];
      for (const [place, verdict] of verdicts) {
        const entry = batch.entries.get(place);
        if (entry === undefined || verdict.kind === "later") continue;
        const [, , eventId, payloadHash] = entry;
        const status = verdict.kind === "done" ? "COMPLETED" : "FAILED";
        const value = JSON.stringify({ status, payloadHash, ...responseOf(verdict), createdAt });
        if (value.length <= MIRRORED_ANSWER_BYTES_MAX) pairs.push({ key: keyOf(intake, batch.tenant, eventId), value });
      }
      void send(intake, pairs, false);
    },
  };
}

function responseOf(verdict: Exclude<EventVerdict, { kind: "later" }>): { readonly responseBody?: unknown } {
  if (verdict.kind === "rejected") return { responseBody: { code: verdict.code, reason: verdict.reason } };
  return verdict.answer === undefined ? {} : { responseBody: verdict.answer };
}

function keyOf({ mirrorPrefix }: IntakeDefinition, tenant: string, eventId: string): string {
  return `${mirrorPrefix}${tenant}:${eventId}`;
}
