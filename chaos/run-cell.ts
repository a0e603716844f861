/** Puts one subject through one fault and tells what became of its work. */
import { systemClock } from "@rota/engine/internal";
import type { Fault } from "./fault.ts";
import { isGood, judge, type Verdict } from "./judge.ts";
import { createRandom, type Random } from "./random.ts";
import type { ReplayedTurns } from "./replay-turns.ts";
import type { Stage, StageWish } from "./stage/stage.ts";
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
  /** It cannot be done on this machine. */
  | { readonly kind: "left out"; readonly reason: string }
  /** It did not come to an end. */
  | { readonly kind: "broken"; readonly reason: string };

/** What every stage can. */
export type Closable = Pick<Stage, "checkAlive" | "replayTurns" | "close">;

export type Play<On> = {
  readonly seed: string;
  readonly openStage: (wish: StageWish) => Promise<On>;
  readonly pauses?: Pauses;
  /** After so long a cell is broken. Default 10 minutes. */
  readonly cellMsMax?: number;
};

type Pauses = {
  /** The fault strikes somewhere in here, after work is under way. */
  readonly beforeMs: { readonly min: number; readonly max: number };
  /** Work comes in for so long after the fault is over. */
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

/** What has not ended by then is left to itself; its stage is closed under it. */
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

/** What is said of a cell, whatever it plays on. */
export type NamedCell = {
  readonly fault: Pick<Fault, "name" | "sentence" | "needs">;
  readonly subject: Pick<Subject, "name" | "sentence">;
};

/** As `--only` takes it. */
export function cellName({ fault, subject }: NamedCell): string {
  return `${fault.name}:${subject.name}`;
}
