/** Every option of the engine, once: sentence, unit, default, limit and names. */
import type { OptionTable, ValueOf } from "./option.ts";

const DAY_MS = 86_400_000;
const AMQP_NAME = { pattern: /^[\x21-\x7e]{1,255}$/, limit: "1 to 255 visible ASCII characters" } as const;

export const optionTable = {
  databaseUrl: {
    sentence: "The PostgreSQL database that holds everything.",
    kind: "url",
    protocols: ["postgres", "postgresql"],
    default: undefined,
    unset: "the bundled PostgreSQL in `dataDir`",
    parts: {
      protocol: "postgres",
      host: { names: ["BPC_DB_HOST"] },
      port: { names: ["BPC_DB_PORT"], default: "5432" },
      user: { names: ["BPC_DB_USER"], default: "postgres" },
      password: { names: ["BPC_DB_PASSWORD"] },
      database: { names: ["BPC_DB_NAME"], default: "bpc" },
      sslmode: { names: ["BPC_DB_SSLMODE"], default: "disable" },
    },
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
    aliases: ["BPC_DB_POOL_SIZE"],
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
    aliases: ["BPC_QUEUE_URL"],
    parts: {
      protocol: "amqp",
      host: { names: ["RABBITMQ_HOST"] },
      port: { names: ["RABBITMQ_PORT"], default: "5672" },
      user: { names: ["RABBITMQ_USERNAME", "RABBITMQ_USER"], default: "guest" },
      password: { names: ["RABBITMQ_PASSWORD", "RABBITMQ_PASS"], default: "guest" },
    },
  },
  rabbitmqPassword: {
    sentence: "The password for `rabbitmqUrl`, when the URL does not hold it.",
    kind: "secret",
    default: undefined,
    unset: "the one in the URL, if any",
  },
  brokerConcurrencyMin: {
    sentence: "How many consumers of each broker queue one process starts with.",
    kind: "integer",
    unit: "consumers",
    min: 1,
    max: 1_000,
    default: 4,
  },
  brokerConcurrencyMax: {
    sentence: "How many consumers of each broker queue one process may grow to.",
    kind: "integer",
    unit: "consumers",
    min: 1,
    max: 1_000,
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
  brokerTriggerEnabled: {
    sentence: "Whether broker messages wake idle workers; polling goes on as well.",
    kind: "boolean",
    default: false,
    aliases: ["BPC_QUEUE_ENABLED"],
  },
  brokerTriggerExchange: {
    sentence: "The exchange of the messages that wake workers.",
    kind: "text",
    ...AMQP_NAME,
    default: "bpc",
    aliases: ["BPC_QUEUE_EXCHANGE"],
  },
  brokerTriggerRoutingKey: {
    sentence: "The routing key of the messages that wake workers.",
    kind: "text",
    ...AMQP_NAME,
    default: "jobs.trigger",
    aliases: ["BPC_QUEUE_ROUTING_KEY"],
  },
  redisUrl: {
    sentence: "The Redis server for locks, idempotency keys and secrets.",
    kind: "url",
    protocols: ["redis", "rediss"],
    default: undefined,
    unset: "no Redis: the database serves them",
    parts: {
      protocol: "redis",
      host: { names: ["SPRING_REDIS_HOST"] },
      port: { names: ["SPRING_REDIS_PORT"], default: "6379" },
      password: { names: ["SPRING_REDIS_PASSWORD"] },
    },
  },
  redisPassword: {
    sentence: "The password for `redisUrl`, when the URL does not hold it.",
    kind: "secret",
    default: undefined,
    unset: "the one in the URL, if any",
  },
  redisPoolSize: {
    sentence: "How many connections to Redis one process opens at most.",
    kind: "integer",
    unit: "connections",
    min: 1,
    max: 1_000,
    default: 20,
  },
  redisTimeoutMs: {
    sentence: "How long one Redis command may take.",
    kind: "integer",
    unit: "milliseconds",
    min: 10,
    max: 300_000,
    default: 5_000,
  },
  pollIntervalMs: {
    sentence: "How long a worker waits at most before it looks for work again.",
    kind: "integer",
    unit: "milliseconds",
    min: 10,
    max: 3_600_000,
    default: 1_000,
    aliases: ["BPC_JOBS_POLL_INTERVAL_MS"],
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
    aliasesInSeconds: ["BPC_JOBS_LEASE_SECONDS"],
  },
  leaseRenewMs: {
    sentence: "How often leases are renewed; at most half of `leaseMs`, so that one lost renewal is survived.",
    kind: "integer",
    unit: "milliseconds",
    min: 100,
    max: DAY_MS / 2,
    default: undefined,
    computed: "half of `leaseMs`, at most 30000",
    aliasesInSeconds: ["BPC_JOBS_LEASE_RENEW_SECONDS"],
  },
  workerId: {
    sentence: "The name of this process in leases and logs; no two running processes may share it.",
    kind: "text",
    pattern: /^[\x21-\x7e]{1,200}$/,
    limit: "1 to 200 visible ASCII characters",
    default: undefined,
    computed: "host name, process id and random letters",
    aliases: ["BPC_WORKER_ID"],
  },
  healthRequireBroker: {
    sentence: "Whether the process is ready only while RabbitMQ answers.",
    kind: "boolean",
    default: false,
    aliases: ["BPC_HEALTH_REQUIRE_QUEUE"],
  },
  healthRequireRedis: {
    sentence: "Whether the process is ready only while Redis answers.",
    kind: "boolean",
    default: false,
  },
  shutdownGraceMs: {
    sentence: "How long each part of the process may take to stop before it is left behind.",
    kind: "integer",
    unit: "milliseconds",
    min: 0,
    max: 3_600_000,
    default: 30_000,
  },
  logLevel: {
    sentence: "The least important lines that are logged.",
    kind: "choice",
    choices: ["debug", "info", "warn", "error"],
    default: "info",
    aliases: ["BPC_LOG_LEVEL"],
  },
  logJson: {
    sentence: "Whether log lines are JSON; otherwise they are written for people.",
    kind: "boolean",
    default: undefined,
    computed: "true unless the log goes to a terminal",
    aliases: ["BPC_LOG_JSON"],
  },
} as const satisfies OptionTable;

export type OptionName = keyof typeof optionTable;
export type Config = { readonly [Key in OptionName]: ValueOf<(typeof optionTable)[Key]> };

/** The names of all options, in the order of the table. */
export function optionNames(): OptionName[] {
  return Object.keys(optionTable).filter(isOptionName);
}

export function isOptionName(name: string): name is OptionName {
  return Object.hasOwn(optionTable, name);
}
