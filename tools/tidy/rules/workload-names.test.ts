import { describe, expect, test } from "vitest";
import type { Rule, TreeFile } from "../violation.ts";
import { replacedNames, workloadFolders, workloadNames } from "./workload-names.ts";

type Tree = Readonly<Record<string, string>>;

/** Returns the places where the rule objects, as `path:line`. */
function objections(rule: Rule, tree: Tree): string[] {
  const files: TreeFile[] = Object.entries(tree).map(([path, text]) => ({ path, text }));
  return rule(files).map(({ path, line }) => `${path}:${String(line)}`);
}

describe("names of workloads", () => {
  test.each([
    ["a path", { "packages/server/src/ledger-routes.ts": "1;\n" }, ["packages/server/src/ledger-routes.ts:1"]],
    ["a header", { "packages/engine/src/a.ts": '1;\nset("X-BPC-Attempt");\n' }, ["packages/engine/src/a.ts:2"]],
    ["a comment", { "packages/cli/src/a.ts": "/** Opens an Election. */\n" }, ["packages/cli/src/a.ts:1"]],
  ])("%s of a package may not hold one", (_, tree: Tree, places) => {
    expect(objections(workloadNames, tree)).toEqual(places);
  });

  test("workloads, tests beside src and other words may", () => {
    const tree = {
      "workloads/ledger/src/a.ts": "ledger\n",
      "packages/engine/test/a.ts": "ledger\n",
      "packages/engine/src/a.ts": "selection, bpchar, order\n",
    };

    expect(objections(workloadNames, tree)).toEqual([]);
  });
});

describe("names of replaced systems", () => {
  test.each([
    "// reads BPC_PUBLIC_URL",
    'set("X-BPC-Attempt");',
    'get("/api/election/1");',
    'const host = "SPRING_REDIS_HOST";',
    'const queue = "fis.ingestion.queue";',
    'const exchange = "bpc";',
  ])("%s is refused outside of compat", (text) => {
    const tree = { "workloads/a/src/store/b.ts": `1;\n${text}\n`, "workloads/a/src/compat/c.ts": text };

    expect(objections(replacedNames, tree)).toEqual(["workloads/a/src/store/b.ts:2"]);
  });

  test("tests and names of formats of the workload itself are accepted", () => {
    const tree = {
      "workloads/a/src/store/b.test.ts": '"BPC_PUBLIC_URL"',
      "workloads/a/src/core/b.ts": 'const VERSION = "BPC-FILE-1"; // BPC1|pv=',
    };

    expect(objections(replacedNames, tree)).toEqual([]);
  });
});

describe("folders of workloads", () => {
  const SAME = [
    "docs",
    "pages",
    "sql",
    "test",
    ...["commands", "compat", "core", "demo", "http", "store", "tasks", "verify"].map((name) => `src/${name}`),
  ];
  const tree = (folders: readonly string[]) =>
    Object.fromEntries(folders.map((folder) => [`workloads/a/${folder}/b.ts`, ""]));

  test("that are missing, and others below src, are refused", () => {
    const others = [...SAME.filter((folder) => folder !== "src/verify"), "src/life"];

    expect(objections(workloadFolders, tree(others))).toEqual(["workloads/a/src/verify:1", "workloads/a/src/life:1"]);
  });

  test("that are the same are accepted, with others beside src", () => {
    expect(objections(workloadFolders, tree([...SAME, "samples"]))).toEqual([]);
  });
});
