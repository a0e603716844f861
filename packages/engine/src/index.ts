/** The public API of the engine. */
export { ERROR_KINDS, RotaError, isRotaError } from "./errors.ts";
export type { ErrorCode, ErrorDetails, ErrorKind } from "./errors.ts";
export { describeConfig, redactUrls } from "./config/describe-config.ts";
export type { DescribedOption } from "./config/describe-config.ts";
export { RESERVED_VARIABLES } from "./config/read-environment.ts";
export { loadConfig } from "./config/load-config.ts";
export type { LoadOptions } from "./config/load-config.ts";
export { environmentName, flagName, isSecretOption, optionLimit } from "./config/option.ts";
export type { Option, OptionTable } from "./config/option.ts";
export { optionNames, optionTable } from "./config/config.ts";
export type { Config, OptionName } from "./config/config.ts";
export { readConfig } from "./config/read-config.ts";
export type { ConfigReading, ConfigSources, Surroundings } from "./config/read-config.ts";
export { backupTo } from "./database/backup.ts";
export type { BackupOptions, BackupProgress, BackupResult } from "./database/backup.ts";
export { copyDatabase, restoreFrom } from "./database/restore.ts";
export type { RestoreOptions } from "./database/restore.ts";
export { SqlError, sqlState, violatedConstraint } from "./database/database-error.ts";
export type {
  Database,
  Listener,
  QueryOptions,
  Queryable,
  Transaction,
  TransactionOptions,
} from "./database/database.ts";
export { describeDatabase, openDatabase } from "./engine/open-database.ts";
export type { DatabaseDescription, OpenDatabaseOptions } from "./engine/open-database.ts";
export { adoptTransaction } from "./database/adopt-transaction.ts";
export type { AdoptedTransaction } from "./database/adopt-transaction.ts";
export { ROTA_VERSION, engineMigrations, migrate, readMigrations } from "./database/migrate.ts";
export type { MigrateOptions, MigrateResult, Migration, MigrationSet } from "./database/migrate.ts";
export { notify, selectInstance } from "./database/database.sql.ts";
export type { InstanceRow } from "./database/database.sql.ts";
export { openPglite } from "./database/pglite-database.ts";
export type { PgliteOptions } from "./database/pglite-database.ts";
export { openPostgres } from "./database/postgres-database.ts";
export type { PostgresOptions } from "./database/postgres-database.ts";
export { json, sql, sqlScript } from "./database/sql.ts";
export type { JsonValue, Sql, SqlValue } from "./database/sql.ts";
export { TURNS_MAX, takeTurns } from "./fairness/take-turns.ts";
export type { TakenChunk, TurnsRequest } from "./fairness/take-turns.ts";
export { auditQueue, exportHead, listAuditedQueues, parseHead } from "./fairness/audit-queue.ts";
export type { AuditProgress, AuditReport, AuditRequest, LogHead, NamedUnfairness } from "./fairness/audit-queue.ts";
export { describeDifference } from "./fairness/replay.ts";
export type { Difference, DifferenceKind } from "./fairness/replay.ts";
export { checkpointQueue, forgetLanes, pruneLog } from "./fairness/checkpoint.ts";
export type { PruneRequest, PruneResult } from "./fairness/checkpoint.ts";
export { explainChunk } from "./fairness/explain-chunk.ts";
export type { ChunkExplanation, ChunkName, Standing } from "./fairness/explain-chunk.ts";
export type { Obstacle, TurnsAhead, Waiting } from "./fairness/explain-waiting.ts";
export { fairnessSpread } from "./fairness/measure-spread.ts";
export type { FairnessSpread } from "./fairness/measure-spread.ts";
export { EXIT_CODES, describeError } from "./runtime/describe-error.ts";
export type { DescribedError } from "./runtime/describe-error.ts";
export { systemClock } from "./runtime/clock.ts";
export type { Clock } from "./runtime/clock.ts";
export { createLogger, silentLogger } from "./runtime/logger.ts";
export type { Logger, LoggerOptions } from "./runtime/logger.ts";
export { createLoop } from "./runtime/loop.ts";
export type { Backoff, Loop, LoopOptions, Next } from "./runtime/loop.ts";
export { createShutdown } from "./runtime/shutdown.ts";
export type { Shutdown, ShutdownOptions, StoppableProcess } from "./runtime/shutdown.ts";
export { cancelTask, pauseTask, resumeTask, sweepCancelled } from "./tasks/change-task.ts";
export { CHUNK_TRANSITIONS, TASK_TRANSITIONS, mayChunkBecome, mayTaskBecome } from "./tasks/task-states.ts";
export type { ChunkState, TaskState } from "./tasks/task-states.ts";
export { setLane } from "./tasks/lanes.ts";
export type { LaneName, NewLaneSettings } from "./tasks/lanes.ts";
export { nextDueMs } from "./worker/claim-chunks.ts";
export { chunkKey, locateTask, taskKey } from "./tasks/task-keys.ts";
export type { TaskPlace } from "./tasks/task-keys.ts";
export { appendAudit, appendAudits } from "./audit-log/append-audit.ts";
export {
  describeAuditDifference,
  exportAuditHead,
  exportAuditHeads,
  parseAuditHeads,
  verifyAudit,
} from "./audit-log/verify-audit.ts";
export type {
  AuditDifference,
  AuditHead,
  AuditVerification,
  AuditVerificationProgress,
  AuditVerificationReport,
} from "./audit-log/verify-audit.ts";
export { APPENDED_MAX, AUDIT_NAME_BYTES_MAX, DETAILS_BYTES_MAX, auditChainLink } from "./audit-log/audit-entry.ts";
export type { AuditEntry, AuditFilter, AuditSubject, NewAuditEntry } from "./audit-log/audit-entry.ts";
export { AUDIT_LISTED_MAX, listAudit } from "./audit-log/list-audit.ts";
export type { AuditListing, AuditPage } from "./audit-log/list-audit.ts";
export { submitTasks } from "./tasks/submit-tasks.ts";
export type { NamedSubmission, SubmitOptions } from "./tasks/submit-tasks.ts";
export type { NewChunk, NewTask, SubmittedTask, TimedKey, UniqueKey } from "./tasks/new-task.ts";
export { completeChunks } from "./worker/settle-chunks.ts";
export type { LeasedChunk } from "./worker/settle-chunks.ts";
export { defineWorkload } from "./workload.ts";
export type { NewWorkload, Workload } from "./workload.ts";
export { createEngine } from "./engine.ts";
export type { Engine, EngineOptions } from "./engine.ts";
export type { EngineCounts, EngineStatus, WorkCounts } from "./engine/engine-status.ts";
export { getSystemStatistics, watchSystem } from "./progress/system-statistics.ts";
export type { QueueStatistics, SystemStatistics, SystemWatch, WorkerStatistics } from "./progress/system-statistics.ts";
export type { CallCountsRead, HistogramCounts } from "./runtime/histogram.ts";
export type { DeliveryCount, DeliveryCounts } from "./webhooks/attempt-recorder.ts";
export type { AttemptCounts, AttemptOutcome } from "./worker/observe-attempts.ts";
export type { TaskHandle } from "./engine/task-handle.ts";
export { createEncryptingCodec } from "./codec/encrypting-codec.ts";
export type { EncryptingCodecOptions } from "./codec/encrypting-codec.ts";
export type { PayloadCodec, PayloadPlace } from "./codec/payload-codec.ts";
export type * from "./broker/broker.ts";
export { openRabbitmqBroker } from "./broker/rabbitmq/rabbitmq-broker.ts";
export type { RabbitmqOptions } from "./broker/rabbitmq/rabbitmq-broker.ts";
export { listenForTriggers, publishTrigger } from "./broker/trigger.ts";
export type { TriggerListener, TriggerRoute } from "./broker/trigger.ts";
export { openCoordinator } from "./engine/open-lock-store.ts";
export type { CoordinatorConfig, OpenCoordinatorOptions, OpenedCoordinator } from "./engine/open-lock-store.ts";
export type { Outage } from "./locks/redis/redis-link.ts";
export type { DispatchCounts } from "./dispatch/dispatcher.ts";
export { openDispatcher } from "./engine/open-dispatch.ts";
export type { OpenDispatcherOptions, OpenedDispatcher } from "./engine/open-dispatch.ts";
export { createDatabaseCoordinator } from "./locks/database-lock-store.ts";
export type { DatabaseCoordinatorOptions } from "./locks/database-lock-store.ts";
export type * from "./locks/locks.ts";
export {
  COMPENSATED_DECRYPTION_RETRY,
  DEFAULT_RETRY,
  ELECTIONS_RETRY,
  NO_RETRY,
  PASSPORTS_RETRY,
  custom,
  describePolicy,
  exponential,
  fixed,
  list,
  nextRetry,
} from "./tasks/retry-policy.ts";
export type { PolicyDescription, RetryPolicy } from "./tasks/retry-policy.ts";
export { REDRIVEN_MAX, redriveChunks } from "./tasks/redrive-chunks.ts";
export type { RedriveWish } from "./tasks/redrive-chunks.ts";
export { createTaskRegistry, defineTask } from "./tasks/define-task.ts";
export type { FoundTask, TaskDefinition, TaskRegistry } from "./tasks/define-task.ts";
export type {
  NeededSecrets,
  RunContext,
  TaskSettings,
  ThenContext,
  TicketFields,
  TicketTask,
} from "./tasks/task-options.ts";
export type { JsonOf, Schema, StandardSchema } from "./tasks/schema.ts";
export { planTask } from "./tasks/plan-task.ts";
export type { TaskPlacement } from "./tasks/plan-task.ts";
export { PermanentError, complete, fail, retry, retryIn, snooze } from "./tasks/outcome.ts";
export type { Outcome } from "./tasks/outcome.ts";
export type { ErrorRecord } from "./worker/error-record.ts";
export { createComputePool } from "./compute/compute-pool.ts";
export type {
  ComputeLimits,
  ComputePool,
  ComputePoolOptions,
  ComputeRunOptions,
  ComputeStats,
} from "./compute/compute-pool.ts";
export { computeIn } from "./compute/compute-target.ts";
export type { ComputeFunction, ComputeTarget } from "./compute/compute-target.ts";
export { createScheduleLoop, runDueSchedules } from "./schedules/run-due-schedules.ts";
export type { ScheduleLoopOptions, SchedulePass } from "./schedules/run-due-schedules.ts";
export { pauseSchedule, removeSchedule, resumeSchedule, setSchedule } from "./schedules/set-schedule.ts";
export { getSchedule, listMissedRuns, listSchedules } from "./schedules/list-schedules.ts";
export type { MissedRuns, Schedule, ScheduleListing } from "./schedules/list-schedules.ts";
export type { NewSchedule, OnMissed, ScheduledTask } from "./schedules/schedule.ts";
export { startUnderLock } from "./operations/start-under-lock.ts";
export type { GuardedTask, StartAnswer, StartOn } from "./operations/start-under-lock.ts";
export { getGroupProgress, getTaskProgress, listAttempts } from "./progress/task-progress.ts";
export type {
  FailedChunk,
  GroupProgress,
  PastAttempt,
  RunningChunk,
  TaskProgress,
  TypeProgress,
} from "./progress/task-progress.ts";
export type { ChunkCounts, Count, TaskCounts } from "./progress/task-counts.ts";
export { pruneFinished } from "./retention/retention-loop.ts";
export type { PruneWish, Pruned } from "./retention/retention-loop.ts";
export { erasePayloads } from "./retention/erase-payloads.ts";
export type { Erased } from "./retention/erase-payloads.ts";
export { appendEvent } from "./outbox/append-event.ts";
export { createBrokerSink } from "./outbox/broker-sink.ts";
export type { BrokerSinkOptions } from "./outbox/broker-sink.ts";
export { readPayload } from "./outbox/outbox-event.ts";
export type {
  Aggregate,
  EventHeaders,
  EventSink,
  NewEvent,
  OutboxEvent,
  PublishResult,
  PublishingSink,
  TransactionalSink,
} from "./outbox/outbox-event.ts";
export { pruneOutbox } from "./outbox/prune-outbox.ts";
export { createRelay } from "./outbox/relay.ts";
export type { Relay, RelayOptions } from "./outbox/relay.ts";
export { getOutboxBacklog, getOutboxStatistics, listWaitingEvents } from "./outbox/outbox-statistics.ts";
export type {
  OutboxBacklog,
  OutboxStatistics,
  SinkStatistics,
  WaitingEvent,
  WaitingWish,
} from "./outbox/outbox-statistics.ts";
export { discardParkedEvent, forgetSink, listParkedEvents, retryParkedEvents } from "./outbox/parked-events.ts";
export type { DiscardWish, ParkedEvent, ParkedFilter, ParkedWish } from "./outbox/parked-events.ts";
export { createWebhooks } from "./webhooks/webhooks.ts";
export type { WebhookConfig, Webhooks, WebhooksOptions } from "./webhooks/webhooks.ts";
export type { WebhookEvent } from "./webhooks/create-deliveries.ts";
export type { DeliveryState } from "./webhooks/deliveries.sql.ts";
export type { Acting, Endpoint, EndpointName, EndpointSettings, NewEndpoint } from "./webhooks/endpoint.ts";
export type { Endpoints, RotateOptions } from "./webhooks/endpoints.ts";
export type { ResolveHost } from "./webhooks/url-guard.ts";
export { pruneDeliveries } from "./webhooks/delivery-log.ts";
export type { Delivery, DeliveryAttempt, DeliveryDetails, DeliveryWish, ReplayWish } from "./webhooks/delivery-log.ts";
export type { PingResult } from "./webhooks/deliver-task.ts";
export { decideDelivery } from "./webhooks/decide-delivery.ts";
export type { DeliveryDecision, DeliverySchedule, SendOutcome } from "./webhooks/decide-delivery.ts";
export { signBody } from "./webhooks/sign-body.ts";
export type { SignatureKey } from "./webhooks/sign-body.ts";
export { defineIntake, eventDone, eventLater, eventRejected } from "./intake/define-intake.ts";
export type {
  EventOrigin,
  EventOutcome,
  Handle,
  HandleContext,
  IntakeBroker,
  IntakeDefinition,
  IntakeEvent,
  IntakeOptions,
  OutsideEvent,
  ReceivedMessage,
} from "./intake/define-intake.ts";
export { openIntakes } from "./intake/open-intakes.ts";
export type { IntakeCounts, Intakes, IntakesOptions } from "./intake/open-intakes.ts";
export type { EventAnswer, ReceiveOptions } from "./intake/receive-event.ts";
export { readOutcome } from "./intake/outcome-watch.ts";
export type { EventName, KnownOutcome } from "./intake/outcome-watch.ts";
export { discardRejected, listRejected, replayRejected, showRejected } from "./intake/rejected-events.ts";
export type {
  Discard as RejectedDiscard,
  RejectedAct,
  RejectedDetails,
  RejectedEvent,
  RejectedFilter,
  Replay as RejectedReplay,
  ReplayResult,
} from "./intake/rejected-events.ts";
export type {
  DeadChunk,
  DeadEvent,
  DeadLetter,
  DeadLetterFilter,
  DeadLetterState,
  ParkedLetter,
} from "./dead-letters/dead-letter.ts";
export { LISTED_LETTERS_MAX, listDeadLetters } from "./dead-letters/list-dead-letters.ts";
export type { DeadLetterListing, DeadLetterPage } from "./dead-letters/list-dead-letters.ts";
export { showDeadLetter } from "./dead-letters/show-dead-letter.ts";
export type {
  DeadChunkDetails,
  DeadEventDetails,
  DeadLetterDetails,
  LetterAct,
  ParkedLetterDetails,
} from "./dead-letters/show-dead-letter.ts";
export { discardDeadLetter, replayDeadLetter } from "./dead-letters/decide-dead-letter.ts";
export type { DeadLetterDiscard, DeadLetterReplay, DeadLetterReplayed } from "./dead-letters/decide-dead-letter.ts";
export { replayDeadLetters } from "./dead-letters/replay-dead-letters.ts";
export type {
  DeadLettersReplay,
  ReplayFailure,
  ReplayProgress,
  ReplayReport,
} from "./dead-letters/replay-dead-letters.ts";
export { NOBODY, hasRole } from "./access/actor.ts";
export type { Actor, Grant, Role } from "./access/actor.ts";
export { ACCESS_TENANT, createKey, hasValidKey, listKeys, revokeKey } from "./access/api-keys.ts";
export type { AccessKey, KeyWish, KeysPage, NewKey } from "./access/api-keys.ts";
export { SESSION_MS, SIGN_IN_LINK_MS, createSignInLink, endSession, signIn } from "./access/sessions.ts";
export type { NewSignInLink, SessionWish, SignInLink, StartedSession } from "./access/sessions.ts";
export { createVerifier } from "./access/verifier.ts";
export type { Verifier, VerifierOptions } from "./access/verifier.ts";
export { defineOperation } from "./operations/operation.ts";
export type {
  OperationAnswer,
  JsonSchema,
  Operation,
  OperationRequest,
  RefusedRequest,
} from "./operations/operation.ts";
export { LOOKED_TASKS_MAX, getTask, listTasks } from "./inspect/list-tasks.ts";
export type {
  TaskAct,
  TaskChild,
  TaskDetails,
  TaskListing,
  TaskName,
  TaskPhase,
  TaskPhaseName,
  TaskView,
  WaitingFor,
} from "./inspect/list-tasks.ts";
export { GRID_CHUNKS_MAX, GRID_LETTERS, chunkGrid, getChunk, listChunks } from "./inspect/list-chunks.ts";
export type {
  ChunkDecision,
  ChunkDetails,
  ChunkError,
  ChunkGrid,
  ChunkListing,
  ChunkPlace,
  ChunkView,
  GridWish,
} from "./inspect/list-chunks.ts";
export { listQueues } from "./inspect/list-queues.ts";
export type {
  DispatchView,
  LaneLevel,
  LaneLimits,
  LaneShare,
  LaneView,
  QueueFairness,
  QueueView,
} from "./inspect/list-queues.ts";
export { listLanes } from "./inspect/list-lanes.ts";
export type { LaneListing, LanePage } from "./inspect/list-lanes.ts";
export { queueFairness } from "./inspect/queue-fairness.ts";
export type { FairnessListing } from "./inspect/queue-fairness.ts";
export { activityHistory, listDispatches } from "./inspect/dispatch-history.ts";
export type { ActivityHistory, ActivityListing, ActivitySpan, DispatchListing } from "./inspect/dispatch-history.ts";
export { listWorkers } from "./inspect/list-workers.ts";
export type { WorkerView } from "./inspect/list-workers.ts";
export { getLock, listLocks, lockHistory, lockStatistics } from "./inspect/list-locks.ts";
export type {
  LockHistoryListing,
  LockListing,
  LockName,
  LockOutcome,
  LockStatistics,
  LockStatisticsWish,
  LockView,
  OperationStatistics,
  PastLock,
} from "./inspect/list-locks.ts";
export { CHANGES_KEPT_MS, readChanges } from "./inspect/read-changes.ts";
export type { ChangeTopic, ChangesWish } from "./inspect/read-changes.ts";
export type {
  Change,
  ChangesPage,
  DispatchChange,
  LaneChangeTold,
  TaskChange,
  ToldTurn,
  WorkerChange,
} from "./inspect/change.ts";
export { LISTED_MAX } from "./inspect/page.ts";
export type { Page, PageWish } from "./inspect/page.ts";
