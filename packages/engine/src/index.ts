/** The public API of the engine. */
export { ERROR_KINDS, isRotaError, RotaError } from "./errors.ts";
export type { ErrorCode, ErrorDetails, ErrorKind } from "./errors.ts";
export { describeConfig, redactUrls } from "./config/describe-config.ts";
export type { DescribedOption } from "./config/describe-config.ts";
export { RESERVED_VARIABLES } from "./config/environment/read-environment.ts";
export { loadConfig } from "./config/load-config.ts";
export type { LoadOptions } from "./config/load-config.ts";
export { environmentName, flagName, isSecretOption, optionLimit } from "./config/option.ts";
export type { Option, OptionTable } from "./config/option.ts";
export { optionNames, optionTable } from "./config/options.ts";
export type { Config, OptionName } from "./config/options.ts";
export { readConfig } from "./config/read-config.ts";
export type { ConfigReading, ConfigSources, Surroundings } from "./config/read-config.ts";
export { backupTo } from "./database/backup/backup.ts";
export type { BackupOptions, BackupProgress, BackupResult } from "./database/backup/backup.ts";
export { copyDatabase } from "./database/backup/copy-database.ts";
export { restoreFrom } from "./database/backup/restore.ts";
export type { RestoreOptions } from "./database/backup/restore.ts";
export { SqlError, sqlState, violatedConstraint } from "./database/database-error.ts";
export type { Database, Listener, Queryable, QueryOptions } from "./database/database.ts";
export type { Transaction, TransactionOptions } from "./database/database.ts";
export { describeDatabase } from "./database/describe-database.ts";
export type { DatabaseDescription } from "./database/describe-database.ts";
export { adoptTransaction } from "./database/drivers/adopt-transaction.ts";
export type { AdoptedTransaction } from "./database/drivers/adopt-transaction.ts";
export { engineMigrations, migrate, readMigrations } from "./database/migrate.ts";
export type { MigrateOptions, MigrateResult, Migration, MigrationSet } from "./database/migrate.ts";
export { selectInstance } from "./database/migrations/instance.sql.ts";
export type { InstanceRow } from "./database/migrations/instance.sql.ts";
export { ROTA_VERSION } from "./database/migrations/rota-version.ts";
export { notify } from "./database/notify.sql.ts";
export { openDatabase } from "./database/open-database.ts";
export type { OpenDatabaseOptions } from "./database/open-database.ts";
export { openPglite } from "./database/pglite-database.ts";
export type { PgliteOptions } from "./database/pglite-database.ts";
export { openPostgres } from "./database/postgres-database.ts";
export type { PostgresOptions } from "./database/postgres-database.ts";
export { json, sql, sqlScript } from "./database/sql.ts";
export type { JsonValue, Sql, SqlValue } from "./database/sql.ts";
export { takeTurns, TURNS_MAX } from "./fairness/take-turns.ts";
export type { TakenChunk, TurnsRequest } from "./fairness/take-turns.ts";
export { auditQueue, listAuditedQueues } from "./fairness/audit/audit-queue.ts";
export type { AuditProgress, AuditReport, AuditRequest, NamedUnfairness } from "./fairness/audit/audit-queue.ts";
export { describeDifference } from "./fairness/audit/difference.ts";
export type { Difference, DifferenceKind } from "./fairness/audit/difference.ts";
export { exportHead, parseHead } from "./fairness/audit/log-head.ts";
export type { LogHead } from "./fairness/audit/log-head.ts";
export { checkpointQueue } from "./fairness/audit/retention/checkpoint.ts";
export { forgetLanes } from "./fairness/audit/retention/forget-lanes.ts";
export { pruneLog } from "./fairness/audit/retention/prune-log.ts";
export type { PruneRequest, PruneResult } from "./fairness/audit/retention/prune-log.ts";
export { explainChunk } from "./fairness/explain/explain-chunk.ts";
export type { ChunkExplanation, ChunkName, Standing } from "./fairness/explain/explain-chunk.ts";
export type { Waiting } from "./fairness/explain/explain-waiting.ts";
export { fairnessSpread } from "./fairness/explain/fairness-spread.ts";
export type { FairnessSpread } from "./fairness/explain/fairness-spread.ts";
export type { TurnsAhead } from "./fairness/explain/foresee.ts";
export type { Obstacle } from "./fairness/explain/obstacles.ts";
export { describeError, EXIT_CODES } from "./runtime/describe-error.ts";
export type { DescribedError } from "./runtime/describe-error.ts";
export { systemClock } from "./runtime/clock.ts";
export type { Clock } from "./runtime/clock.ts";
export { createLogger, silentLogger } from "./runtime/logger.ts";
export type { Logger, LoggerOptions } from "./runtime/logger.ts";
export { createLoop } from "./runtime/loop.ts";
export type { Backoff, Loop, LoopOptions, Next } from "./runtime/loop.ts";
export { createShutdown } from "./runtime/shutdown.ts";
export type { Shutdown, ShutdownOptions, StoppableProcess } from "./runtime/shutdown.ts";
export { cancelTask, pauseTask, resumeTask } from "./tasks/change-task.ts";
export { CHUNK_TRANSITIONS, mayChunkBecome } from "./tasks/chunk.ts";
export type { ChunkState } from "./tasks/chunk.ts";
export { setLane } from "./tasks/lanes/set-lane.ts";
export type { LaneName, NewLaneSettings } from "./tasks/lanes/set-lane.ts";
export { nextDueMs } from "./tasks/next-due.ts";
export { locateTask } from "./tasks/locate-task.ts";
export type { TaskPlace } from "./tasks/locate-task.ts";
export { sweepCancelled } from "./tasks/sweep-cancelled.ts";
export { mayTaskBecome, TASK_TRANSITIONS } from "./tasks/task.ts";
export type { TaskState } from "./tasks/task.ts";
export { appendAudit, appendAudits } from "./audit-log/append-audit.ts";
export { describeAuditDifference } from "./audit-log/audit-difference.ts";
export { APPENDED_MAX, auditChainLink, AUDIT_NAME_BYTES_MAX, DETAILS_BYTES_MAX } from "./audit-log/audit-entry.ts";
export type { AuditEntry, AuditFilter, AuditSubject, NewAuditEntry } from "./audit-log/audit-entry.ts";
export { exportAuditHead, exportAuditHeads, parseAuditHeads } from "./audit-log/audit-heads.ts";
export type { AuditHead } from "./audit-log/audit-heads.ts";
export { AUDIT_LISTED_MAX, listAudit } from "./audit-log/list-audit.ts";
export type { AuditListing, AuditPage } from "./audit-log/list-audit.ts";
export { verifyAudit } from "./audit-log/verify-audit.ts";
export type {
  AuditDifference,
  AuditVerification,
  AuditVerificationProgress,
  AuditVerificationReport,
} from "./audit-log/verify-audit.ts";
export { submitTasks } from "./tasks/submit-tasks.ts";
export { chunkKey, taskKey } from "./tasks/submission/task-key.ts";
export type { NewChunk, NewTask, SubmittedTask, TimedKey, UniqueKey } from "./tasks/new-task.ts";
export { completeChunks } from "./worker/settle-chunks.ts";
export type { LeasedChunk } from "./worker/settle-chunks.ts";
export { defineWorkload } from "./workload.ts";
export type { NewWorkload, Workload } from "./workload.ts";
export { createEngine } from "./engine.ts";
export type { Engine, EngineOptions } from "./engine.ts";
export type { EngineStatus } from "./engine/engine-status.ts";
export type { EngineCounts, WorkCounts } from "./engine/watching/engine-counts.ts";
export { watchSystem } from "./engine/watching/system-watch.ts";
export type { SystemWatch } from "./engine/watching/system-watch.ts";
export type { CallCountsRead } from "./runtime/counting/call-counts.ts";
export type { HistogramCounts } from "./runtime/counting/histogram.ts";
export type { DeliveryCount, DeliveryCounts } from "./webhooks/sending/delivery-tally.ts";
export type { AttemptCounts, AttemptOutcome } from "./worker/attempt-counts.ts";
export type { TaskHandle } from "./engine/task-handle.ts";
export { createEncryptingCodec } from "./codec/encrypting-codec.ts";
export type { EncryptingCodecOptions } from "./codec/encrypting-codec.ts";
export type { PayloadCodec, PayloadPlace } from "./codec/payload-codec.ts";
export type * from "./broker/broker.ts";
export { openRabbitmqBroker } from "./broker/rabbitmq-broker.ts";
export type { RabbitmqOptions } from "./broker/rabbitmq-broker.ts";
export { listenForTriggers, publishTrigger } from "./broker/trigger.ts";
export type { TriggerListener, TriggerRoute } from "./broker/trigger.ts";
export { openCoordinator } from "./coordinator/open-coordinator.ts";
export type { CoordinatorConfig, OpenCoordinatorOptions, OpenedCoordinator } from "./coordinator/open-coordinator.ts";
export type { Outage } from "./coordinator/redis/outage.ts";
export type { DispatchCounts } from "./dispatch/dispatch-counts.ts";
export { openDispatcher } from "./engine/dispatching/open-dispatcher.ts";
export type { OpenDispatcherOptions, OpenedDispatcher } from "./engine/dispatching/open-dispatcher.ts";
export type { NamedSubmission } from "./engine/submitting/submit-named.ts";
export type { SubmitOptions } from "./engine/submitting/submit-task.ts";
export { createDatabaseCoordinator } from "./coordinator/database-coordinator.ts";
export type { DatabaseCoordinatorOptions } from "./coordinator/database-coordinator.ts";
export type * from "./coordinator/coordinator.ts";
export { exponential, fixed, list, custom } from "./retries/retry-policy.ts";
export type { RetryPolicy } from "./retries/retry-policy.ts";
export { nextRetry } from "./retries/next-retry.ts";
export { redriveChunks, REDRIVEN_MAX } from "./retries/redrive-chunks.ts";
export type { RedriveWish } from "./retries/redrive-chunks.ts";
export { describePolicy } from "./retries/describe-policy.ts";
export type { PolicyDescription } from "./retries/describe-policy.ts";
export {
  COMPENSATED_DECRYPTION_RETRY,
  DEFAULT_RETRY,
  ELECTIONS_RETRY,
  NO_RETRY,
  PASSPORTS_RETRY,
} from "./retries/known-policies.ts";
export { defineTask } from "./tasks/definition/define-task.ts";
export type { TaskDefinition } from "./tasks/definition/define-task.ts";
export type {
  NeededSecrets,
  RunContext,
  TaskSettings,
  ThenContext,
  TicketFields,
  TicketTask,
} from "./tasks/definition/task-options.ts";
export type { Schema, StandardSchema } from "./tasks/definition/input/schema.ts";
export type { JsonOf } from "./tasks/definition/input/json-of.ts";
export { planTask } from "./tasks/definition/plan-task.ts";
export type { TaskPlacement } from "./tasks/definition/plan-task.ts";
export { createTaskRegistry } from "./tasks/definition/task-registry.ts";
export type { FoundTask, TaskRegistry } from "./tasks/definition/task-registry.ts";
export { complete, fail, retry, retryIn, snooze } from "./tasks/definition/outcome.ts";
export type { Outcome } from "./tasks/definition/outcome.ts";
export { PermanentError } from "./worker/outcome/permanent-error.ts";
export type { ErrorRecord } from "./worker/outcome/error-record.ts";
export { createComputePool } from "./compute/compute-pool.ts";
export type { ComputePool, ComputePoolOptions, ComputeRunOptions, ComputeStats } from "./compute/compute-pool.ts";
export { computeIn } from "./compute/compute-target.ts";
export type { ComputeFunction, ComputeTarget } from "./compute/compute-target.ts";
export type { ComputeLimits } from "./compute/compute-limits.ts";
export { createScheduleLoop } from "./schedules/schedule-loop.ts";
export type { ScheduleLoopOptions } from "./schedules/schedule-loop.ts";
export { setSchedule } from "./schedules/set-schedule.ts";
export { pauseSchedule, removeSchedule, resumeSchedule } from "./schedules/change-schedule.ts";
export { getSchedule, listMissedRuns, listSchedules } from "./schedules/list-schedules.ts";
export type { MissedRuns, Schedule, ScheduleListing } from "./schedules/list-schedules.ts";
export { runDueSchedules } from "./schedules/run-due-schedules.ts";
export type { SchedulePass } from "./schedules/run-due-schedules.ts";
export type { NewSchedule, OnMissed, ScheduledTask } from "./schedules/new-schedule.ts";
export { startUnderLock } from "./operations/start-under-lock.ts";
export type { GuardedTask, StartAnswer, StartOn } from "./operations/start-under-lock.ts";
export { getTaskProgress } from "./progress/task-progress.ts";
export type { FailedChunk, RunningChunk, TaskProgress } from "./progress/task-progress.ts";
export type { TaskCounts } from "./progress/task-counts.ts";
export { getGroupProgress } from "./progress/group-progress.ts";
export type { GroupProgress, TypeProgress } from "./progress/group-progress.ts";
export { getSystemStatistics } from "./progress/system-statistics.ts";
export type { QueueStatistics, SystemStatistics, WorkerStatistics } from "./progress/system-statistics.ts";
export { listAttempts } from "./progress/list-attempts.ts";
export type { PastAttempt } from "./progress/list-attempts.ts";
export { pruneFinished } from "./retention/prune-finished.ts";
export type { Pruned, PruneWish } from "./retention/prune-finished.ts";
export { erasePayloads } from "./retention/erase-payloads.ts";
export type { Erased } from "./retention/erase-payloads.ts";
export { appendEvent } from "./outbox/append-event.ts";
export { createBrokerSink } from "./outbox/broker-sink.ts";
export type { BrokerSinkOptions } from "./outbox/broker-sink.ts";
export { readPayload } from "./outbox/event.ts";
export type { Aggregate, EventHeaders, EventSink, NewEvent, OutboxEvent } from "./outbox/event.ts";
export type { PublishingSink, PublishResult, TransactionalSink } from "./outbox/event.ts";
export { pruneOutbox } from "./outbox/prune-outbox.ts";
export { createRelay } from "./outbox/relay.ts";
export type { Relay, RelayOptions } from "./outbox/relay.ts";
export { getOutboxStatistics } from "./outbox/watching/outbox-statistics.ts";
export type { OutboxStatistics, SinkStatistics } from "./outbox/watching/outbox-statistics.ts";
export {
  discardParkedEvent,
  forgetSink,
  listParkedEvents,
  retryParkedEvents,
} from "./outbox/watching/parked-events.ts";
export type { DiscardWish, ParkedEvent, ParkedFilter, ParkedWish } from "./outbox/watching/parked-events.ts";
export { getOutboxBacklog, listWaitingEvents } from "./outbox/watching/waiting-events.ts";
export type { OutboxBacklog, WaitingEvent, WaitingWish } from "./outbox/watching/waiting-events.ts";
export { createWebhooks } from "./webhooks/webhooks.ts";
export type { WebhookConfig, Webhooks, WebhooksOptions } from "./webhooks/webhooks.ts";
export type { WebhookEvent } from "./webhooks/deliveries/message-body.ts";
export type { DeliveryState } from "./webhooks/deliveries/deliveries.sql.ts";
export type { Acting, Endpoint, EndpointName, EndpointSettings, NewEndpoint } from "./webhooks/endpoints/endpoint.ts";
export type { Endpoints } from "./webhooks/endpoints/endpoints.ts";
export type { RotateOptions } from "./webhooks/endpoints/rotate-secret.ts";
export type { ResolveHost } from "./webhooks/guard/resolve-host.ts";
export type { Delivery, DeliveryAttempt, DeliveryDetails, DeliveryWish } from "./webhooks/log/list-deliveries.ts";
export type { PingResult } from "./webhooks/log/ping.ts";
export { pruneDeliveries } from "./webhooks/log/prune-deliveries.ts";
export type { ReplayWish } from "./webhooks/log/replay-deliveries.ts";
export { decideDelivery } from "./webhooks/sending/decide-delivery.ts";
export type { DeliveryDecision } from "./webhooks/sending/decide-delivery.ts";
export type { DeliverySchedule } from "./webhooks/sending/delivery-schedule.ts";
export type { SendOutcome } from "./webhooks/sending/outcome.ts";
export { signBody } from "./webhooks/signing/sign-body.ts";
export type { SignatureKey } from "./webhooks/signing/sign-body.ts";
export { defineIntake } from "./intake/define-intake.ts";
export type { Handle, HandleContext, IntakeBroker, IntakeDefinition } from "./intake/define-intake.ts";
export type { IntakeOptions, ReceivedMessage } from "./intake/define-intake.ts";
export { eventDone, eventLater, eventRejected } from "./intake/event.ts";
export type { EventOrigin, EventOutcome, IntakeEvent, OutsideEvent } from "./intake/event.ts";
export type { IntakeCounts } from "./intake/intake-counts.ts";
export { openIntakes } from "./intake/open-intakes.ts";
export type { Intakes, IntakesOptions } from "./intake/open-intakes.ts";
export type { Answer as EventAnswer } from "./intake/receiving/answer.ts";
export { readOutcome } from "./intake/receiving/read-outcome.ts";
export type { EventName, KnownOutcome } from "./intake/receiving/read-outcome.ts";
export type { ReceiveOptions } from "./intake/receiving/receive-event.ts";
export { discardRejected } from "./intake/rejected/discard-rejected.ts";
export type { Discard as RejectedDiscard } from "./intake/rejected/discard-rejected.ts";
export { listRejected, showRejected } from "./intake/rejected/list-rejected.ts";
export type { RejectedAct, RejectedDetails, RejectedEvent, RejectedFilter } from "./intake/rejected/list-rejected.ts";
export { replayRejected } from "./intake/rejected/replay-rejected.ts";
export type { Replay as RejectedReplay, ReplayResult } from "./intake/rejected/replay-rejected.ts";
export type { DeadChunk, DeadEvent, DeadLetter, DeadLetterState, ParkedLetter } from "./dead-letters/dead-letter.ts";
export type { DeadLetterFilter } from "./dead-letters/listing/filter.ts";
export { LISTED_LETTERS_MAX, listDeadLetters } from "./dead-letters/listing/list-dead-letters.ts";
export type { DeadLetterListing, DeadLetterPage } from "./dead-letters/listing/list-dead-letters.ts";
export { showDeadLetter } from "./dead-letters/listing/show-dead-letter.ts";
export type {
  DeadChunkDetails,
  DeadEventDetails,
  DeadLetterDetails,
  LetterAct,
  ParkedLetterDetails,
} from "./dead-letters/listing/show-dead-letter.ts";
export { discardDeadLetter } from "./dead-letters/acts/discard-dead-letter.ts";
export type { DeadLetterDiscard } from "./dead-letters/acts/discard-dead-letter.ts";
export { replayDeadLetter } from "./dead-letters/acts/replay-dead-letter.ts";
export type { DeadLetterReplay, DeadLetterReplayed } from "./dead-letters/acts/replay-dead-letter.ts";
export { replayDeadLetters } from "./dead-letters/acts/replay-dead-letters.ts";
export type {
  DeadLettersReplay,
  ReplayFailure,
  ReplayProgress,
  ReplayReport,
} from "./dead-letters/acts/replay-dead-letters.ts";
export { hasRole, NOBODY } from "./access/actor.ts";
export type { Actor, Role } from "./access/actor.ts";
export type { Grant } from "./access/check-grant.ts";
export { ACCESS_TENANT, createKey, hasValidKey, listKeys, revokeKey } from "./access/keys.ts";
export type { AccessKey, KeysPage, KeyWish, NewKey } from "./access/keys.ts";
export { createSignInLink, endSession, SESSION_MS, SIGN_IN_LINK_MS, signIn } from "./access/sessions.ts";
export type { NewSignInLink, SessionWish, SignInLink, StartedSession } from "./access/sessions.ts";
export { createVerifier } from "./access/verifier.ts";
export type { Verifier, VerifierOptions } from "./access/verifier.ts";
export { defineOperation } from "./operations/operation.ts";
export type {
  Answer as OperationAnswer,
  JsonSchema,
  Operation,
  OperationRequest,
  RefusedRequest,
} from "./operations/operation.ts";
export { listTasks, LOOKED_TASKS_MAX } from "./inspect/tasks/list-tasks.ts";
export type { TaskListing } from "./inspect/tasks/list-tasks.ts";
export { getTask } from "./inspect/tasks/get-task.ts";
export type { TaskName } from "./inspect/tasks/get-task.ts";
export type * from "./inspect/tasks/task-view.ts";
export { listChunks } from "./inspect/chunks/list-chunks.ts";
export type { ChunkListing } from "./inspect/chunks/list-chunks.ts";
export { getChunk } from "./inspect/chunks/get-chunk.ts";
export type { ChunkPlace } from "./inspect/chunks/get-chunk.ts";
export { chunkGrid, GRID_CHUNKS_MAX } from "./inspect/chunks/chunk-grid.ts";
export type { GridWish } from "./inspect/chunks/chunk-grid.ts";
export { GRID_LETTERS } from "./inspect/chunks/chunk-view.ts";
export type { ChunkDecision, ChunkDetails, ChunkError, ChunkGrid, ChunkView } from "./inspect/chunks/chunk-view.ts";
export { listQueues } from "./inspect/queues/list-queues.ts";
export { listLanes } from "./inspect/lanes/list-lanes.ts";
export type { LaneListing, LanePage } from "./inspect/lanes/list-lanes.ts";
export { queueFairness } from "./inspect/shares/queue-fairness.ts";
export type { FairnessListing } from "./inspect/shares/queue-fairness.ts";
export type * from "./inspect/queues/queue-view.ts";
export { listDispatches } from "./inspect/turns/list-dispatches.ts";
export type { DispatchListing } from "./inspect/turns/list-dispatches.ts";
export { activityHistory } from "./inspect/turns/activity-history.ts";
export type { ActivityListing } from "./inspect/turns/activity-history.ts";
export type * from "./inspect/turns/activity.ts";
export { listWorkers } from "./inspect/workers/list-workers.ts";
export type * from "./inspect/workers/worker-view.ts";
export { getLock, listLocks } from "./inspect/locks/list-locks.ts";
export type { LockListing, LockName } from "./inspect/locks/list-locks.ts";
export { lockHistory, lockStatistics } from "./inspect/locks/lock-history.ts";
export type { LockHistoryListing, LockStatisticsWish } from "./inspect/locks/lock-history.ts";
export type * from "./inspect/locks/lock-view.ts";
export { CHANGES_KEPT_MS, readChanges } from "./inspect/changes/read-changes.ts";
export type { ChangesWish, ChangeTopic } from "./inspect/changes/read-changes.ts";
export type * from "./inspect/changes/change.ts";
export { LISTED_MAX } from "./inspect/page.ts";
export type { Page, PageWish } from "./inspect/page.ts";
export type { ChunkCounts, Count } from "./progress/chunk-counts.ts";
