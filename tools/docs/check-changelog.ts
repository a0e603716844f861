/** The newest version in the changelog is that of the packages, with its date and at least one note. Pure. */
import type { TreeFile, Violation } from "../tidy/violation.ts";

const VERSION = /^## \[(\d[^\]]*)\](?: - (\d{4}-\d{2}-\d{2}))?$/;

export function checkChangelog(page: TreeFile, version: string): Violation[] {
  const lines = page.text.split("\n");
  const start = lines.findIndex((line) => VERSION.test(line));
  const [, newest, date] = VERSION.exec(lines[start] ?? "") ?? [];
  const message = objectionTo({ newest, date, notes: start < 0 ? [] : notesAfter(lines, start) }, version);
  return message === undefined ? [] : [{ path: page.path, line: start + 1, rule: "changelog", message }];
}

function notesAfter(lines: readonly string[], start: number): string[] {
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => line.startsWith("## "));
  return (end < 0 ? rest : rest.slice(0, end)).filter((line) => line.trim() !== "" && !line.startsWith("#"));
}

function objectionTo(
  section: {
    readonly newest: string | undefined;
    readonly date: string | undefined;
    readonly notes: readonly string[];
  },
  version: string,
): string | undefined {
  const { newest, date, notes } = section;
  if (newest !== version)
    return `the newest version is ${newest ?? "missing"}, that of the packages ${version}: write its section`;
  if (date === undefined) return `${version} has no date: write ## [${version}] - YYYY-MM-DD`;
  return notes.length === 0 ? `${version} says nothing: describe the changes for users` : undefined;
}
