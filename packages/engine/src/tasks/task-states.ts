/** Declares the states of tasks and chunks and every transition between them. Pure. */

export type TaskState = keyof typeof TASK_TRANSITIONS;

/** From each state: to which others, and when. Final states lead nowhere. */
export const TASK_TRANSITIONS = {
  ACTIVE: {
    PAUSED: "somebody pauses it",
    COMPLETED: "its last chunk is completed and no child is left",
    FAILED: "nothing is left to run, and a chunk is FAILED or DEAD_LETTER or a child FAILED",
    CANCELLED: "somebody cancels it",
  },
  PAUSED: {
    ACTIVE: "somebody resumes it",
    COMPLETED: "its last chunk was running when it was paused, and is completed",
    FAILED: "its last chunk was running when it was paused, and nothing is left to run",
    CANCELLED: "somebody cancels it",
  },
  COMPLETED: {},
  FAILED: { ACTIVE: "somebody asks to try its failed chunks again, or those of a child" },
  CANCELLED: {},
} as const;

export function mayTaskBecome(from: TaskState, to: TaskState): boolean {
  return to in TASK_TRANSITIONS[from];
}

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
