/** The main entry point: what every application needs. The other public ones are `*-kit.ts`; all are in docs/reference/engine-api.md. */

// Makes an engine and describes what it runs.
export { createEngine } from "./engine.ts";
export type { Engine, EngineOptions, EngineWorkload } from "./engine.ts";
export type { EngineCounts, EngineStatus } from "./engine/engine-status.ts";
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
export type { EventAnswer, ReceiveOptions } from "./intake/receive-event.ts";
export { computeIn } from "./compute/compute-target.ts";
export type { ComputeFunction, ComputeTarget } from "./compute/compute-target.ts";
export type { ComputePool, ComputeRunOptions } from "./compute/compute-pool.ts";

// Ends an attempt, and says when the next one is due.
export { PermanentError, complete, fail, retry, retryIn, snooze } from "./tasks/outcome.ts";
export type { Outcome } from "./tasks/outcome.ts";
export { NO_RETRY, custom, exponential, fixed, list } from "./tasks/retry-policy.ts";
export type { CustomDelay, RetryPolicy, WithJitter } from "./tasks/retry-policy.ts";
export { RotaError, isRotaError } from "./errors.ts";
export type { ErrorCode, ErrorDetails, ErrorKind, ErrorOptions } from "./errors.ts";

// Submits tasks and appends events in the caller's own transaction.
export { adoptTransaction } from "./database/adopt-transaction.ts";
export type { AdoptedTransaction } from "./database/adopt-transaction.ts";
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
export { taskKey } from "./tasks/task-keys.ts";
export { startUnderLock } from "./operations/start-under-lock.ts";
export type { GuardedTask, StartAnswer, StartOn } from "./operations/start-under-lock.ts";
export { cancelTask } from "./tasks/change-task.ts";
export { appendEvent } from "./outbox/append-event.ts";
export type { Aggregate, EventHeaders, NewEvent } from "./outbox/outbox-event.ts";
export { appendAudit, appendAudits } from "./audit-log/append-audit.ts";
export type { AuditEntry, AuditSubject, NewAuditEntry } from "./audit-log/audit-entry.ts";

// Reads and schedules tasks.
export type { OutcomeWait, ResultWait, TaskHandle } from "./engine/task-handle.ts";
export type { TaskOutcome } from "./worker/task-result.ts";
export { getTask, listTasks } from "./inspect/list-tasks.ts";
export type { TaskDetails, TaskListing, TaskName, TaskView } from "./inspect/list-tasks.ts";
export type { Page, PageQuery } from "./paging.ts";
export type { TaskProgress } from "./progress/task-progress.ts";
export type { TaskCounts } from "./progress/task-counts.ts";
export type { TaskState } from "./tasks/task-states.ts";
export type { DefinedLimit, NewLimit } from "./tasks/named-limits.ts";
export { removeSchedule, setSchedule } from "./schedules/set-schedule.ts";
export type { Schedule } from "./schedules/list-schedules.ts";
export type { KnownTasks } from "./schedules/run-due-schedules.ts";
export type { TaskSchedule } from "./schedules/schedule-task.ts";
export type { AtTime, NewSchedule, OnMissed, ScheduledTask } from "./schedules/schedule.ts";

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
export { migrate } from "./database/migrate.ts";
export type { MigrateOptions, MigrateResult } from "./database/migrate.ts";
export type { MigrationSet } from "./database/migration-set.ts";
export { json, sql } from "./database/sql.ts";
export type { JsonValue, Sql, SqlValue } from "./database/sql.ts";

// Configuration, logs and encryption of a process.
export { loadConfig } from "./workload/load-config.ts";
export type { ConfigReading } from "./workload/load-config.ts";
export type { LoadOptions } from "./config/read-sources.ts";
export type { OptionsReading } from "./config/read-config.ts";
export type { Config } from "./config/config.ts";
export { createLogger, silentLogger } from "./runtime/logger.ts";
export type { Logger, LoggerOptions } from "./runtime/logger.ts";
export type { Clock } from "./runtime/clock.ts";
export { createEncryptingCodec } from "./codec/encrypting-codec.ts";
export type { EncryptingCodecOptions } from "./codec/encrypting-codec.ts";
export type { PayloadCodec, PayloadPlace, WithCodec } from "./codec/payload-codec.ts";

// Types of the callers, locks, idempotency keys, secrets, webhooks and messages that an engine deals with.
export type { Actor, Grant, Role } from "./access/actor.ts";
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
export type { WebhookEvent } from "./webhooks/create-deliveries.ts";
export type { ActionContext, Endpoint, EndpointName, EndpointSettings, NewEndpoint } from "./webhooks/endpoint.ts";
export type { Endpoints } from "./webhooks/endpoints.ts";
export type { Delivery, DeliveryDetails, DeliveryQuery, ReplayRequest } from "./webhooks/delivery-log.ts";
export type { PingResult } from "./webhooks/deliver-task.ts";

// Recognizes repeated requests by their idempotency keys.
export { inputHashOf } from "./idempotency.ts";
