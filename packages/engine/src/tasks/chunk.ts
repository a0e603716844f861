/** The states of a chunk and every way from one to another. Pure. */

export type ChunkState = keyof typeof CHUNK_TRANSITIONS;

/** From each state: to which others, and when. Final states lead nowhere. */
export const CHUNK_TRANSITIONS = {
  SCHEDULED: { PENDING: "it falls due", CANCELLED: "its task is cancelled" },
  PENDING: {
    PROCESSING: "a worker takes its turn",
    QUEUED: "its turn is handed to the broker",
    CANCELLED: "its task is cancelled",
  },
  QUEUED: {
    PROCESSING: "a worker takes it",
    PENDING: "its message was lost",
    CANCELLED: "its task is cancelled",
  },
  PROCESSING: {
    COMPLETED: "its handler succeeded",
    FAILED: "its handler failed for good",
    DEAD_LETTER: "its last attempt failed",
    SCHEDULED: "it is tried again later",
    PENDING: "its lease was lost or its worker stopped",
    CANCELLED: "its task is cancelled",
  },
  COMPLETED: {},
  FAILED: { PENDING: "somebody asks to try it again" },
  DEAD_LETTER: { PENDING: "somebody asks to try it again" },
  CANCELLED: {},
} as const;

export function mayChunkBecome(from: ChunkState, to: ChunkState): boolean {
  return to in CHUNK_TRANSITIONS[from];
}
