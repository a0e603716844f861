/** The packages that go to npm, each after those that it depends on. */
export const PUBLIC_PACKAGES = [
  "packages/proofs",
  "packages/engine",
  "packages/server",
  "packages/client",
  "workloads/elections",
  "workloads/passports",
  "workloads/ledger",
  "packages/dashboard",
  "packages/cli",
] as const;
