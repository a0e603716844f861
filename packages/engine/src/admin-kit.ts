/** The kit for operators, as `@rota/engine/admin`: inspects, limits, replays, erases, and gives access. */

// Reads tasks, pools, locks and workers.
export { locateTask } from "./tasks/task-keys.ts";
export type { TaskPlace } from "./tasks/task-keys.ts";
export { chunkGrid, getChunk, listChunks } from "./inspect/list-chunks.ts";
export type { ChunkDetails, ChunkGrid, ChunkListing, ChunkPlace, ChunkView, GridQuery } from "./inspect/list-chunks.ts";
export { getGroupProgress, getTaskProgress, listAttempts } from "./progress/task-progress.ts";
export type { GroupProgress, PastAttempt } from "./progress/task-progress.ts";
export { getSystemStatistics, watchSystem } from "./progress/system-statistics.ts";
export type { SystemStatistics, SystemWatch } from "./progress/system-statistics.ts";
export { listQueues } from "./inspect/list-queues.ts";
export type { DispatchView, LaneView, QueueFairness, QueueView } from "./inspect/list-queues.ts";
export { listLanes, listSharedLimits } from "./inspect/list-lanes.ts";
export type { LaneListing, LanePage, SharedLimit } from "./inspect/list-lanes.ts";
export { queueFairness } from "./inspect/queue-fairness.ts";
export type { FairnessListing } from "./inspect/queue-fairness.ts";
export { activityHistory, listDispatches } from "./inspect/dispatch-history.ts";
export type { ActivityHistory, ActivityListing, DispatchListing } from "./inspect/dispatch-history.ts";
export { listWorkers } from "./inspect/list-workers.ts";
export type { WorkerView } from "./inspect/list-workers.ts";
export { getLock, listLocks, lockHistory, lockStatistics } from "./inspect/list-locks.ts";
export type {
  LockHistoryListing,
  LockListing,
  LockName,
  LockStatistics,
  LockStatisticsQuery,
  LockView,
  PastLock,
} from "./inspect/list-locks.ts";
export { readChanges } from "./inspect/read-changes.ts";
export type { ChangesQuery } from "./inspect/read-changes.ts";
export type { Change, ChangesPage } from "./inspect/change.ts";

// Pauses tasks and schedules, and limits lanes.
export { pauseTask, resumeTask } from "./tasks/change-task.ts";
export { setLane } from "./tasks/lanes.ts";
export type { LaneName, NewLaneSettings } from "./tasks/lanes.ts";
export { pauseSchedule, resumeSchedule } from "./schedules/set-schedule.ts";
export { getSchedule, listMissedRuns, listSchedules } from "./schedules/list-schedules.ts";
export type { MissedRuns, ScheduleListing } from "./schedules/list-schedules.ts";

// Lists, replays and discards what failed for good.
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
export { readOutcome } from "./intake/outcome-watch.ts";
export type { EventName, KnownOutcome } from "./intake/outcome-watch.ts";

// The outbox: what waits, what was parked, and a relay of your own.
export { getOutboxBacklog, getOutboxStatistics, listWaitingEvents } from "./outbox/outbox-statistics.ts";
export type { OutboxBacklog, OutboxStatistics, WaitingEvent, WaitingEventsQuery } from "./outbox/outbox-statistics.ts";
export { discardParkedEvent, forgetSink, listParkedEvents, retryParkedEvents } from "./outbox/parked-events.ts";
export type { DiscardRequest, ParkedEvent, ParkedEventsRequest, ParkedFilter } from "./outbox/parked-events.ts";
export { createBrokerSink } from "./outbox/broker-sink.ts";
export type { BrokerSinkOptions } from "./outbox/broker-sink.ts";
export { createRelay } from "./outbox/relay.ts";
export type { Relay, RelayOptions } from "./outbox/relay.ts";
export type {
  EventSink,
  OutboxEvent,
  PublishResult,
  PublishingSink,
  TransactionalSink,
} from "./outbox/outbox-event.ts";

// Audit log, dispatch logs, access keys, and payloads that must go.
export { listAudit } from "./audit-log/list-audit.ts";
export type { AuditListing, AuditPage } from "./audit-log/list-audit.ts";
export { auditChainLink } from "./audit-log/audit-entry.ts";
export { exportHead } from "./fairness/audit-queue.ts";
export type { LogHead } from "./fairness/audit-queue.ts";
export { checkpointQueue, forgetLanes, pruneLog } from "./fairness/checkpoint.ts";
export type { PruneRequest, PruneResult } from "./fairness/checkpoint.ts";
export { createKey, listKeys, revokeKey } from "./access/api-keys.ts";
export type { AccessKey, KeyRequest, NewKey } from "./access/api-keys.ts";
export { erasePayloads } from "./retention/erase-payloads.ts";
export type { Erased } from "./retention/erase-payloads.ts";
