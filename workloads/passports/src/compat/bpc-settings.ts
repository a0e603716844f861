/** Lists the variables and defaults of the replaced passport compiler (BPC). */
import type { WorkloadSettings } from "@rota/engine/workload";

/** Variables of the passports, each with its name in the replaced compiler. */
export const formerNames = {
  PASSPORTS_COMPILER_BUILD_ID: "BPC_COMPILER_BUILD_ID",
  PASSPORTS_PAYLOAD_MAX_BYTES: "BPC_PAYLOAD_MAX_BYTES",
  PASSPORTS_PROOF_MAX_BYTES: "BPC_PROOF_MAX_BYTES",
  PASSPORTS_RECEIPT_MAX_BYTES: "BPC_RECEIPT_MAX_BYTES",
  PASSPORTS_PUBLIC_URL: "BPC_PUBLIC_URL",
  PASSPORTS_QR_REQUIRED_FROM: "BPC_QR_REQUIRED_FROM",
  PASSPORTS_SIGNING_PRIVATE_KEY: "BPC_SIGNING_ED25519_PRIVATE_KEY_BASE64",
  PASSPORTS_SIGNING_KEY_ID: "BPC_SIGNING_KEY_ID",
  PASSPORTS_SIGNING_KEYS_FILE: "BPC_SIGNING_KEYS_FILE",
} as const;

export const bpcSettings: WorkloadSettings = {
  aliases: {
    databaseUrl: {
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
    databasePoolSize: { names: ["BPC_DB_POOL_SIZE"] },
    serverHost: { names: ["BPC_HTTP_HOST"] },
    serverPort: { names: ["BPC_HTTP_PORT"] },
    rabbitmqUrl: { names: ["BPC_QUEUE_URL"] },
    brokerTriggerEnabled: { names: ["BPC_QUEUE_ENABLED"] },
    brokerTriggerExchange: { names: ["BPC_QUEUE_EXCHANGE"] },
    brokerTriggerRoutingKey: { names: ["BPC_QUEUE_ROUTING_KEY"] },
    pollIntervalMs: { names: ["BPC_JOBS_POLL_INTERVAL_MS"] },
    leaseMs: { namesInSeconds: ["BPC_JOBS_LEASE_SECONDS"] },
    leaseRenewMs: { namesInSeconds: ["BPC_JOBS_LEASE_RENEW_SECONDS"] },
    workerId: { names: ["BPC_WORKER_ID"] },
    healthRequireBroker: { names: ["BPC_HEALTH_REQUIRE_QUEUE"] },
    logLevel: { names: ["BPC_LOG_LEVEL"] },
    logJson: { names: ["BPC_LOG_JSON"] },
  },
  defaults: { brokerTriggerExchange: "bpc" },
  variables: [...Object.entries(formerNames).flat()],
  withoutEffect: {
    BPC_ENV: "every option is set on its own, and `rota config` shows them",
    BPC_JOBS_MAX_ATTEMPTS_DEFAULT: "a job is tried five times",
    BPC_SIGNING_MODE: "passports are signed with Ed25519; use BPC_SIGNING_KEYS_FILE for the keys",
    BPC_API_KEY_PEPPER: "API keys are random, and their hashes need no pepper",
    BPC_API_KEY_PEPPER_BASE64: "API keys are random, and their hashes need no pepper",
    BPC_WEBHOOK_MASTER_KEY: "use secretsKey (ROTA_SECRETS_KEY), which seals the secrets of webhooks",
    BPC_RATE_LIMIT_ENABLED: "requests are always limited; use serverRateMax (ROTA_SERVER_RATE_MAX)",
    BPC_RATE_LIMIT_RPS: "use serverRateMax (ROTA_SERVER_RATE_MAX), which counts requests a minute",
    BPC_RATE_LIMIT_BURST: "use serverRateMax (ROTA_SERVER_RATE_MAX), which counts requests a minute",
    BPC_RETENTION_EVENTS_DAYS: "use outboxRetentionMs (ROTA_OUTBOX_RETENTION_MS)",
    BPC_RETENTION_PASSPORT_VERSIONS_DAYS: "versions of passports are kept for ever",
    BPC_RETENTION_DOCUMENT_VERSIONS_DAYS: "versions of documents are kept for ever",
    BPC_METRICS_ENABLED: "there are always metrics; use metricsOpen (ROTA_METRICS_OPEN) for who may read them",
  },
};
