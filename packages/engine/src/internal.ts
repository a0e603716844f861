/** Carries no promise between versions: what the packages of this repository use beside the public API. */

export { ERROR_KINDS } from "./errors.ts";
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
export { listStoredSets, migrateSets } from "./database/migrate.ts";
export type { StoredSet } from "./database/migrate.ts";
export { findWorkloads } from "./workload/load-config.ts";
export { loadParts, loaderHint } from "./workload/load-workloads.ts";
export { engineMigrations } from "./database/migration-set.ts";
export { openPglite } from "./database/pglite-database.ts";
export { sqlScript } from "./database/sql.ts";
export { takeTurns } from "./fairness/take-turns.ts";
export type { TakenChunk } from "./fairness/take-turns.ts";
export { auditQueue, exportHead, listAuditedQueues, parseHead } from "./fairness/audit-queue.ts";
export type { AuditProgress, AuditReport, LogHead } from "./fairness/audit-queue.ts";
export { describeDifference } from "./fairness/replay.ts";
export { checkpointQueue, forgetLanes, pruneLog } from "./fairness/checkpoint.ts";
export { explainChunk } from "./fairness/explain-chunk.ts";
export type { ChunkExplanation, ChunkName } from "./fairness/explain-chunk.ts";
export { EXIT_CODES, describeError } from "./runtime/describe-error.ts";
export { systemClock } from "./runtime/clock.ts";
export { createLoop } from "./runtime/loop.ts";
export type { Loop } from "./runtime/loop.ts";
export { createShutdown } from "./runtime/shutdown.ts";
export type { Shutdown } from "./runtime/shutdown.ts";
export { pauseTask, resumeTask } from "./tasks/change-task.ts";
export { TASK_TRANSITIONS } from "./tasks/task-states.ts";
export {
  describeAuditDifference,
  exportAuditHead,
  exportAuditHeads,
  parseAuditHeads,
  verifyAudit,
} from "./audit-log/verify-audit.ts";
export type { AuditHead, AuditVerificationProgress, AuditVerificationReport } from "./audit-log/verify-audit.ts";
export { auditChainLink } from "./audit-log/audit-entry.ts";
export type { AuditFilter } from "./audit-log/audit-entry.ts";
export { completeChunks } from "./worker/settle-chunks.ts";
export type { WorkCounts } from "./engine/engine-status.ts";
export { watchSystem } from "./progress/system-statistics.ts";
export type { SystemWatch } from "./progress/system-statistics.ts";
export type { HistogramCounts } from "./runtime/histogram.ts";
export { openDispatcher } from "./engine/open-dispatch.ts";
export { createDatabaseCoordinator } from "./locks/database-lock-store.ts";
export { nextRetry } from "./tasks/retry-policy.ts";
export { getSchedule, listMissedRuns } from "./schedules/list-schedules.ts";
export { listAttempts } from "./progress/task-progress.ts";
export { pruneFinished } from "./retention/retention-loop.ts";
export { createBrokerSink } from "./outbox/broker-sink.ts";
export type { EventSink, PublishResult, PublishingSink } from "./outbox/outbox-event.ts";
export { createRelay } from "./outbox/relay.ts";
export { getOutboxStatistics } from "./outbox/outbox-statistics.ts";
export { discardParkedEvent, forgetSink, listParkedEvents, retryParkedEvents } from "./outbox/parked-events.ts";
export { createWebhooks } from "./webhooks/webhooks.ts";
export { signBody } from "./webhooks/sign-body.ts";
export { openIntakes } from "./intake/open-intakes.ts";
export { readOutcome } from "./intake/outcome-watch.ts";
export type { DeadLetterAction } from "./dead-letters/show-dead-letter.ts";
export type { ReplayProgress } from "./dead-letters/replay-dead-letters.ts";
export { ANONYMOUS } from "./access/actor.ts";
export { createKey, hasValidKey, listKeys, revokeKey } from "./access/api-keys.ts";
export type { AccessKey } from "./access/api-keys.ts";
export { SESSION_MS, createSignInLink, endSession, signIn } from "./access/sessions.ts";
export { createVerifier } from "./access/verifier.ts";
export type { Verifier } from "./access/verifier.ts";
export { chunkGrid, listChunks } from "./inspect/list-chunks.ts";
export { DEFAULT_POOL } from "./tasks/task-options.ts";
export { listQueues } from "./inspect/list-queues.ts";
export type { LaneView, QueueView } from "./inspect/list-queues.ts";
export { listLanes, listSharedLimits, type SharedLimit } from "./inspect/list-lanes.ts";
export { queueFairness } from "./inspect/queue-fairness.ts";
export { activityHistory, listDispatches } from "./inspect/dispatch-history.ts";
export { listWorkers } from "./inspect/list-workers.ts";
export { getLock, listLocks, lockHistory, lockStatistics } from "./inspect/list-locks.ts";
export type { LockView, PastLock } from "./inspect/list-locks.ts";
export { readChanges } from "./inspect/read-changes.ts";
export type { Change, ChangesPage } from "./inspect/change.ts";
