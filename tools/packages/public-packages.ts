/** The packages that are published to npm, each after its dependencies. */
export const PUBLIC_PACKAGES = [
  "packages/proofs",
  "packages/engine",
  "packages/bundled-postgres",
  "packages/server",
  "packages/client",
  "workloads/elections",
  "workloads/passports",
  "workloads/ledger",
  "packages/dashboard",
  "packages/cli",
] as const;
