/** The kit for workloads and for operations of your own, as `@rota/engine/workload`. */

// Describes a workload: its parts, options, commands, pages and demo.
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
export { loadWorkloads } from "./workload/load-workloads.ts";
export { ROTA_VERSION } from "./database/migrate.ts";

// Operations of the HTTP API, and who may call them.
export { defineOperation } from "./operations/operation.ts";
export type {
  JsonSchema,
  Operation,
  OperationAnswer,
  OperationRequest,
  RefusedRequest,
} from "./operations/operation.ts";
export { hasRole } from "./access/actor.ts";
export type { FormattedEvent, WebhookFormat } from "./webhooks/webhook-format.ts";
export type { DeliveryRequest, SigningKeys } from "./webhooks/sign-body.ts";

// Tables of its own, and requests that are recognized by their keys.
export { readMigrations } from "./database/migration-set.ts";
export type { FunctionFile, FunctionSet, Migration, ReplacedMigrations } from "./database/migration-set.ts";
export { sqlState, violatedConstraint } from "./database/database-error.ts";
export { isRepeated, keyConflict } from "./idempotency.ts";
export type { UsedKey } from "./idempotency.ts";

// Computation outside an engine.
export { createComputePool } from "./compute/compute-pool.ts";
export type { ComputePoolOptions } from "./compute/compute-pool.ts";
