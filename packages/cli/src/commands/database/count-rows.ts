/** Says how many rows went into a backup or came out of it. */
import type { BackupProgress } from "@rota/engine";
import { count, nouns } from "../../output/one-line.ts";
import { createProgressBar } from "../../output/progress-bar.ts";

/** `1,203 rows in 4 tables`. */
export function countRows(rows: Readonly<Record<string, number>>): string {
  const counts = Object.values(rows);
  const sum = counts.reduce((total, each) => total + each, 0);
  return `${nouns(sum, "row", "rows")} in ${nouns(counts.length, "table", "tables")}`;
}

/** How many rows there will be is not known before. */
export async function withRowProgress<Result>(
  label: string,
  copy: (onProgress: (progress: BackupProgress) => void) => Promise<Result>,
): Promise<Result> {
  const bar = createProgressBar(label);
  try {
    return await copy(({ table, rows }) => bar.show({ done: rows, note: `${table}, ${count(rows)} rows` }));
  } finally {
    bar.clear();
  }
}
