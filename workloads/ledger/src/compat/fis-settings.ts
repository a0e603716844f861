/** Lists the variables of the replaced financial service (FIS) for the address of RabbitMQ. */
import type { WorkloadSettings } from "@rota/engine";

export const fisSettings: WorkloadSettings = {
  aliases: {
    rabbitmqUrl: {
      parts: {
        protocol: "amqp",
        host: { names: ["RABBITMQ_HOST"] },
        port: { names: ["RABBITMQ_PORT"], default: "5672" },
        user: { names: ["RABBITMQ_USER"], default: "guest" },
        password: { names: ["RABBITMQ_PASS"], default: "guest" },
      },
    },
  },
};
