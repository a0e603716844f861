/** Tests that the variables of the replaced election server configure the engine. */
import { readConfig } from "@rota/engine/internal";
import { expect, test } from "vitest";
import elections from "../workload.ts";

const read = (env: NodeJS.ProcessEnv) =>
  readConfig({ env, flags: {}, surroundings: { workerId: "w", isTerminal: false }, workloads: [elections] });

test("the addresses of RabbitMQ and Redis come in pieces", () => {
  const { config } = read({ RABBITMQ_HOST: "rabbitmq", SPRING_REDIS_HOST: "redis", SPRING_REDIS_PASSWORD: "pw" });

  expect(config).toMatchObject({ rabbitmqUrl: "amqp://guest:guest@rabbitmq:5672", redisUrl: "redis://:pw@redis:6379" });
});

test("the numbers of consumers are those of the original's properties", () => {
  const env = { RABBITMQ_WORKER_CONCURRENCY_MIN: "2", RABBITMQ_WORKER_CONCURRENCY_MAX: "6" };

  expect(read(env).config).toMatchObject({ brokerConcurrencyMin: 2, brokerConcurrencyMax: 6 });
});

test("variables for RabbitMQ and Redis that nothing reads are reported", () => {
  const { hints } = read({
    RABBITMQ_HOST: "rabbitmq",
    RABBITMQ_USERNAM: "ann",
    SPRING_REDIS_LETTUCE_POOL_MAX_ACTIVE: "20",
    SPRING_REDIS_SSL_ENABLED: "true",
    SPRING_PROFILES_ACTIVE: "prod",
  });

  expect(hints).toEqual([
    "RABBITMQ_USERNAM is not known and changes nothing; did you mean RABBITMQ_USERNAME?",
    "SPRING_REDIS_LETTUCE_POOL_MAX_ACTIVE has no effect: one process uses one connection to Redis",
    "SPRING_REDIS_SSL_ENABLED is not known and changes nothing",
  ]);
});

test("the token of a guardian may be in the environment", () => {
  expect(read({ ROTA_ELECTION_TOKEN: "t" }).hints).toEqual([]);
});
