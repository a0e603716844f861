/** Runs every rule over a tree and removes what the list of exceptions allows. Pure. */
import type { Exception } from "./exceptions.ts";
import { firstSentence } from "./rules/first-sentence.ts";
import { folderNames } from "./rules/folders.ts";
import { forbiddenSyntax } from "./rules/forbidden-syntax.ts";
import { forbiddenText } from "./rules/forbidden-text.ts";
import { importCycles } from "./rules/import-cycles.ts";
import { importLevels } from "./rules/import-levels.ts";
import { exportedNames, fileNames, folderDepth, folderSize, parentAndChild, smallFiles } from "./rules/layout.ts";
import { functionLength } from "./rules/lengths.ts";
import { internalNames, ownIndex } from "./rules/own-index.ts";
import { packageImports } from "./rules/package-imports.ts";
import { sqlFunctions } from "./rules/sql-functions.ts";
import { sqlPlacement } from "./rules/sql-placement.ts";
import { testStyle } from "./rules/test-style.ts";
import { words } from "./rules/words.ts";
import { replacedNames, workloadFolders, workloadNames } from "./rules/workload-names.ts";
import type { Rule, TreeFile, Violation } from "./violation.ts";

const RULES: readonly Rule[] = [
  importLevels,
  packageImports,
  importCycles,
  ownIndex,
  internalNames,
  sqlPlacement,
  sqlFunctions,
  functionLength,
  forbiddenSyntax,
  folderNames,
  folderDepth,
  folderSize,
  smallFiles,
  parentAndChild,
  fileNames,
  exportedNames,
  firstSentence,
  testStyle,
  forbiddenText,
  words,
  workloadNames,
  replacedNames,
  workloadFolders,
];

export function tidy(files: readonly TreeFile[], exceptions: readonly Exception[]): Violation[] {
  const found = RULES.flatMap((rule) => rule(files));
  const excuses = (exception: Exception) => (violation: Violation) =>
    exception.rule === violation.rule && isAt(exception.path, violation.path);
  const remaining = found.filter((violation) => !exceptions.some((exception) => excuses(exception)(violation)));
  const stale = exceptions.filter((exception) => !found.some(excuses(exception))).map(toViolation);
  return [...remaining, ...stale];
}

/** An exception for a folder ends with a slash. */
function isAt(place: string, path: string): boolean {
  return place.endsWith("/") ? path.startsWith(place) : path === place;
}

function toViolation({ rule, path }: Exception): Violation {
  const message = `${path} does not break ${rule}: delete the entry`;
  return { path: "tools/tidy/exceptions.ts", line: 1, rule: "exceptions", message };
}
