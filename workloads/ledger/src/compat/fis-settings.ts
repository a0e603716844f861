/** Lists the variables of the replaced financial service (FIS), a Spring application, for RabbitMQ, and its names in RabbitMQ and Redis. */
import type { IntakeBroker } from "@rota/engine";
import type { WorkloadSettings } from "@rota/engine/workload";

export const fisSettings: WorkloadSettings = {
  aliases: {
    rabbitmqUrl: {
      parts: {
        protocol: "amqp",
        host: { names: ["RABBITMQ_HOST"] },
        port: { names: ["RABBITMQ_PORT"], default: "5672" },
        user: { names: ["RABBITMQ_USER"], default: "guest" },
        password: { names: ["RABBITMQ_PASS"], default: "guest" },
        database: { names: ["SPRING_RABBITMQ_VIRTUAL_HOST", "SPRING_RABBITMQ_VIRTUALHOST"] },
      },
    },
    intakePrefetch: { names: ["SPRING_RABBITMQ_LISTENER_SIMPLE_PREFETCH"] },
    intakeConsumersMin: { names: ["SPRING_RABBITMQ_LISTENER_SIMPLE_CONCURRENCY"] },
    intakeConsumersMax: {
      names: ["SPRING_RABBITMQ_LISTENER_SIMPLE_MAX_CONCURRENCY", "SPRING_RABBITMQ_LISTENER_SIMPLE_MAXCONCURRENCY"],
    },
  },
  prefixes: ["RABBITMQ_"],
};

/** Exchange and queues in which senders put their events. */
export const FIS_BROKER: IntakeBroker = {
  exchange: "fis.events.exchange",
  queue: "fis.ingestion.queue",
  // `*.*.*` would match only keys of three words: the broker confirms other messages and drops them.
  bindings: ["#"],
  deadLetter: { exchange: "fis.dlx.exchange", queue: "fis.ingestion.dlq.queue", routingKey: "fis.ingestion.dlq" },
};

/** Prefix of the keys in Redis under which senders look up the events that were received. */
export const FIS_KEY_PREFIX = "fis:ik:";
