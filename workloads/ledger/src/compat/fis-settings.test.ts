/** Tests that the variables of the replaced financial service configure the engine. */
import { readConfig } from "@rota/engine/internal";
import { expect, test } from "vitest";
import ledger from "../workload.ts";

const surroundings = { workerId: "w", isTerminal: false };
const read = (env: Record<string, string>) => readConfig({ env, flags: {}, surroundings, workloads: [ledger] });

test("the address of RabbitMQ comes in pieces", () => {
  const { config } = read({ RABBITMQ_HOST: "rabbitmq", RABBITMQ_USER: "fis_service", RABBITMQ_PASS: "pw" });

  expect(config.rabbitmqUrl).toBe("amqp://fis_service:pw@rabbitmq:5672");
});

test("the virtual host is a piece of the address, whose slash is part of its name", () => {
  const { config } = read({ RABBITMQ_HOST: "rabbitmq", SPRING_RABBITMQ_VIRTUAL_HOST: "/fis" });

  expect(config.rabbitmqUrl).toBe("amqp://guest:guest@rabbitmq:5672/%2Ffis");
});

test("prefetch and consumers of the listener are those of the intake", () => {
  const { config } = read({
    SPRING_RABBITMQ_LISTENER_SIMPLE_PREFETCH: "100",
    SPRING_RABBITMQ_LISTENER_SIMPLE_CONCURRENCY: "2",
    SPRING_RABBITMQ_LISTENER_SIMPLE_MAX_CONCURRENCY: "20",
  });

  expect(config).toMatchObject({ intakePrefetch: 100, intakeConsumersMin: 2, intakeConsumersMax: 20 });
});
