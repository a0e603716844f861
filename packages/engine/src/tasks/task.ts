/** The states of a task and every way from one to another. Pure. */

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
