/** Lists the variables of the replaced election server, a Spring application, for the addresses of RabbitMQ and Redis. */
import type { WorkloadSettings } from "@rota/engine";

export const springSettings: WorkloadSettings = {
  aliases: {
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
};
