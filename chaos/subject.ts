/** The subject of a fault: work of one kind that can be counted piece by piece. */
import type { Stage } from "./stage/stage.ts";

/** A unit of work that was accepted and must happen exactly once. */
export type Piece = {
  readonly name: string;
  /** Time at which the caller received the answer. */
  readonly acceptedMs: number;
  /** Times at which it happened: none, one, or more than allowed. */
  readonly doneMs: readonly number[];
  /** Reason why it did not happen, where known. */
  readonly reason?: string;
};

export type Work = {
  /** Submits nothing more, and resolves when all accepted work is over. */
  finish(): Promise<void>;
  /** Returns the pieces. Call it when all work is over. */
  pieces(): Promise<readonly Piece[]>;
};

/** `On` is where the subject runs: a stage, unless a test uses something smaller. */
export type Subject<On = Stage> = {
  readonly name: string;
  /** Description of the pieces for the page. */
  readonly sentence: string;
  /** Compiled path of a module in this repository. Server and workers load its tasks besides those of the workloads. */
  readonly tasksModule?: string;
  /** Resolves when work is under way. */
  begin(stage: On): Promise<Work>;
};
