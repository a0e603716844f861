/**
 * `npm run chaos`: puts every subject through every fault, writes the page of results, and fails when work was lost,
 * duplicated or out of turn.
 */
import { randomInt } from "node:crypto";
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { resolve } from "node:path";
import { findBinaries } from "@rota/bundled-postgres";
import { ALL_FAULTS } from "./faults/all-faults.ts";
import { chaosPage } from "./page/chaos-page.ts";
import { openJournal } from "./journal.ts";
import { readOptions, USAGE } from "./read-options.ts";
import { cellName } from "./run-cell.ts";
import { exitCodeOf, runMatrix } from "./run-matrix.ts";
import { openStage } from "./stage/stage.ts";
import { ALL_SUBJECTS } from "./subjects/all-subjects.ts";

const PAGE = resolve("docs/operating/chaos.md");
const JOURNALS = resolve(".cache/chaos");
const SEED_MAX = 1_000_000;
const INTERRUPTED = 130;

// Unlike a signal, an exit runs the handlers that stop and unmount everything that was started.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(INTERRUPTED));
// Do not wait for the timers and promises of a broken cell.
process.exit(await main(process.argv.slice(2)));

async function main(words: readonly string[]): Promise<number> {
  const newSeed = () => String(randomInt(SEED_MAX));
  const options = readOptions(words, { faults: ALL_FAULTS, subjects: ALL_SUBJECTS }, newSeed);
  if (typeof options === "string") {
    console.error(`${options}\n\n${USAGE}`);
    return 2;
  }
  const { cells, seed } = options;
  if (options.isList) {
    console.log(cells.map(cellName).join("\n"));
    return 0;
  }
  console.error(`seed ${seed}`);
  const isKept = options.isWhole || options.isContinued;
  const journal = isKept ? openJournal({ folder: JOURNALS, seed, isContinued: options.isContinued }) : {};
  const outcomes = await runMatrix({ cells, seed, openStage, ...journal, report: (line) => console.log(line) });
  if (options.isWhole) {
    writeFileSync(PAGE, chaosPage({ seed, conditions: conditions(), outcomes }));
    console.error(`written: ${PAGE}`);
  }
  return exitCodeOf(outcomes);
}

function conditions(): string {
  const date = new Date().toISOString().slice(0, 16).replace("T", " ");
  const found = findBinaries();
  const postgres = "missing" in found ? "unknown" : found.version;
  return `${date}, ${String(cpus().length)} x ${cpus()[0]?.model ?? "unknown"}, Node ${process.version}, PostgreSQL ${postgres}`;
}
