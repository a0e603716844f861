/** The public API of the engine: what an application or a workload needs. Reported in docs/reference/engine-api.md. */

// Makes an engine and describes what it runs.
export { createEngine } from "./engine.ts";
export type { Engine, EngineOptions, EngineWorkload } from "./engine.ts";
export type { EngineCounts, EngineStatus } from "./engine/engine-status.ts";
export { defineWorkload } from "./workload/workload.ts";
export type { NewWorkload, Workload, WorkloadParts } from "./workload/workload.ts";
export type {
  CommandContext,
  CommandFacts,
  CommandFlags,
  CommandOutput,
  CommandProgress,
  CommandRun,
  CommandSpec,
  FlagSpec,
  SubCommand,
  VerifiedStep,
  WordSpec,
} from "./workload/command.ts";
export type { WorkloadPage, WorkloadPages } from "./workload/pages.ts";
export type { OptionAliases, WorkloadSettings } from "./config/workload-settings.ts";
export type {
  DemoContext,
  DemoFolder,
  DemoProgress,
  DemoReceiver,
  DemoRequest,
  DemoStep,
  DemoVerdict,
  WorkloadDemo,
} from "./workload/demo.ts";
export { defineTask } from "./tasks/define-task.ts";
export type { TaskDefinition } from "./tasks/define-task.ts";
export type {
  JobOptions,
  NeededSecrets,
  RunContext,
  SplitOptions,
  TaskOrigin,
  TaskSettings,
  ThenContext,
  TicketFields,
  TicketTask,
} from "./tasks/task-options.ts";
export type { GivenTo, JsonOf, ParsedBy, Schema, StandardSchema } from "./tasks/schema.ts";
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
export { defineOperation } from "./operations/operation.ts";
export type {
  JsonSchema,
  Operation,
  OperationAnswer,
  OperationRequest,
  RefusedRequest,
} from "./operations/operation.ts";
export { startUnderLock } from "./operations/start-under-lock.ts";
export type { GuardedTask, StartAnswer, StartOn } from "./operations/start-under-lock.ts";
export { computeIn } from "./compute/compute-target.ts";
export type { ComputeFunction, ComputeTarget } from "./compute/compute-target.ts";
export { createComputePool } from "./compute/compute-pool.ts";
export type { ComputePool, ComputePoolOptions, ComputeRunOptions } from "./compute/compute-pool.ts";
export { hasRole } from "./access/actor.ts";
export type { Actor, Grant, Role } from "./access/actor.ts";

// Ends an attempt, and says when the next one is due.
export { PermanentError, complete, fail, retry, retryIn, snooze } from "./tasks/outcome.ts";
export type { Outcome } from "./tasks/outcome.ts";
export { NO_RETRY, custom, exponential, fixed, list } from "./tasks/retry-policy.ts";
export type { CustomDelay, RetryPolicy, WithJitter } from "./tasks/retry-policy.ts";
export { RotaError, defineErrors, fromWireError, isErrorCode, isRotaError, toWireError } from "./errors.ts";
export type {
  RotaErrorClass,
  ErrorCode,
  ErrorDetails,
  ErrorKind,
  ErrorOptions,
  WireError,
  ErrorTable,
  Refusal,
} from "./errors.ts";

