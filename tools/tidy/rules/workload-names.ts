/** No package names a workload: a workload from elsewhere can do whatever those of this repository can. */
import type { TreeFile, Violation } from "../violation.ts";

/** `selection` and `bpchar`, a type of PostgreSQL, are no names of workloads. */
const NAMES = /(?<!s)election|passport|ledger|bpc(?!har)/i;

export function workloadNames(files: readonly TreeFile[]): Violation[] {
  return files.filter(({ path }) => /^packages\/[^/]+\/src\//.test(path)).flatMap(checkFile);
}

function checkFile({ path, text }: TreeFile): Violation[] {
  const places = [
    { content: path, line: 1 },
    ...text.split("\n").map((content, index) => ({ content, line: index + 1 })),
  ];
  return places.flatMap(({ content, line }) => {
    const [name] = NAMES.exec(content) ?? [];
    if (name === undefined) return [];
    const message = `"${name}" names a workload: move it into workloads/, or write about orders, emails or invoices`;
    return [{ path, line, rule: "workload-names", message }];
  });
}
