/** The order of test files: those that take long begin first, so that no worker is alone with one at the end. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Far longer than their size tells, which is all that Vitest goes by in a fresh clone. The slowest first. */
const SLOW = [
  "workloads/ledger/test/faults/faults",
  "packages/engine/test/events-through-chaos",
  "packages/dashboard/test/elections/election-story",
  "packages/dashboard/test/every-page",
  "packages/dashboard/test/passports/passport-story",
  "packages/cli/test/json-answers",
  "packages/cli/test/rota",
  "packages/cli/test/work",
  "packages/engine/src/database/backup/backup",
  "packages/engine/test/bundled-crashes",
  "workloads/passports/test/versions/killed-workers",
  "workloads/elections/test/phases/killed-processes",
  "packages/engine/src/intake/open-intakes",
  "packages/engine/test/bundled-first-start",
  "packages/engine/test/bundled-upgrade",
  "packages/engine/test/killed-relays",
  "packages/engine/test/killed-workers",
  "packages/engine/test/crash-histories",
  "packages/engine/test/dispatched-messages",
  "packages/engine/test/fairness-histories",
  "packages/engine/src/engine/open-configured",
].map((path) => `/${path}.test.ts`);

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
