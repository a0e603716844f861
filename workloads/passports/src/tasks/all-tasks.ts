/** Every task of the passports. */
import type { TaskDefinition } from "@rota/engine";
import { ingestDocument } from "./documents/ingest-document.ts";
import { parseFacts } from "./documents/parse-facts.ts";
import { runRuleTestsTask } from "./rules/run-rule-tests.ts";
import { buildSnapshotTask } from "./snapshots/build-snapshot.ts";
import { versionTasks } from "./versions/version-tasks.ts";

export const allTasks: readonly TaskDefinition[] = [
  ingestDocument,
  parseFacts,
  buildSnapshotTask,
  runRuleTestsTask,
  ...versionTasks,
];
