/** What the operations of phases answer. */
import { RotaError, type StartAnswer } from "@rota/engine";
import { Type, type Static } from "typebox";
import type { PhaseStatus } from "../../phases/status/phase-status.ts";
import { Nullable, Time, Whole, Word } from "../fields.ts";

export const StatusView = Type.Object({
  status: Word(["not_started", "in_progress", "completed", "failed"]),
  totalChunks: Whole,
  processedChunks: Whole,
  failedChunks: Whole,
  progressPercentage: Type.Number({ minimum: 0, maximum: 100 }),
  createdBy: Nullable(Type.String()),
  isLocked: Type.Boolean(),
  lockHeldBy: Nullable(Type.String()),
  lockStartTime: Nullable(Time),
  errorMessage: Nullable(Type.String(), { description: "Why it failed, or what it waits for." }),
});

export function statusView(status: PhaseStatus): Static<typeof StatusView> {
  return {
    ...status,
    createdBy: status.createdBy ?? null,
    lockHeldBy: status.lockHeldBy ?? null,
    lockStartTime: status.lockStartTime?.toISOString() ?? null,
    errorMessage: status.errorMessage ?? null,
  };
}

export const StartedView = Type.Object({ chunks: Whole, taskId: Type.String() });

/** Who started it and when, in the words of the source documents. */
export function runningSentence(what: string, { heldBy, since }: StartAnswer & { kind: "already running" }): string {
  return `${what} is already in progress. Started by ${heldBy?.holder ?? "somebody"} at ${since.toISOString()}`;
}

/** The answer of `/v1`: refused with PHASE_RUNNING while somebody else has started it. */
export function startedView(what: string, { answer, chunks }: { answer: StartAnswer; chunks: number }) {
  if (answer.kind === "already running") {
    const { heldBy, since, progress } = answer;
    throw new RotaError("PHASE_RUNNING", runningSentence(what, answer), {
      startedBy: heldBy?.holder ?? null,
      startedAt: since.toISOString(),
      ...(progress === undefined ? {} : { chunksEnded: progress.ended, chunksTotal: progress.total }),
    });
  }
  return { status: 202, body: { chunks, taskId: String(answer.task.taskId) } } as const;
}
