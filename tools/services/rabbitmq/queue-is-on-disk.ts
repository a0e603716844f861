/** Tells whether a private RabbitMQ may be killed without losing a queue that was made just now. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Service } from "../service.ts";

/**
 * A server that is killed before it wrote down which process leads a new queue comes back with a queue that takes nothing.
 * Into a container nobody can look: true.
 */
export function queueIsOnDisk({ folder }: Service, queue: string): boolean {
  if (folder === undefined) return true;
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("names.dets"))
    .some((file) => readFileSync(join(folder, file)).includes(queue));
}
