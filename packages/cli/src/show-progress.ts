/** Shows how far long work is: on one line of a terminal, and nowhere else. */
import type { BackupProgress } from "@rota/engine";

export function showProgress(verb: string): (progress: BackupProgress) => void {
  if (!process.stderr.isTTY) return () => undefined;
  return ({ table, rows }) => {
    process.stderr.write(`\r\u001b[2K${verb}: ${table}, ${rows.toLocaleString("en")} rows`);
  };
}

/** `1,203 rows in 4 tables`, and ends the line of progress. */
export function countRows(rows: Readonly<Record<string, number>>): string {
  if (process.stderr.isTTY) process.stderr.write("\r\u001b[2K");
  const counts = Object.values(rows);
  const sum = counts.reduce((total, count) => total + count, 0);
  return `${sum.toLocaleString("en")} ${sum === 1 ? "row" : "rows"} in ${String(counts.length)} ${counts.length === 1 ? "table" : "tables"}`;
}
