/** Kills the node that leads a queue in a RabbitMQ cluster of three, so that the others elect another leader. */
import { systemClock } from "@rota/engine/internal";
import type { Fault } from "../fault.ts";
import { listQueues, untilQueuesAreOnDisk } from "./rabbitmq-queues.ts";

export const rabbitmqLeader: Fault = {
  name: "rabbitmq-leader",
  sentence: "of three nodes of RabbitMQ the leader of a queue is killed (kill -9) and started again later",
  needs: ["rabbitmq cluster"],
  async strike({ random, rabbitmq: nodes }) {
    const [first] = nodes;
    if (first === undefined) throw new Error("there is no RabbitMQ");
    await untilQueuesAreOnDisk(first);
    const { leader } = random.pick(listQueues(first));
    const victim = nodes.find(({ name }) => name.endsWith(` ${leader}`));
    if (victim === undefined) throw new Error(`no node is named ${leader}`);
    await victim.kill();
    return {
      async repair() {
        await systemClock.wait(random.between(200, 2_000));
        await victim.start();
      },
    };
  },
};
