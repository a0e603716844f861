/** Declares the states of tasks and chunks and every transition between them. Pure. */

export type TaskState = keyof typeof TASK_TRANSITIONS;

/** The transitions of each state: to which states, and when. Final states have none. */
export const TASK_TRANSITIONS = {
  ACTIVE: {
    PAUSED: "a user pauses it",
    COMPLETED: "its last chunk is completed and no child is left",
    FAILED: "nothing is left to run, and a chunk is FAILED or DEAD_LETTER or a child FAILED",
    CANCELLED: "a user cancels it",
  },
  PAUSED: {
    ACTIVE: "a user resumes it",
    COMPLETED: "its last chunk was running when it was paused, and is completed",
    FAILED: "its last chunk was running when it was paused, and nothing is left to run",
    CANCELLED: "a user cancels it",
  },
  COMPLETED: {},
  FAILED: { ACTIVE: "its failed chunks, or those of a child, are redriven" },
  CANCELLED: {},
} as const;

export function mayTaskBecome(from: TaskState, to: TaskState): boolean {
  return to in TASK_TRANSITIONS[from];
}

export type ChunkState = keyof typeof CHUNK_TRANSITIONS;

/** The transitions of each state: to which states, and when. Final states have none. */
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
  FAILED: { PENDING: "it is redriven" },
  DEAD_LETTER: { PENDING: "it is redriven" },
  CANCELLED: {},
} as const;

export function mayChunkBecome(from: ChunkState, to: ChunkState): boolean {
  return to in CHUNK_TRANSITIONS[from];
}
