/** The order of test files: those that take long begin first, so that no worker is alone with one at the end. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Far longer than their size tells, which is all that Vitest goes by in a fresh clone. The slowest first. */
const SLOW = [
  "workloads/ledger/test/faults/faults.test.ts",
  "packages/engine/test/events-through-chaos.test.ts",
  "packages/dashboard/test/elections/election-story.test.ts",
  "packages/cli/test/json-answers.test.ts",
  "packages/cli/test/rota.test.ts",
  "packages/cli/test/work.test.ts",
  "packages/cli/test/scene.test.ts",
  "tools/docs/blocks/blocks.check.ts",
  "tools/services/rabbitmq-service.check.ts",
  "packages/dashboard/test/every-page.test.ts",
  "chaos/chaos.check.ts",
  "benchmarks/benchmarks.check.ts",
  "packages/dashboard/test/passports/passport-story.test.ts",
  "tools/start.test.ts",
  "packages/engine/test/bundled-crashes.test.ts",
  "packages/engine/test/fairness-histories.test.ts",
  "packages/engine/src/database/backup/backup.test.ts",
  "workloads/passports/test/versions/killed-workers.test.ts",
  "tools/services/rabbitmq-cluster.check.ts",
  "packages/engine/test/bundled-first-start.test.ts",
  "packages/dashboard/test/dashboard.test.ts",
  "packages/cli/test/audit-log.test.ts",
  "packages/engine/test/bundled-upgrade.test.ts",
  "workloads/elections/test/phases/killed-processes.test.ts",
  "packages/engine/test/killed-relays.test.ts",
  "packages/cli/test/dispatch.test.ts",
  "packages/server/test/fuzz.test.ts",
  "workloads/passports/test/versions/told-webhooks.test.ts",
  "packages/cli/test/serve.test.ts",
  "packages/engine/test/crash-histories.test.ts",
  "packages/cli/test/dead-letters.test.ts",
  "workloads/passports/test/life/crashes.test.ts",
  "tools/services/postgres-service.check.ts",
  "tools/tidy/repository.check.ts",
  "packages/engine/test/killed-workers.test.ts",
  "packages/engine/test/dispatched-work.test.ts",
  "packages/engine/src/intake/open-intakes.test.ts",
  "packages/engine/test/dispatched-messages.test.ts",
  "packages/engine/test/lost-broker.test.ts",
  "packages/engine/src/engine/open-configured.test.ts",
  "tools/schema/schema.check.ts",
  "tools/client-types.check.ts",
].map((path) => `/${path}`);

export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = SLOW.findIndex((path) => moduleId.endsWith(path));
  return place === -1 ? SLOW.length : place;
}
