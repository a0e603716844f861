/** Inside the engine, imports go down the levels of this table, and to contracts rather than drivers. */
import { isCode, isTest } from "../file-kinds.ts";
import { importsOf, type Import } from "../imports.ts";
import type { TreeFile, Violation } from "../violation.ts";

/** From the top down. A part is a folder of packages/engine/src or a file directly in it. */
export const LEVELS: readonly (readonly string[])[] = [
  ["workload"],
  ["operations"],
  ["engine"],
  ["dead-letters"],
  ["intake"],
  ["worker", "retention", "inspect"],
  ["leases", "progress"],
  ["fairness", "webhooks", "dispatch", "schedules"],
  ["tasks", "access"],
  ["outbox", "audit-log", "compute", "codec"],
  ["broker", "locks"],
  ["database"],
  ["runtime"],
  ["config", "idempotency", "paging"],
  ["errors"],
];

/** Files through which the rest of the engine imports the parts that have drivers. */
export const CONTRACTS: Readonly<Record<string, readonly string[]>> = {
  database: [
    "database/database.ts",
    "database/database-error.ts",
    "database/migrate.ts",
    "database/migration-set.ts",
    "database/sql.ts",
    "database/open-session.ts",
  ],
  broker: ["broker/broker.ts"],
  locks: ["locks/locks.ts", "locks/seal.ts"],
};

/** These parts combine drivers and features, so they may import anything. */
const ENTRY_POINTS = new Set(["index", "internal", "admin-kit", "workload-kit"]);
const UNRESTRICTED_PARTS = new Set([...ENTRY_POINTS, "testing"]);
const MAY_CHOOSE_DRIVERS = new Set(["engine"]);
const SOURCES = "packages/engine/src/";
const RULE = "import-levels";

export function importLevels(files: readonly TreeFile[]): Violation[] {
  return files
    .filter((file) => file.path.startsWith(SOURCES) && isCode(file.path) && !isTest(file.path))
    .filter((file) => !UNRESTRICTED_PARTS.has(partOf(file.path)))
    .flatMap(checkFile);
}

function checkFile(file: TreeFile): Violation[] {
  const part = partOf(file.path);
  if (levelOf(part) === undefined) {
    const message = `"${part}" has no level: add it to the table in tools/tidy/rules/${RULE}.ts and ARCHITECTURE.md`;
    return [{ path: file.path, line: 1, rule: RULE, message }];
  }
  return importsOf(file).flatMap((found) => {
    const message = found.target?.startsWith(SOURCES) === true ? objectionTo(part, found.target, found) : undefined;
    return message === undefined ? [] : [{ path: file.path, line: found.line, rule: RULE, message }];
  });
}

function objectionTo(part: string, target: string, { specifier }: Import): string | undefined {
  const imported = partOf(target);
  if (imported === part || ENTRY_POINTS.has(imported)) return undefined; // an own index is another rule's matter
  if (imported === "testing") return `"${specifier}" is for tests only: move what you need out of testing/`;
  const from = levelOf(part) ?? 0;
  const to = levelOf(imported);
  if (to === undefined) return undefined; // reported at the imported file
  if (to >= from) {
    return `${part} (level ${String(from)}) may import only lower levels, ${imported} is at ${String(to)}: pass it in, or move the code`;
  }
  const contract = CONTRACTS[imported];
  if (contract === undefined || MAY_CHOOSE_DRIVERS.has(part)) return undefined;
  if (contract.some((path) => target === SOURCES + path)) return undefined;
  return `"${specifier}" is not the contract of ${imported}: import ${contract.join(" or ")} and let the caller pass the driver in`;
}

function partOf(path: string): string {
  return (
    path
      .slice(SOURCES.length)
      .split("/")[0]
      ?.replace(/\.[a-z]+$/, "") ?? ""
  );
}

function levelOf(part: string): number | undefined {
  const index = LEVELS.findIndex((level) => level.includes(part));
  return index < 0 ? undefined : LEVELS.length - 1 - index;
}
