/** Lists every option of the configuration once: description, unit, default, limit and names. */
import type { OptionTable, ValueOf } from "./option.ts";
import { serverOptionTable } from "./server-options.ts";

const DAY_MS = 86_400_000;
const CONSUMERS = { kind: "integer", unit: "consumers", min: 1, max: 1_000 } as const;
const AMQP_NAME = { pattern: /^[\x21-\x7e]{1,255}$/, limit: "1 to 255 visible ASCII characters" } as const;

export const optionTable = {
  workloads: {
    sentence: "The workloads that are loaded: packages, or paths of modules.",
    kind: "list",
    pattern: /^[^\0,]{1,1000}$/,
    limit: "a list of package names and paths; separated by commas where it is one text",
    default: [],
    unset: "none",
  },
  tasks: {
    sentence: "The module with your tasks and intakes that the command loads, relative to the working folder.",
    kind: "text",
    pattern: /^[^\0]{1,1000}$/,
    limit: "a path of 1 to 1000 characters",
    default: undefined,
    unset: "none: only tasks of workloads are known",
  },
  databaseUrl: {
    sentence: "The PostgreSQL database that holds everything.",
    kind: "url",
    protocols: ["postgres", "postgresql"],
    default: undefined,
    unset: "the bundled PostgreSQL in `dataDir`",
  },
  databasePassword: {
    sentence: "The password for `databaseUrl`, when the URL does not hold it.",
    kind: "secret",
    default: undefined,
    unset: "the one in the URL, if any",
  },
  dataDir: {
    sentence: "The folder of the bundled PostgreSQL, relative to the working folder.",
    kind: "text",
    pattern: /^[^\0]{1,1000}$/,
    limit: "a path of 1 to 1000 characters",
    default: "./rota-data",
  },
  schema: {
    sentence: "The database schema in which everything lives.",
    kind: "text",
    pattern: /^(?!pg_)[a-z_][a-z0-9_]{0,39}$/,
    limit: "1 to 40 of a-z, 0-9 and _, not starting with a digit or pg_",
    default: "rota",
  },
  databasePoolSize: {
    sentence: "How many connections to the database one process opens at most.",
    kind: "integer",
    unit: "connections",
    min: 2,
    max: 1_000,
    default: 10,
  },
  databaseConnectTimeoutMs: {
    sentence: "How long opening a connection to the database may take.",
    kind: "integer",
    unit: "milliseconds",
    min: 100,
    max: 300_000,
    default: 10_000,
  },
  statementTimeoutMs: {
    sentence: "How long one statement may run before the database ends it.",
    kind: "integer",
    unit: "milliseconds",
    min: 100,
    max: DAY_MS,
    default: 30_000,
  },
  rabbitmqUrl: {
    sentence: "The RabbitMQ broker for dispatch, with its virtual host as the path.",
    kind: "url",
    protocols: ["amqp", "amqps"],
    default: undefined,
    unset: "no broker: workers take work from the database",
  },
  rabbitmqPassword: {
    sentence: "The password for `rabbitmqUrl`, when the URL does not hold it.",
    kind: "secret",
    default: undefined,
    unset: "the one in the URL, if any",
  },
  brokerConcurrencyMin: {
    sentence: "How many consumers of each broker queue one process starts with.",
    ...CONSUMERS,
    default: 4,
  },
  brokerConcurrencyMax: {
    sentence: "How many consumers of each broker queue one process may grow to.",
    ...CONSUMERS,
    default: 4,
  },
  brokerPrefetch: {
    sentence: "How many unacknowledged messages one consumer may hold; more than 1 costs fairness.",
    kind: "integer",
    unit: "messages",
    min: 1,
    max: 1_000,
    default: 1,
  },
  maxQueuedPerTask: {
    sentence: "How many chunks of one task may wait in the broker while other tasks wait as well.",
    kind: "integer",
    unit: "chunks",
    min: 1,
    max: 1_000,
    default: 1,
  },
  brokerTriggerEnabled: {
    sentence:
      "Whether new jobs are announced to the broker, and such messages wake idle workers; polling goes on as well.",
    kind: "boolean",
    default: false,
  },
  brokerTriggerExchange: {
    sentence: "The exchange of the messages that wake workers.",
    kind: "text",
    ...AMQP_NAME,
    default: "rota.jobs",
  },
  brokerTriggerRoutingKey: {
    sentence: "The routing key of the messages that wake workers.",
    kind: "text",
    ...AMQP_NAME,
    default: "jobs.trigger",
  },
  intakePrefetch: {
    sentence: "How many unacknowledged messages one consumer of an intake may hold.",
    kind: "integer",
    unit: "messages",
    min: 1,
    max: 1_000,
    default: undefined,
    unset: "that of the intake, 250 if it says nothing",
  },
  intakeConsumersMin: {
    sentence: "How many consumers of each intake one process starts with.",
    ...CONSUMERS,
    default: undefined,
    unset: "that of the intake, 10 if it says nothing",
  },
  intakeConsumersMax: {
    sentence: "How many consumers of each intake one process may grow to.",
    ...CONSUMERS,
    default: undefined,
    unset: "that of the intake, 50 if it says nothing",
  },
  relayEnabled: {
    sentence: "Whether this process publishes the events of the outbox, if there is a broker.",
    kind: "boolean",
    default: true,
  },
  relayExchange: {
    sentence: "The topic exchange of events that name none.",
    kind: "text",
    ...AMQP_NAME,
    default: "rota.events",
  },
  relayMandatory: {
    sentence: "Whether an event that no queue takes has failed; else it is counted as unroutable.",
    kind: "boolean",
    default: false,
  },
  relayTriesMax: {
    sentence: "How often an event may fail before it is parked and its aggregate waits for a decision.",
    kind: "integer",
    unit: "tries",
    min: 1,
    max: 1_000_000,
    default: 50,
  },
  redisUrl: {
    sentence: "The Redis server for locks, idempotency keys and secrets.",
    kind: "url",
    protocols: ["redis", "rediss"],
    default: undefined,
    unset: "no Redis: the database serves them",
  },
  redisPassword: {
    sentence: "The password for `redisUrl`, when the URL does not hold it.",
    kind: "secret",
    default: undefined,
    unset: "the one in the URL, if any",
  },
  redisTimeoutMs: {
    sentence: "How long one Redis command may take.",
    kind: "integer",
    unit: "milliseconds",
    min: 10,
    max: 300_000,
    default: 5_000,
  },
  redisKeyPrefix: {
    sentence: "What every key in Redis starts with; give one when several installations share a Redis.",
    kind: "text",
    pattern: /^[\x21-\x7e]{0,100}$/,
    limit: "at most 100 visible ASCII characters",
    default: "",
  },
  eventMirrorTtlMs: {
    sentence: "How long Redis shows the outcome of an event that an intake received.",
    kind: "integer",
    unit: "milliseconds",
    min: 1_000,
    max: 30 * DAY_MS,
    default: 3 * DAY_MS,
  },
  eventMirrorBytesMax: {
    sentence:
      "How much of the memory of Redis outcomes of events may take, at most half of its `maxmemory`; beyond it the oldest go; 0 shows none.",
    kind: "integer",
    unit: "bytes",
    min: 0,
    max: 1_000_000_000_000,
    default: 33_554_432,
  },
  secretsKey: {
    sentence: "What secrets are sealed with: 32 random bytes as base64, the same in every process.",
    kind: "secret",
    default: undefined,
    unset: "secrets are refused",
  },
  webhookAllowHttp: {
    sentence: "Whether webhooks may be sent unencrypted, to URLs that begin with http://.",
    kind: "boolean",
    default: false,
  },
  webhookAllowedHosts: {
    sentence:
      "Hosts that webhooks may be sent to though their address is not public, with or without a port, separated by commas.",
    kind: "text",
    pattern: /^(?:[a-z0-9.[\]:-]{1,300}(?:,[a-z0-9.[\]:-]{1,300})*)?$/,
    limit: "hosts in lower case such as localhost or hooks.internal:8080, separated by commas",
    default: "",
  },
  lockTtlMs: {
    sentence: "How long a lock lives unless it is extended, where its operation or the call does not say.",
    kind: "integer",
    unit: "milliseconds",
    min: 100,
    max: 7 * DAY_MS,
    default: 7_200_000,
  },
  lockTtlMsByOperation: {
    sentence: "How long locks of single operations live, where it is not `lockTtlMs`.",
    kind: "list",
    pattern: /^[^\0,=]{1,200}=[1-9][0-9]{2,8}$/,
    limit: "a list such as EXPORT=60000,TALLY_CREATION=3600000: operations with milliseconds",
    default: [],
    unset: "all as `lockTtlMs`",
  },
  pollIntervalMs: {
    sentence: "How long a worker waits at most before it looks for work again.",
    kind: "integer",
    unit: "milliseconds",
    min: 10,
    max: 3_600_000,
    default: 1_000,
  },
  workerSlots: {
    sentence: "How many chunks one process runs at once.",
    kind: "integer",
    unit: "chunks",
    min: 1,
    max: 1_000,
    default: 10,
  },
  handlerGraceMs: {
    sentence: "How long a handler may go on after it was asked to end; then it is given up.",
    kind: "integer",
    unit: "milliseconds",
    min: 0,
    max: 3_600_000,
    default: 5_000,
  },
  leaseMs: {
    sentence: "How long a worker may hold a chunk without renewing its lease.",
    kind: "integer",
    unit: "milliseconds",
    min: 1_000,
    max: DAY_MS,
    default: 60_000,
  },
  leaseRenewMs: {
    sentence: "How often leases are renewed; at most half of `leaseMs`, so that one lost renewal is survived.",
    kind: "integer",
    unit: "milliseconds",
    min: 100,
    max: DAY_MS / 2,
    default: undefined,
    computed: "half of `leaseMs`, at most 30000",
  },
  workerId: {
    sentence: "The name of this process in leases and logs; no two running processes may share it.",
    kind: "text",
    pattern: /^[\x21-\x7e]{1,200}$/,
    limit: "1 to 200 visible ASCII characters",
    default: undefined,
    computed: "host name, process id and random letters",
  },
  retentionMs: {
    sentence: "How long tasks are kept after their end, with results and attempts; 0 keeps them for ever.",
    kind: "integer",
    unit: "milliseconds",
    min: 0,
    max: 36_500 * DAY_MS,
    default: 30 * DAY_MS,
  },
  logRetentionMs: {
    sentence: "How long the log of dispatches is kept for audits; 0 keeps it for ever.",
    kind: "integer",
    unit: "milliseconds",
    min: 0,
    max: 36_500 * DAY_MS,
    default: 30 * DAY_MS,
  },
  outboxRetentionMs: {
    sentence: "How long events are kept after every sink was handed them.",
    kind: "integer",
    unit: "milliseconds",
    min: 0,
    max: 36_500 * DAY_MS,
    default: 30 * DAY_MS,
  },
  healthRequireBroker: {
    sentence: "Whether the process is ready only while RabbitMQ answers.",
    kind: "boolean",
    default: false,
  },
  healthRequireRedis: {
    sentence: "Whether the process is ready only while Redis answers.",
    kind: "boolean",
    default: false,
  },
  ...serverOptionTable,
  shutdownGraceMs: {
    sentence: "How long each part of the process may take to stop before it is left behind.",
    kind: "integer",
    unit: "milliseconds",
    min: 0,
    max: 3_600_000,
    default: 30_000,
  },
  stateSummaryMs: {
    sentence: "How often a process that works logs how everything stands; 0 never does.",
    kind: "integer",
    unit: "milliseconds",
    min: 0,
    max: DAY_MS,
    default: 10_000,
  },
  logLevel: {
    sentence: "The least important lines that are logged.",
    kind: "choice",
    choices: ["debug", "info", "warn", "error"],
    default: "info",
  },
  logJson: {
    sentence: "Whether log lines are JSON; otherwise they are written for people.",
    kind: "boolean",
    default: undefined,
    computed: "true unless the log goes to a terminal",
  },
} as const satisfies OptionTable;

/** Options of earlier versions that have no effect any more, each with the reason or with what to use. They are reported and not refused. */
export const retiredOptions: Readonly<Record<string, string>> = {
  redisPoolSize: "one process uses one connection to Redis",
};

export type OptionName = keyof typeof optionTable;
/** Values of all configuration options. */
export type Config = { readonly [Key in keyof typeof optionTable]: ValueOf<(typeof optionTable)[Key]> };

/** Returns the names of all options, in the order of the table. */
export function optionNames(): OptionName[] {
  return Object.keys(optionTable).filter(isOptionName);
}

export function isOptionName(name: string): name is OptionName {
  return Object.hasOwn(optionTable, name);
}
