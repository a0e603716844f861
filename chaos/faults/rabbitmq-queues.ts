/** Information about RabbitMQ's queues for the faults of RabbitMQ. */
import { systemClock } from "@rota/engine/internal";
import { queueIsOnDisk } from "../../tools/services/rabbitmq/queue-is-on-disk.ts";
import { rabbitmqctl } from "../../tools/services/rabbitmq/rabbitmqctl.ts";
import type { Service } from "../../tools/services/service.ts";

const WAIT_MS_MAX = 20_000;
const POLL_MS = 200;

/**
 * Waits until all queues are on disk. A queue whose server is killed before that comes back broken, which is a fault of
 * RabbitMQ and not the one under test.
 */
export async function untilQueuesAreOnDisk(rabbitmq: Service): Promise<void> {
  const deadlineMs = performance.now() + WAIT_MS_MAX;
  for (;;) {
    const queues = listQueues(rabbitmq);
    if (queues.length > 0 && queues.every(({ name }) => queueIsOnDisk(rabbitmq, name))) return;
    if (performance.now() > deadlineMs) throw new Error("the queues of RabbitMQ are not on its disk");
    await systemClock.wait(POLL_MS);
  }
}

/** Lists the queues, each with the name of its leader node. */
export function listQueues(rabbitmq: Service): { readonly name: string; readonly leader: string }[] {
  const rows = rabbitmqctl(rabbitmq, "list_queues", "name", "leader", "--no-table-headers");
  return rows.map(([name = "", leader = ""]) => ({ name, leader }));
}
