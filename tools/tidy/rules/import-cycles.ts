/** No file imports itself through others at run time; type-only imports load nothing and do not count. */
import { isCode } from "../file-kinds.ts";
import { importsOf } from "../imports.ts";
import type { TreeFile, Violation } from "../violation.ts";

type Edge = { readonly to: string; readonly line: number };

export function importCycles(files: readonly TreeFile[]): Violation[] {
  const graph = valueImports(files);
  const reported = new Set<string>();
  return [...graph.keys()].flatMap((start) => {
    const cycle = reported.has(start) ? undefined : shortestCycle(graph, start);
    if (cycle === undefined) return [];
    for (const path of cycle) reported.add(path);
    const line = graph.get(start)?.find((edge) => edge.to === (cycle[1] ?? start))?.line ?? 1;
    const way = [...cycle, start].join(" → ");
    const message = `circle ${way}: move what both need into a file of its own, or import the type only`;
    return [{ path: start, line, rule: "import-cycles", message }];
  });
}

function valueImports(files: readonly TreeFile[]): Map<string, Edge[]> {
  const code = files.filter((file) => isCode(file.path));
  const edgesOf = (file: TreeFile) =>
    importsOf(file).flatMap(({ target, isTypeOnly, line }) =>
      target === undefined || isTypeOnly ? [] : [{ to: target, line }],
    );
  return new Map(code.map((file) => [file.path, edgesOf(file)]));
}

/** Returns the files of a shortest cycle through `start`, in import order from `start` on. Breadth first. */
function shortestCycle(graph: ReadonlyMap<string, readonly Edge[]>, start: string): string[] | undefined {
  const seen = new Set<string>();
  let ways: string[][] = [[start]];
  while (ways.length > 0) {
    const longer: string[][] = [];
    for (const way of ways) {
      for (const { to } of graph.get(way.at(-1) ?? start) ?? []) {
        if (to === start) return way;
        if (seen.has(to)) continue;
        seen.add(to);
        longer.push([...way, to]);
      }
    }
    ways = longer;
  }
  return undefined;
}
