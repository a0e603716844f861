/** Shows the progress of long work on one line of a terminal, and nothing elsewhere. */

export type ProgressBar = {
  /** Shows the progress; without a total only the note. */
  show(progress: { readonly done: number; readonly total?: number | undefined; readonly note?: string }): void;
  /** Removes the line. */
  clear(): void;
};

const WIDTH = 24;
const REDRAW_MS = 50;
const CLEAR_LINE = "\r\u001b[2K";

export type Screen = { readonly isTTY?: boolean; readonly columns?: number; write(text: string): unknown };

export function createProgressBar(label: string, screen: Screen = process.stderr): ProgressBar {
  if (screen.isTTY !== true) return { show: () => undefined, clear: () => undefined };
  let drawnMs = Number.NEGATIVE_INFINITY;
  return {
    show({ done, total, note = "" }) {
      const isLast = total !== undefined && done >= total;
      if (!isLast && performance.now() - drawnMs < REDRAW_MS) return;
      drawnMs = performance.now();
      const line = [label, total === undefined ? "" : barOf(done, total), note].filter(Boolean).join("  ");
      screen.write(`${CLEAR_LINE}${line.slice(0, (screen.columns ?? DEFAULT_COLUMNS) - 1)}`);
    },
    clear: () => void screen.write(CLEAR_LINE),
  };
}

const DEFAULT_COLUMNS = 80;

/** Draws a bar: `[#########---------------]  37 %`. A total of zero is complete. */
export function barOf(done: number, total: number, width = WIDTH): string {
  const share = total <= 0 ? 1 : Math.min(1, Math.max(0, done / total));
  const filled = Math.floor(share * width);
  return `[${"#".repeat(filled)}${"-".repeat(width - filled)}] ${String(Math.floor(share * 100)).padStart(3)} %`;
}
