/** Carries no promise between versions: what the packages of this repository use beside the public API. */

export { ERROR_KINDS } from "./errors.ts";
export { nearestName } from "./config/nearest-name.ts";
export { describeConfig, redactUrls } from "./config/describe-config.ts";
export { readConfig } from "./config/read-config.ts";
export { mergeSettings } from "./config/workload-settings.ts";
export { environmentName, flagName, isSecretOption, optionLimit } from "./config/option.ts";
export type { Option } from "./config/option.ts";
export { optionNames, optionTable, retiredOptions } from "./config/config.ts";
export { backupTo } from "./database/backup.ts";
export type { BackupProgress, BackupResult } from "./database/backup.ts";
export { copyDatabase, restoreFrom } from "./database/restore.ts";
export type { RestoreOptions } from "./database/restore.ts";
export { SqlError } from "./database/database-error.ts";
export { describeDatabase, openDatabase } from "./engine/open-database.ts";
export type { OpenDatabaseOptions } from "./engine/open-database.ts";
export { describeLeft, listLeftSets, listStoredSets, migrateSets } from "./database/migrate.ts";
export type { StoredSet } from "./database/migrate.ts";
export { findWorkloads } from "./workload/load-config.ts";
export { loadParts, loaderHint } from "./workload/load-workloads.ts";
export { engineMigrations } from "./database/migration-set.ts";
export { openPglite } from "./database/pglite-database.ts";
export { sqlScript } from "./database/sql.ts";
export { takeTurns } from "./fairness/take-turns.ts";
export type { TakenChunk } from "./fairness/take-turns.ts";
export { auditQueue, listAuditedQueues, parseHead } from "./fairness/audit-queue.ts";
export type { AuditProgress, AuditReport } from "./fairness/audit-queue.ts";
export { describeDifference } from "./fairness/replay.ts";
export { explainChunk } from "./fairness/explain-chunk.ts";
export type { ChunkExplanation, ChunkName } from "./fairness/explain-chunk.ts";
export { EXIT_CODES, describeError } from "./runtime/describe-error.ts";
export { systemClock } from "./runtime/clock.ts";
export { createLoop } from "./runtime/loop.ts";
export type { Loop } from "./runtime/loop.ts";
export { createShutdown } from "./runtime/shutdown.ts";
export type { Shutdown } from "./runtime/shutdown.ts";
export { ANNOUNCEMENTS } from "./tasks/task-event.ts";
export { TASK_TRANSITIONS } from "./tasks/task-states.ts";
export {
  describeAuditDifference,
  exportAuditHead,
  exportAuditHeads,
  parseAuditHeads,
  verifyAudit,
} from "./audit-log/verify-audit.ts";
export type { AuditHead, AuditVerificationProgress, AuditVerificationReport } from "./audit-log/verify-audit.ts";
export type { AuditFilter } from "./audit-log/audit-entry.ts";
export { completeChunks } from "./worker/settle-chunks.ts";
export { readTaskOutcome } from "./worker/task-result.ts";
export type { WorkCounts } from "./engine/engine-status.ts";
export type { HistogramCounts } from "./runtime/histogram.ts";
export { openDispatcher } from "./engine/open-dispatch.ts";
export { createDatabaseCoordinator } from "./locks/database-lock-store.ts";
export { nextRetry } from "./tasks/retry-policy.ts";
export { pruneFinished } from "./retention/retention-loop.ts";
export { createWebhooks } from "./webhooks/webhooks.ts";
export { signBody } from "./webhooks/sign-body.ts";
export { openIntakes } from "./intake/open-intakes.ts";
export type { DeadLetterAction } from "./dead-letters/show-dead-letter.ts";
export type { ReplayProgress } from "./dead-letters/replay-dead-letters.ts";
export { ANONYMOUS } from "./access/actor.ts";
export { hasValidKey } from "./access/api-keys.ts";
export { SESSION_MS, createSignInLink, endSession, signIn } from "./access/sessions.ts";
export { createVerifier } from "./access/verifier.ts";
export type { Verifier } from "./access/verifier.ts";
export { DEFAULT_POOL } from "./tasks/task-options.ts";
