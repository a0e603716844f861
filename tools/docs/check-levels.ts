/** The table of layers in a page agrees with the table in tidy. Pure. */
import type { TreeFile, Violation } from "../tidy/violation.ts";

export function checkLevels(page: TreeFile, levels: readonly (readonly string[])[]): Violation[] {
  const shown = [...page.text.matchAll(/^\|\s*(\d+)\s*\|([^|]*· [^|]*|\s*[a-z-]+\s*)\|/gm)].map(
    ([, level = "", parts = ""]) => `${level}: ${parts.trim()}`,
  );
  const held = levels.map((parts, index) => `${String(levels.length - 1 - index)}: ${parts.join(" · ")}`);
  const isSame = shown.join("\n") === held.join("\n");
  const message = `the table of layers must say, from the top:\n${held.join("\n")}`;
  return isSame ? [] : [{ path: page.path, line: 1, rule: "levels", message }];
}
