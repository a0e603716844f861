/** Counts what a fault did to work: lost, duplicated, late, and how soon it went on. Pure. */
import type { Piece } from "./subject.ts";

/** A piece that took longer than this from being accepted is late. */
export const LATE_MS = 10_000;

export type Verdict = {
  readonly pieces: number;
  /** Accepted, and never done. */
  readonly lost: number;
  /** Done more often than once. */
  readonly duplicated: number;
  readonly late: number;
  /** Names of what was lost or duplicated, with reasons where these are known. */
  readonly wrong: readonly string[];
  /** From the end of the fault until the next piece was done; undefined: none was. */
  readonly goesOnMs: number | undefined;
  /** From the end of the fault until all was done that had been accepted by then. */
  readonly caughtUpMs: number;
};

/** `endedMs`: when the fault was over. */
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
    goesOnMs: after.length === 0 ? undefined : Math.min(...after),
    caughtUpMs: Math.max(0, ...before.map((piece) => firstDone(piece) - endedMs)),
  };
}

function describePiece({ name, doneMs, reason }: Piece): string {
  const times = doneMs.length === 0 ? "lost" : `done ${String(doneMs.length)} times`;
  return `${name} ${times}${reason === undefined ? "" : `: ${reason}`}`;
}

/** Late is told, not failed: how late is too late is for whoever reads the page. */
export function isGood({ pieces, lost, duplicated }: Verdict): boolean {
  return pieces > 0 && lost === 0 && duplicated === 0;
}