// Submits tasks and appends events in the caller's own transaction.
export { adoptTransaction } from "./database/adopt-transaction.ts";
export type { AdoptedTransaction } from "./database/adopt-transaction.ts";
export { ANNOUNCEMENTS } from "./tasks/task-event.ts";
export type {
  AnnouncedError,
  Announcement,
  TaskEvent,
  TaskEventData,
  TaskEventType,
  TaskFacts,
} from "./tasks/task-event.ts";
export type { Listen, ListenedTasks } from "./engine/task-listeners.ts";
export { planTask } from "./tasks/plan-task.ts";
export type { TaskPlacement } from "./tasks/plan-task.ts";
export type { NewChunk, NewTask, SubmittedTask, TaskCallback, TimedKey, UniqueKey } from "./tasks/new-task.ts";
export { submitTasks } from "./tasks/submit-tasks.ts";
export type { NamedSubmission, PlacementOptions, SubmitOptions } from "./tasks/submit-tasks.ts";
export { locateTask, taskKey } from "./tasks/task-keys.ts";
export type { TaskPlace } from "./tasks/task-keys.ts";
export { cancelTask } from "./tasks/change-task.ts";
export { appendEvent } from "./outbox/append-event.ts";
export type { Aggregate, EventHeaders, NewEvent, OutboxEvent, TransactionalSink } from "./outbox/outbox-event.ts";
export { appendAudit, appendAudits } from "./audit-log/append-audit.ts";
export type { AuditEntry, AuditSubject, NewAuditEntry } from "./audit-log/audit-entry.ts";

// Reads tasks, schedules them and sets the limits of lanes.
export type { ResultWait, TaskHandle } from "./engine/task-handle.ts";
export { getTask, listTasks } from "./inspect/list-tasks.ts";
export type { TaskDetails, TaskListing, TaskName, TaskView } from "./inspect/list-tasks.ts";
export type { Page, PageQuery } from "./paging.ts";
export { getChunk } from "./inspect/list-chunks.ts";
export type { ChunkDetails, ChunkPlace } from "./inspect/list-chunks.ts";
export { getGroupProgress, getTaskProgress } from "./progress/task-progress.ts";
export type { GroupProgress, TaskProgress } from "./progress/task-progress.ts";
export type { TaskCounts } from "./progress/task-counts.ts";
export { getSystemStatistics } from "./progress/system-statistics.ts";
export type { SystemStatistics } from "./progress/system-statistics.ts";
export { listAudit } from "./audit-log/list-audit.ts";
export type { AuditListing, AuditPage } from "./audit-log/list-audit.ts";
export { getOutboxBacklog, listWaitingEvents } from "./outbox/outbox-statistics.ts";
export type { OutboxBacklog, WaitingEvent, WaitingEventsQuery } from "./outbox/outbox-statistics.ts";
export type { TaskState } from "./tasks/task-states.ts";
export { setLane } from "./tasks/lanes.ts";
export type { LaneName, NewLaneSettings } from "./tasks/lanes.ts";
export { pauseSchedule, removeSchedule, resumeSchedule, setSchedule } from "./schedules/set-schedule.ts";
export { listSchedules } from "./schedules/list-schedules.ts";
export type { Schedule, ScheduleListing } from "./schedules/list-schedules.ts";
export type { TaskSchedule } from "./schedules/schedule-task.ts";
export type { AtTime, NewSchedule, OnMissed, ScheduledTask } from "./schedules/schedule.ts";

// Lists, replays and discards what failed for good, and erases the payloads of a tenant.
export { listDeadLetters } from "./dead-letters/list-dead-letters.ts";
export type { DeadLetterListing, DeadLetterPage } from "./dead-letters/list-dead-letters.ts";
export { showDeadLetter } from "./dead-letters/show-dead-letter.ts";
export type {
  DeadChunkDetails,
  DeadEventDetails,
  DeadLetterDetails,
  ParkedDeadLetterDetails,
} from "./dead-letters/show-dead-letter.ts";
export { discardDeadLetter, replayDeadLetter } from "./dead-letters/decide-dead-letter.ts";
export type { DeadLetterDiscard, DeadLetterReplay, DeadLetterReplayed } from "./dead-letters/decide-dead-letter.ts";
export { replayDeadLetters } from "./dead-letters/replay-dead-letters.ts";
export type { DeadLettersReplay, ReplayReport } from "./dead-letters/replay-dead-letters.ts";
export type {
  DeadChunk,
  DeadEvent,
  DeadLetter,
  DeadLetterFilter,
  DeadLetterState,
  ParkedDeadLetter,
} from "./dead-letters/dead-letter.ts";
export { redriveChunks } from "./tasks/redrive-chunks.ts";
export type { RedriveRequest } from "./tasks/redrive-chunks.ts";
export { discardRejected, listRejected, replayRejected, showRejected } from "./intake/rejected-events.ts";
export type {
  RejectedDiscard,
  RejectedDetails,
  RejectedEvent,
  RejectedFilter,
  RejectedReplay,
  ReplayResult,
} from "./intake/rejected-events.ts";
export type { EventAnswer, ReceiveOptions } from "./intake/receive-event.ts";
export { erasePayloads } from "./retention/erase-payloads.ts";
export type { Erased } from "./retention/erase-payloads.ts";

