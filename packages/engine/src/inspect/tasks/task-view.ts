/** A task as people look at it. */
import type { TaskCounts } from "../../progress/task-counts.ts";
import type { TaskState } from "../../tasks/task.ts";

/** What an open task waits for; undefined when something of it runs, or when it is over. */
export type WaitingFor = "turn" | "dueTime" | "broker" | "children" | "resume";

export type TaskView = TaskCounts & {
  readonly version: number;
  /** 0 critical, 1 high, 2 normal, 3 low. */
  readonly priority: number;
  /** The task that waits for this one. */
  readonly parentId: bigint | undefined;
  /** Which stage it is at: its chunks, the chunk that follows them, or its children; "over" when it is over. */
  readonly phase: TaskPhaseName | "over";
  readonly waitingFor: WaitingFor | undefined;
};

export type TaskPhaseName = "chunks" | "finish" | "children";

export type TaskPhase = {
  readonly name: TaskPhaseName;
  readonly state: "waiting" | "open" | "completed" | "failed" | "cancelled";
  /** Of chunks, or of children as far as they were counted. */
  readonly total: number;
  readonly ended: number;
};

/** A child of a task. */
export type TaskChild = {
  readonly taskId: bigint;
  readonly taskKey: string | undefined;
  readonly type: string;
  readonly state: TaskState;
  readonly submittedAt: Date;
  readonly finishedAt: Date | undefined;
};

/** What somebody did to a task, as the audit log has it. */
export type TaskAct = { readonly at: Date; readonly actor: string | undefined; readonly action: string };

export type TaskDetails = TaskView & {
  readonly cost: number;
  readonly weight: number;
  readonly maxInFlight: number | undefined;
  readonly attemptsMax: number;
  /** As it is stored: what a codec encoded stays so. */
  readonly input: unknown;
  /** In the order in which they come. */
  readonly phases: readonly TaskPhase[];
  /** The newest first, at most LISTED_CHILDREN_MAX. */
  readonly children: readonly TaskChild[];
  /** Undefined when nobody was named. */
  readonly submittedBy: string | undefined;
  /** The newest first, at most LISTED_ACTS_MAX. */
  readonly acts: readonly TaskAct[];
};
