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

test("the token of a guardian may be in the environment", () => {
  expect(read({ ROTA_ELECTION_TOKEN: "t" }).hints).toEqual([]);
});
