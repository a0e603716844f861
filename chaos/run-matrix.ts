/** Runs cells one after another and says whether each kept what Rota promises. */
import { cellName, runCell, type Cell, type CellResult, type Closable, type NamedCell, type Play } from "./run-cell.ts";

export type CellOutcome = { readonly cell: NamedCell; readonly result: CellResult };

const WRONG_SHOWN_MAX = 10;

export type MatrixRun<On> = Play<On> & {
  readonly cells: readonly Cell<On>[];
  readonly report: (line: string) => void;
};

export async function runMatrix<On extends Closable>(run: MatrixRun<On>): Promise<CellOutcome[]> {
  const { cells, report } = run;
  const outcomes: CellOutcome[] = [];
  for (const [index, cell] of cells.entries()) {
    const startedMs = performance.now();
    const result = await runCell(cell, run);
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
    report(
      `[${String(index + 1)}/${String(cells.length)}] ${cellName(cell)}: ${describeResult(result)} (${seconds} s)`,
    );
    if (result.kind === "judged")
      for (const line of result.verdict.wrong.slice(0, WRONG_SHOWN_MAX)) report(`  ${line}`);
    outcomes.push({ cell, result });
  }
  return outcomes;
}

/** What was lost, duplicated or did not end fails the run; what this machine cannot do does not. */
export function exitCodeOf(outcomes: readonly CellOutcome[]): number {
  const isFailed = ({ result }: CellOutcome) =>
    result.kind === "broken" || (result.kind === "judged" && !result.isGood);
  return outcomes.some(isFailed) ? 1 : 0;
}

function describeResult(result: CellResult): string {
  if (result.kind !== "judged") return `${result.kind}: ${result.reason}`;
  const { pieces, lost, duplicated, late, caughtUpMs } = result.verdict;
  const counts = `${String(lost)} lost, ${String(duplicated)} duplicated, ${String(late)} late of ${String(pieces)}`;
  return `${result.isGood ? "ok" : "FAILED"}, ${counts}, caught up after ${(caughtUpMs / 1_000).toFixed(1)} s`;
}
