/** Runs cells one after another and reports whether each kept the guarantees of Rota. */
import { loadavg } from "node:os";
import { cellName, runCell, type Cell, type CellResult, type Closable, type NamedCell, type Play } from "./run-cell.ts";

export type CellOutcome = {
  readonly cell: NamedCell;
  readonly result: CellResult;
  /** Load average of the last minute at the end of the cell. */
  readonly load: number;
};

/** Result of a cell from an earlier part of the same run. */
export type KnownResult = Pick<CellOutcome, "result" | "load">;

const WRONG_SHOWN_MAX = 10;

export type MatrixRun<On> = Play<On> & {
  readonly cells: readonly Cell<On>[];
  readonly report: (line: string) => void;
  /** Known results by cell name. These cells are not run again. */
  readonly known?: ReadonlyMap<string, KnownResult>;
  /** Called with each outcome as soon as it is known. */
  readonly keep?: (name: string, known: KnownResult) => void;
};

export async function runMatrix<On extends Closable>(run: MatrixRun<On>): Promise<CellOutcome[]> {
  const { cells, report, known, keep } = run;
  const outcomes: CellOutcome[] = [];
  for (const [index, cell] of cells.entries()) {
    const earlier = known?.get(cellName(cell));
    const startedMs = performance.now();
    const result = earlier?.result ?? (await runCell(cell, run));
    const load = earlier?.load ?? loadavg()[0] ?? 0;
    if (earlier === undefined) keep?.(cellName(cell), { result, load });
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
    report(
      `[${String(index + 1)}/${String(cells.length)}] ${cellName(cell)}: ${describeResult(result)} (${earlier === undefined ? `${seconds} s` : "earlier"})`,
    );
    if (result.kind === "judged")
      for (const line of [...result.replayed.wrong, ...result.verdict.wrong].slice(0, WRONG_SHOWN_MAX))
        report(`  ${line}`);
    outcomes.push({ cell, result, load });
  }
  return outcomes;
}

/**
 * Fails the run for lost, duplicated, out-of-turn and unfinished work, but not for cells that this machine cannot run.
 */
export function exitCodeOf(outcomes: readonly CellOutcome[]): number {
  const isFailed = ({ result }: CellOutcome) =>
    result.kind === "broken" || (result.kind === "judged" && !result.isGood);
  return outcomes.some(isFailed) ? 1 : 0;
}

function describeResult(result: CellResult): string {
  if (result.kind !== "judged") return `${result.kind}: ${result.reason}`;
  const { pieces, lost, duplicated, late, caughtUpMs } = result.verdict;
  const counts = `${String(lost)} lost, ${String(duplicated)} duplicated, ${String(late)} late of ${String(pieces)}`;
  const { turns, wrong } = result.replayed;
  const replay =
    wrong.length === 0 ? `${String(turns)} turns replayed` : `the log of ${String(wrong.length)} queues is wrong`;
  return `${result.isGood ? "ok" : "FAILED"}, ${counts}, ${replay}, caught up after ${(caughtUpMs / 1_000).toFixed(1)} s`;
}
