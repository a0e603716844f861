/** Folders and files are named for what they do. */
import type { TreeFile, Violation } from "../violation.ts";

const NAMES_THAT_SAY_NOTHING = new Set(["utils", "common", "helpers", "types", "interfaces", "models"]);

export function folderNames(files: readonly TreeFile[]): Violation[] {
  return files.flatMap(({ path }) => {
    const words = path.split("/").map((segment) => segment.replace(/\.[a-z.-]+$/, ""));
    const word = words.find((candidate) => NAMES_THAT_SAY_NOTHING.has(candidate));
    if (word === undefined) return [];
    const message = `"${word}" says nothing about its content: name it for what it does, or put the code beside its user`;
    return [{ path, line: 1, rule: "folder-names", message }];
  });
}
