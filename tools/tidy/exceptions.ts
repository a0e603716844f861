/** The files that may break one rule, each with its reason; tidy refuses an entry that is no longer needed. */

export type Exception = { readonly rule: string; readonly path: string; readonly reason: string };

export const EXCEPTIONS: readonly Exception[] = [
  {
    rule: "package-imports",
    path: "tools/docs/blocks/inside-packages.ts",
    reason: "commands of the pages are run as the tests of the command line run them; it exports no module",
  },
  {
    rule: "package-imports",
    path: "packages/engine/src/testing/intake/intake-bench.ts",
    reason: "only tests load it, and it is no part of the package; where RabbitMQ runs is known in one place",
  },
  {
    rule: "sql-placement",
    path: "benchmarks/driver.bench.ts",
    reason: "compares drivers below our seam, which take plain strings",
  },
  {
    rule: "sql-placement",
    path: "examples/04-own-writes.ts",
    reason: "an example is read in one piece, as a user would write it",
  },
];
