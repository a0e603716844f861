/** The clock of the processes of a stage: a file contains its error, which the processes read when it changes. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeServerFolder } from "../../tools/services/process/run-folder.ts";

export type StageClock = {
  /** Environment of the processes that follow this clock. */
  readonly env: Readonly<Record<string, string>>;
  /** Makes all clocks wrong by this offset. Processes notice it within `POLL_MS`. */
  jump(offsetMs: number): void;
  remove(): void;
};

/** Interval at which a process polls the file. */
export const POLL_MS = 100;
export const OFFSET_VARIABLE = "CHAOS_CLOCK_FILE";

export function makeClock(): StageClock {
  const folder = makeServerFolder("clock");
  const file = join(folder, "offset");
  writeFileSync(file, "0");
  const loaded = new URL("./wrong-clock.js", import.meta.url).href;
  return {
    env: { [OFFSET_VARIABLE]: file, NODE_OPTIONS: `--import=${loaded}` },
    jump: (offsetMs) => writeFileSync(file, String(offsetMs)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
