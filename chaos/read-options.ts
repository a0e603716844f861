/** Reads the arguments of `npm run chaos`. Pure. */
import { parseArgs } from "node:util";
import { cellName, type Cell } from "./run-cell.ts";
import type { Fault } from "./fault.ts";
import type { Subject } from "./subject.ts";

export const USAGE = `npm run chaos                                 every fault on every subject, then write docs/operating/chaos.md
npm run chaos -- --seed 42                    repeat a run
npm run chaos -- --seed 42 --continue         resume an interrupted run: cells with a result do not run again
npm run chaos -- --only worker-kill:engine    one cell; also worker-kill (all subjects), :engine (all faults), several with commas
npm run chaos -- --list                       say which cells there are`;

export type ChaosOptions = {
  readonly seed: string;
  readonly cells: readonly Cell[];
  /** Whether all cells run. Only such a run writes the page. */
  readonly isWhole: boolean;
  readonly isList: boolean;
  readonly isContinued: boolean;
};

export type Matrix = { readonly faults: readonly Fault[]; readonly subjects: readonly Subject[] };

const BOOLEAN = { type: "boolean" } as const;

/** Returns a sentence if an argument is wrong. */
export function readOptions(
  words: readonly string[],
  { faults, subjects }: Matrix,
  newSeed: () => string,
): ChaosOptions | string {
  const flags = { seed: { type: "string" }, only: { type: "string" }, list: BOOLEAN, continue: BOOLEAN } as const;
  try {
    const { values } = parseArgs({ args: [...words], options: flags });
    const all = subjects.flatMap((subject) => faults.map((fault) => ({ fault, subject })));
    const chosen = values.only?.split(",");
    const unknown = chosen?.find((choice) => !all.some((cell) => isChosen(cell, choice)));
    if (unknown !== undefined) return `there is no cell ${unknown}; --list says which there are`;
    const cells = chosen === undefined ? all : all.filter((cell) => chosen.some((choice) => isChosen(cell, choice)));
    const isContinued = values.continue === true;
    if (isContinued && values.seed === undefined) return "--continue needs the --seed of the run";
    const seed = values.seed ?? newSeed();
    return { seed, cells, isWhole: chosen === undefined, isList: values.list === true, isContinued };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function isChosen(cell: Cell, choice: string): boolean {
  return [cellName(cell), cell.fault.name, `:${cell.subject.name}`].includes(choice);
}
