/** `npm run chaos`: puts every subject through every fault, writes the page of what happened, and fails when work was lost, doubled or out of turn. */
import { randomInt } from "node:crypto";
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { resolve } from "node:path";
import { findBinaries } from "@rota/engine/bundled-postgres";
import { ALL_FAULTS } from "./faults/all-faults.ts";
import { chaosPage } from "./page/chaos-page.ts";
import { openJournal } from "./journal.ts";
import { readWish, USAGE } from "./read-wish.ts";
import { cellName } from "./run-cell.ts";
import { exitCodeOf, runMatrix } from "./run-matrix.ts";
import { openStage } from "./stage/stage.ts";
import { ALL_SUBJECTS } from "./subjects/all-subjects.ts";

const PAGE = resolve("docs/operating/chaos.md");
const JOURNALS = resolve(".cache/chaos");
const SEED_MAX = 1_000_000;
const INTERRUPTED = 130;

// An exit, unlike a signal, lets everything that was started or mounted be ended.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(INTERRUPTED));
// Whatever a broken cell still waits for must not keep this waiting.
process.exit(await main(process.argv.slice(2)));

async function main(words: readonly string[]): Promise<number> {
  const newSeed = () => String(randomInt(SEED_MAX));
  const wish = readWish(words, { faults: ALL_FAULTS, subjects: ALL_SUBJECTS }, newSeed);
  if (typeof wish === "string") {
    console.error(`${wish}\n\n${USAGE}`);
    return 2;
  }
  const { cells, seed } = wish;
  if (wish.isList) {
    console.log(cells.map(cellName).join("\n"));
    return 0;
  }
  console.error(`seed ${seed}`);
  const isKept = wish.isWhole || wish.isContinued;
  const journal = isKept ? openJournal({ folder: JOURNALS, seed, isContinued: wish.isContinued }) : {};
  const outcomes = await runMatrix({ cells, seed, openStage, ...journal, report: (line) => console.log(line) });
  if (wish.isWhole) {
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
