/** Lists the variables of the replaced election server, a Spring application, and that of its crypto service. */
import type { WorkloadSettings } from "@rota/engine/workload";

/** Variable with the key that callers of the crypto service send. */
export const CRYPTO_KEY_VARIABLE = "ELECTIONGUARD_INTERNAL_KEY";

const ONE_CONNECTION = "one process uses one connection to Redis";

export const springSettings: WorkloadSettings = {
  aliases: {
    brokerConcurrencyMin: { names: ["RABBITMQ_WORKER_CONCURRENCY_MIN"] },
    brokerConcurrencyMax: { names: ["RABBITMQ_WORKER_CONCURRENCY_MAX"] },
    rabbitmqUrl: {
      parts: {
        protocol: "amqp",
        host: { names: ["RABBITMQ_HOST"] },
        port: { names: ["RABBITMQ_PORT"], default: "5672" },
        user: { names: ["RABBITMQ_USERNAME"], default: "guest" },
        password: { names: ["RABBITMQ_PASSWORD"], default: "guest" },
      },
    },
    redisUrl: {
      parts: {
        protocol: "redis",
        host: { names: ["SPRING_REDIS_HOST"] },
        port: { names: ["SPRING_REDIS_PORT"], default: "6379" },
        password: { names: ["SPRING_REDIS_PASSWORD"] },
      },
    },
  },
  withoutEffect: {
    SPRING_REDIS_TIMEOUT: "use redisTimeoutMs (ROTA_REDIS_TIMEOUT_MS)",
    SPRING_REDIS_LETTUCE_POOL_MAX_ACTIVE: ONE_CONNECTION,
    SPRING_REDIS_LETTUCE_POOL_MAX_IDLE: ONE_CONNECTION,
    SPRING_REDIS_LETTUCE_POOL_MIN_IDLE: ONE_CONNECTION,
  },
  prefixes: ["RABBITMQ_", "SPRING_REDIS_"],
};
