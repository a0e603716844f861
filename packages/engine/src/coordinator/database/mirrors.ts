/** What a store beside the database may remember of locks and answers: what the database said, never what decides. */
import type { Lock } from "../coordinator.ts";

export type LockMirror = {
  /**
   * A lock of which the database said less than `MIRRORED_LOCK_MS` ago that it is held. Never one that guards a task,
   * which may end at any moment. Undefined: ask the database.
   */
  recent(key: string): Promise<Lock | undefined>;
  /** The database has just said that it is held. */
  keep(lock: Lock): Promise<void>;
  /** It has ended. */
  forget(lock: Pick<Lock, "key" | "startedAt">): Promise<void>;
};

/** An answer does not change any more until its time is over, so it needs no second look. */
export type KeptAnswer = { readonly inputHash: string; readonly answer: unknown; readonly finishedAt: Date };

export type OnceName = { readonly scope: string; readonly key: string };

export type OnceMirror = {
  /** Undefined: ask the database. */
  answer(name: OnceName): Promise<KeptAnswer | undefined>;
  keep(name: OnceName, kept: KeptAnswer & { readonly expiresAt: Date }): Promise<void>;
};

const nothing = async (): Promise<undefined> => undefined;

export const noLockMirror: LockMirror = { recent: nothing, keep: nothing, forget: nothing };
export const noOnceMirror: OnceMirror = { answer: nothing, keep: nothing };
