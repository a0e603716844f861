/** Kills RabbitMQ, leaves it unavailable for some time, and restarts it with the data on its disk. */
import { systemClock } from "@rota/engine/internal";
import type { Fault } from "../fault.ts";
import { untilQueuesAreOnDisk } from "./rabbitmq-queues.ts";

export const rabbitmqKill: Fault = {
  name: "rabbitmq-kill",
  sentence: "kill -9 of RabbitMQ, which is away for up to 3 s and starts again",
  needs: ["rabbitmq"],
  async strike({ random, rabbitmq: [rabbitmq] }) {
    if (rabbitmq === undefined) throw new Error("there is no RabbitMQ");
    await untilQueuesAreOnDisk(rabbitmq);
    await rabbitmq.kill();
    await systemClock.wait(random.between(200, 3_000));
    await rabbitmq.start();
    return {};
  },
};
