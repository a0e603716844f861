/** Tests that the variables of the replaced passport compiler configure the engine. */
import { readConfig } from "@rota/engine/internal";
import { expect, test } from "vitest";
import passports from "../workload.ts";

const read = (env: NodeJS.ProcessEnv) =>
  readConfig({ env, flags: {}, surroundings: { workerId: "w", isTerminal: false }, workloads: [passports] });

test("every variable sets its option", () => {
  const { config } = read({
    BPC_QUEUE_ENABLED: "true",
    BPC_QUEUE_URL: "amqp://ann:pw@queue/v",
    BPC_QUEUE_EXCHANGE: "x",
    BPC_QUEUE_ROUTING_KEY: "y",
    BPC_HEALTH_REQUIRE_QUEUE: "1",
    BPC_JOBS_POLL_INTERVAL_MS: "500",
    BPC_JOBS_LEASE_SECONDS: "20",
    BPC_JOBS_LEASE_RENEW_SECONDS: "5",
    BPC_WORKER_ID: "worker-1",
    BPC_DB_POOL_SIZE: "7",
    BPC_HTTP_HOST: "0.0.0.0",
    BPC_HTTP_PORT: "8080",
    BPC_LOG_LEVEL: "warn",
    BPC_LOG_JSON: "False",
  });

  expect(config).toMatchObject({
    brokerTriggerEnabled: true,
    rabbitmqUrl: "amqp://ann:pw@queue/v",
    brokerTriggerExchange: "x",
    brokerTriggerRoutingKey: "y",
    healthRequireBroker: true,
    pollIntervalMs: 500,
    leaseMs: 20_000,
    leaseRenewMs: 5_000,
    workerId: "worker-1",
    databasePoolSize: 7,
    serverHost: "0.0.0.0",
    serverPort: 8080,
    logLevel: "warn",
    logJson: false,
  });
});

test("the address of the database comes in pieces", () => {
  const { config } = read({ BPC_DB_HOST: "db", BPC_DB_PASSWORD: "a/b" });

  expect(config.databaseUrl).toBe("postgres://postgres:a%2Fb@db:5432/bpc?sslmode=disable");
});

test("jobs are announced at the exchange bpc", () => {
  expect(read({}).config.brokerTriggerExchange).toBe("bpc");
});

test.each([
  ...["BPC_ENV", "BPC_JOBS_MAX_ATTEMPTS_DEFAULT", "BPC_SIGNING_MODE", "BPC_API_KEY_PEPPER"],
  ...["BPC_API_KEY_PEPPER_BASE64", "BPC_WEBHOOK_MASTER_KEY", "BPC_RATE_LIMIT_ENABLED", "BPC_RATE_LIMIT_RPS"],
  ...["BPC_RATE_LIMIT_BURST", "BPC_RETENTION_EVENTS_DAYS", "BPC_RETENTION_PASSPORT_VERSIONS_DAYS"],
  ...["BPC_RETENTION_DOCUMENT_VERSIONS_DAYS", "BPC_METRICS_ENABLED"],
])("%s, which nothing reads, is reported at the start", (name) => {
  const { hints } = read({ [name]: "1" });

  expect(hints).toEqual([expect.stringMatching(`^${name} has no effect: .`)]);
});

test("a misspelled variable and one without effect are reported, with what to use", () => {
  const { hints } = read({ BPC_RATE_LIMIT_RPS: "50", BPC_PUBLIC_URL: "https://a", BPC_QUEUE_URI: "amqp://a" });

  expect(hints).toEqual([
    "BPC_RATE_LIMIT_RPS has no effect: use serverRateMax (ROTA_SERVER_RATE_MAX), which counts requests a minute",
    "BPC_QUEUE_URI is not known and changes nothing; did you mean BPC_QUEUE_URL?",
  ]);
});
