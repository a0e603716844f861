/** Counts the effects of a fault on work: lost, duplicated, late, and how soon it resumed. Pure. */
import type { Piece } from "./subject.ts";

/** A piece is late if it took longer than this after it was accepted. */
export const LATE_MS = 10_000;

export type Verdict = {
  readonly pieces: number;
  /** Pieces that were accepted and never done. */
  readonly lost: number;
  /** Pieces that were done more than once. */
  readonly duplicated: number;
  readonly late: number;
  /** Names of the lost and duplicated pieces, with reasons where known. */
  readonly wrong: readonly string[];
  /** Time from the end of the fault until the next piece was done; undefined if none was. */
  readonly resumedAfterMs: number | undefined;
  /** Time from the end of the fault until all pieces that had been accepted by then were done. */
  readonly caughtUpMs: number;
};

/** `endedMs` is the end of the fault. */
export function judge(pieces: readonly Piece[], endedMs: number): Verdict {
  const firstDone = ({ doneMs }: Piece) => Math.min(...doneMs);
  const done = pieces.filter(({ doneMs }) => doneMs.length > 0);
  const after = done.map((piece) => firstDone(piece) - endedMs).filter((ms) => ms >= 0);
  const before = done.filter(({ acceptedMs }) => acceptedMs <= endedMs);
  return {
    pieces: pieces.length,
    lost: pieces.length - done.length,
    duplicated: done.filter(({ doneMs }) => doneMs.length > 1).length,
    wrong: pieces.filter(({ doneMs }) => doneMs.length !== 1).map(describePiece),
    late: done.filter((piece) => firstDone(piece) - piece.acceptedMs > LATE_MS).length,
    resumedAfterMs: after.length === 0 ? undefined : Math.min(...after),
    caughtUpMs: Math.max(0, ...before.map((piece) => firstDone(piece) - endedMs)),
  };
}

function describePiece({ name, doneMs, reason }: Piece): string {
  const times = doneMs.length === 0 ? "lost" : `done ${String(doneMs.length)} times`;
  return `${name} ${times}${reason === undefined ? "" : `: ${reason}`}`;
}

/** Late pieces are reported but do not fail the run: readers of the page decide how late is too late. */
export function isGood({ pieces, lost, duplicated }: Verdict): boolean {
  return pieces > 0 && lost === 0 && duplicated === 0;
}
