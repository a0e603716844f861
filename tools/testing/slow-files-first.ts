/** The order of test files: slow ones first, so that no worker is left with one at the end. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The slowest files first, without their tier. In a fresh clone Vitest knows only their size, which says little. */
export const SLOW = [
  "tools/docs/blocks/blocks",
  "benchmarks/benchmarks",
  "workloads/ledger/test/faults/faults",
  "packages/engine/src/database/backup",
  "packages/bundled-postgres/test/bundled-crashes",
  "workloads/passports/test/pages/new-passport-story",
  "workloads/elections/test/pages/election-story",
  "packages/cli/test/demo",
  "packages/cli/test/work",
  "packages/engine/test/intake/events-through-chaos",
  "packages/dashboard/test/dashboard",
  "packages/bundled-postgres/test/bundled-first-start",
  "packages/cli/test/json-answers",
  "tools/start",
  "packages/bundled-postgres/test/bundled-upgrade",
  "packages/bundled-postgres/src/open-bundled-database",
  "chaos/chaos",
  "tools/tidy/repository",
  "packages/cli/test/loaded-modules",
  "tools/docs/pages",
  "packages/dashboard/test/every-page",
  "packages/engine/test/worker/unacknowledged-claims",
  "workloads/elections/test/phases/killed-processes",
  "workloads/ledger/test/posting/posting",
  "workloads/passports/test/pages/passport-story",
  "workloads/passports/test/versions/killed-around-transactions",
  "packages/engine/src/intake/open-intakes",
  "packages/cli/test/serve",
  "packages/cli/test/bundled",
  "packages/engine/src/dead-letters/list-dead-letters",
  "packages/engine/src/dead-letters/replay-dead-letter",
  "packages/engine/test/fairness/fairness-mutants",
  "packages/engine/test/outbox/killed-relays",
  "packages/engine/src/engine",
  "examples/examples",
  "workloads/passports/test/life/crashes",
  "tools/services/postgres-service",
  "workloads/ledger/test/api/closing",
  "packages/engine/test/worker/poison-chunk",
  "packages/engine/test/fairness/fairness-histories",
  "workloads/ledger/test/pages/choice-of-books",
  "packages/engine/test/worker/killed-workers",
  "packages/engine/test/database/restarted-database",
  "packages/engine/test/broker/dispatched-work",
  "workloads/passports/test/versions/failed-webhooks",
  "workloads/passports/test/versions/killed-workers",
  "packages/engine/test/broker/dispatched-messages",
  "workloads/elections/test/phases/shares-from-home",
];

export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = SLOW.findIndex((path) => moduleId.includes(`/${path}.`));
  return place === -1 ? SLOW.length : place;
}
