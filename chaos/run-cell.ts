/** Puts one subject through one fault and judges the outcome of its work. */
import { systemClock } from "@rota/engine/internal";
import type { Fault } from "./fault.ts";
import { isGood, judge, type Verdict } from "./judge.ts";
import { createRandom, type Random } from "./random.ts";
import type { ReplayedTurns } from "./replay-turns.ts";
import type { Stage, StageOptions } from "./stage/stage.ts";
import type { Subject } from "./subject.ts";

export type Cell<On = Stage> = { readonly fault: Fault<On>; readonly subject: Subject<On> };

export type CellResult =
  | {
      readonly kind: "judged";
      readonly verdict: Verdict;
      readonly replayed: ReplayedTurns;
      readonly faultMs: number;
      readonly isGood: boolean;
    }
  /** This machine cannot run the cell. */
  | { readonly kind: "left out"; readonly reason: string }
  /** The cell did not finish. */
  | { readonly kind: "broken"; readonly reason: string };

/** The operations of every stage. */
export type Closable = Pick<Stage, "checkAlive" | "replayTurns" | "close">;

export type Play<On> = {
  readonly seed: string;
  readonly openStage: (options: StageOptions) => Promise<On>;
  readonly pauses?: Pauses;
  /** Time after which a cell counts as broken. Default 10 minutes. */
  readonly cellMsMax?: number;
};

type Pauses = {
  /** Range of the delay before the fault strikes, after work has started. */
  readonly beforeMs: { readonly min: number; readonly max: number };
  /** Time for which work continues to arrive after the fault. */
  readonly afterMs: number;
};

const PAUSES: Pauses = { beforeMs: { min: 500, max: 2_000 }, afterMs: 1_500 };
const CELL_MS_MAX = 600_000;

export async function runCell<On extends Closable>(cell: Cell<On>, play: Play<On>): Promise<CellResult> {
  const { fault, subject } = cell;
  const obstacle = fault.obstacle?.();
  if (obstacle !== undefined) return { kind: "left out", reason: obstacle };
  const random = createRandom(play.seed, cellName(cell));
  try {
    const stage = await play.openStage({ needs: fault.needs, random, tasksModule: subject.tasksModule });
    try {
      const { pauses = PAUSES, cellMsMax = CELL_MS_MAX } = play;
      return await within(cellMsMax, strikeWhileWorking(cell, stage, { random, pauses }));
    } finally {
      await stage.close();
    }
  } catch (error) {
    return { kind: "broken", reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Rejects after the time limit. The work is abandoned; closing its stage ends it. */
async function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  const over = new AbortController();
  const late = systemClock.wait(ms, over.signal).then(() => {
    if (!over.signal.aborted) throw new Error(`it has not ended within ${String(ms / 1_000)} s`);
    return work;
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    over.abort();
  }
}

async function strikeWhileWorking<On extends Closable>(
  { fault, subject }: Cell<On>,
  stage: On,
  { random, pauses: { beforeMs, afterMs } }: { random: Random; pauses: Pauses },
): Promise<CellResult> {
  const work = await subject.begin(stage);
  await systemClock.wait(random.between(beforeMs.min, beforeMs.max));
  const beganMs = Date.now();
  const { repair } = await fault.strike(stage);
  const endedMs = Date.now();
  await repair?.();
  await systemClock.wait(afterMs);
  await work.finish();
  stage.checkAlive();
  const verdict = judge(await work.pieces(), endedMs);
  const replayed = await stage.replayTurns();
  const isAllGood = isGood(verdict) && replayed.wrong.length === 0;
  return { kind: "judged", verdict, replayed, faultMs: endedMs - beganMs, isGood: isAllGood };
}

/** Names of a cell, whatever its stage is. */
export type NamedCell = {
  readonly fault: Pick<Fault, "name" | "sentence" | "needs">;
  readonly subject: Pick<Subject, "name" | "sentence">;
};

/** Returns the name of a cell as `--only` accepts it. */
export function cellName({ fault, subject }: NamedCell): string {
  return `${fault.name}:${subject.name}`;
}
