/** Tests that the variables of the replaced financial service configure the engine. */
import { readConfig } from "@rota/engine/internal";
import { expect, test } from "vitest";
import ledger from "../workload.ts";

test("the address of RabbitMQ comes in pieces", () => {
  const env = { RABBITMQ_HOST: "rabbitmq", RABBITMQ_USER: "fis_service", RABBITMQ_PASS: "pw" };
  const { config } = readConfig({
    env,
    flags: {},
    surroundings: { workerId: "w", isTerminal: false },
    workloads: [ledger],
  });

  expect(config.rabbitmqUrl).toBe("amqp://fis_service:pw@rabbitmq:5672");
});