// Opens, migrates and queries a database.
export { openPostgres } from "./database/postgres-database.ts";
export type { PostgresOptions } from "./database/postgres-database.ts";
export type {
  Database,
  Listener,
  QueryOptions,
  Queryable,
  Transaction,
  TransactionOptions,
} from "./database/database.ts";
export { ROTA_VERSION, migrate } from "./database/migrate.ts";
export type { MigrateOptions, MigrateResult } from "./database/migrate.ts";
export { readMigrations } from "./database/migration-set.ts";
export type {
  FunctionFile,
  FunctionSet,
  Migration,
  MigrationSet,
  ReplacedMigrations,
} from "./database/migration-set.ts";
export { json, sql } from "./database/sql.ts";
export type { JsonValue, Sql, SqlValue } from "./database/sql.ts";
export { sqlState, violatedConstraint } from "./database/database-error.ts";

// Configuration, logs and encryption of a process.
export { loadConfig } from "./workload/load-config.ts";
export type { ConfigReading } from "./workload/load-config.ts";
export { loadWorkloads } from "./workload/load-workloads.ts";
export type { LoadOptions } from "./config/read-sources.ts";
export type { OptionsReading } from "./config/read-config.ts";
export type { Config } from "./config/config.ts";
export { createLogger, silentLogger } from "./runtime/logger.ts";
export type { Logger, LoggerOptions } from "./runtime/logger.ts";
export type { Clock } from "./runtime/clock.ts";
export { createEncryptingCodec } from "./codec/encrypting-codec.ts";
export type { EncryptingCodecOptions } from "./codec/encrypting-codec.ts";
export type { PayloadCodec, PayloadPlace, WithCodec } from "./codec/payload-codec.ts";

// Types of the locks, idempotency keys, secrets, webhooks and messages that an engine offers.
export type { MessageHeaders } from "./broker/broker.ts";
export type {
  AcquireAnswer,
  Coordinator,
  ExtendAnswer,
  Lock,
  LockExtension,
  LockHold,
  LockProlongation,
  LockRequest,
  Locks,
  NewSecret,
  Once,
  OnceAnswer,
  OnceClaim,
  OnceFinishOptions,
  OnceRequest,
  OwnLock,
  Secrets,
} from "./locks/locks.ts";
export type { Webhooks } from "./webhooks/webhooks.ts";
export type { FormattedEvent, WebhookFormat } from "./webhooks/webhook-format.ts";
export type { DeliveryRequest, SigningKeys } from "./webhooks/sign-body.ts";
export type { WebhookEvent } from "./webhooks/create-deliveries.ts";
export type { ActionContext, Endpoint, EndpointName, EndpointSettings, NewEndpoint } from "./webhooks/endpoint.ts";
export type { Endpoints } from "./webhooks/endpoints.ts";
export type { Delivery, DeliveryDetails, DeliveryQuery, ReplayRequest } from "./webhooks/delivery-log.ts";
export type { PingResult } from "./webhooks/deliver-task.ts";

// Recognizes repeated requests by their idempotency keys.
export { inputHashOf, isRepeated, keyConflict } from "./idempotency.ts";
export type { UsedKey } from "./idempotency.ts";
