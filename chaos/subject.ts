/** What is put through a fault: work of one kind, that can be counted piece by piece. */
import type { Stage } from "./stage/stage.ts";

/** Something that was accepted and has to happen once. */
export type Piece = {
  readonly name: string;
  /** When whoever asked for it had its answer. */
  readonly acceptedMs: number;
  /** When it happened: never, once, or more often than it should. */
  readonly doneMs: readonly number[];
  /** Why it did not happen, where that is known. */
  readonly reason?: string;
};

export type Work = {
  /** Begins nothing more, and resolves when all that was accepted is over. */
  finish(): Promise<void>;
  /** Looked at after all is over. */
  pieces(): Promise<readonly Piece[]>;
};

/** `On` is what it plays on: a stage, unless a test has something smaller. */
export type Subject<On = Stage> = {
  readonly name: string;
  /** For the page: what its pieces are. */
  readonly sentence: string;
  /** A module, by its compiled path in this repository, whose tasks server and workers load besides those of the workloads. */
  readonly tasksModule?: string;
  /** Resolves when work is under way. */
  begin(stage: On): Promise<Work>;
};
