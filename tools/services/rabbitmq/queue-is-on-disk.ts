/** Checks whether a private RabbitMQ may be killed without losing a queue that was just declared. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Service } from "../service.ts";

/**
 * Returns whether the leader of the queue is on disk: a server that is killed before that restarts with a queue that
 * accepts nothing. Always true for a container, whose files are not accessible.
 */
export function queueIsOnDisk({ folder }: Service, queue: string): boolean {
  if (folder === undefined) return true;
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("names.dets"))
    .some((file) => readFileSync(join(folder, file)).includes(queue));
}
