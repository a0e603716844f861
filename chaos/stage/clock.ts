/** The clock of the processes of a stage: a file says by how much it is wrong, and they read it as it changes. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeServerFolder } from "../../tools/services/process/run-folder.ts";

export type StageClock = {
  /** Makes processes follow it that are started with it. */
  readonly env: Readonly<Record<string, string>>;
  /** From now on all clocks are wrong by so much. They learn of it within `LOOK_MS`. */
  jump(offsetMs: number): void;
  remove(): void;
};

/** How often a process looks. */
export const LOOK_MS = 100;
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
