/** The files and folders that may break one rule, each with its reason; tidy refuses an entry that is not needed. */

export type Exception = { readonly rule: string; readonly path: string; readonly reason: string };

export const EXCEPTIONS: readonly Exception[] = [
  {
    rule: "words",
    path: "packages/engine/sql/tables/",
    reason: "released migrations are never edited: their checksums cover the comments",
  },
  {
    rule: "small-files",
    path: "packages/engine/src/database/adopt-transaction.ts",
    reason: "the door for transactions of other drivers, part of the public API",
  },
  {
    rule: "small-files",
    path: "packages/engine/src/database/open-session.ts",
    reason: "the part of the contract that only the keeper's thread loads",
  },
  {
    rule: "small-files",
    path: "packages/engine/src/leases/lease-registry.ts",
    reason: "a pure rule with its own property test",
  },
  {
    rule: "small-files",
    path: "packages/engine/src/locks/database-once.ts",
    reason: "one implementation of a contract, beside database-locks.ts",
  },
  {
    rule: "small-files",
    path: "packages/engine/src/runtime/describe-error.ts",
    reason: "public API: other packages turn errors into exit codes with it",
  },
  {
    rule: "small-files",
    path: "packages/cli/src/commands/work-process.ts",
    reason: "the entry of a supervised worker process",
  },
  {
    rule: "small-files",
    path: "workloads/elections/pages/qr-modules.ts",
    reason: "a pure rule with its own test; its page cannot be loaded by Node",
  },
  {
    rule: "small-files",
    path: "packages/dashboard/src/components/verification-report.tsx",
    reason: "a component for pages of workloads",
  },
  {
    rule: "small-files",
    path: "packages/dashboard/src/public-app.tsx",
    reason: "loaded on demand, so that pages without sign-in stay small",
  },
  {
    rule: "small-files",
    path: "packages/dashboard/src/webhooks/retries-text.ts",
    reason: "a pure rule with its own test; its page cannot be loaded by Node",
  },
  { rule: "small-files", path: "packages/server/src/routes.ts", reason: "the list of all routes, found by its name" },
  {
    rule: "small-files",
    path: "workloads/ledger/src/parts.ts",
    reason: "loaded on demand, so that commands of the ledger start sooner",
  },
  {
    rule: "small-files",
    path: "workloads/ledger/src/store/accruals.ts",
    reason: "statements about accruals, beside the other nouns of the store",
  },
  {
    rule: "folder-size",
    path: "workloads/ledger/src/demo",
    reason: "all workloads have the same folders",
  },
  {
    rule: "package-imports",
    path: "tools/docs/blocks/inside-packages.ts",
    reason: "commands of the pages are run as the tests of the command line run them; it exports no module",
  },
  {
    rule: "package-imports",
    path: "tools/testing/rota-command.ts",
    reason: "tests of workloads run commands as the tests of the command line run them; it exports no module",
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
  {
    rule: "sql-placement",
    path: "examples/library-workload/parts.js",
    reason: "an example is read in one piece, as a user would write it; it is not built, so it has no *.sql.ts",
  },
];
