/** Keeps the results of cells in a file, so that an interrupted run can resume. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { KnownResult } from "./run-matrix.ts";

export type Journal = {
  readonly known: ReadonlyMap<string, KnownResult>;
  keep(name: string, known: KnownResult): void;
};

type Line = KnownResult & { readonly name: string };

/** Opens the file of a seed. Its content is discarded unless the run `isContinued`; broken cells are run again. */
export function openJournal({
  folder,
  seed,
  isContinued,
}: {
  folder: string;
  seed: string;
  isContinued: boolean;
}): Journal {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${encodeURIComponent(seed)}.jsonl`);
  if (!isContinued) rmSync(file, { force: true });
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(isWhole) : [];
  const kept = lines.map((line): unknown => JSON.parse(line)).filter(isLine);
  return {
    known: new Map(kept.filter(({ result }) => result.kind !== "broken").map(({ name, ...known }) => [name, known])),
    keep: (name, known) => appendFileSync(file, `${JSON.stringify({ name, ...known })}\n`),
  };
}

/** Returns false for the last line of a killed run if it is cut off. */
function isWhole(line: string): boolean {
  return line.startsWith("{") && line.endsWith("}");
}

/** Checks only the shape, because the file is our own. */
function isLine(value: unknown): value is Line {
  return typeof value === "object" && value !== null && "name" in value && "result" in value && "load" in value;
}
