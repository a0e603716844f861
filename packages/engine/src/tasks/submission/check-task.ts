/** Refuses what cannot be submitted, naming the field, the value and the limit. Pure. */
import * as limits from "../new-task.ts";
import type { NewTask, UniqueKey } from "../new-task.ts";
import { checkName, checkRange, checkWeight, refusal } from "./check-field.ts";

export function checkTask(task: NewTask): void {
  for (const field of ["queue", "tenant", "group", "type"] as const) checkName(field, task[field]);
  if (task.submittedBy !== undefined) checkName("submittedBy", task.submittedBy);
  checkRange("version", task.version, [1, limits.VERSION_MAX]);
  checkRange("priority", task.priority, [0, limits.PRIORITY_MAX]);
  checkRange("cost", task.cost, [1, limits.COST_MAX]);
  checkRange("maxInFlight", task.maxInFlight, [1, limits.IN_FLIGHT_MAX]);
  checkRange("attemptsMax", task.attemptsMax, [1, limits.ATTEMPTS_MAX]);
  checkWeight(task.weight);
  checkKeys(task);
  checkChunks(task);
}

function checkKeys(task: NewTask): void {
  const { taskKey, unique } = task;
  if (taskKey !== undefined)
    checkName("taskKey", typeof taskKey === "string" ? taskKey : taskKey.stem, limits.KEY_BYTES_MAX);
  if (unique === undefined) return;
  checkName("unique.key", unique.key, limits.KEY_BYTES_MAX);
  if (!["forever", "singleton", "debounce", "throttle"].includes(unique.mode ?? "forever"))
    throw refusal(`unique.mode "${String(unique.mode)}" must be forever, singleton, debounce or throttle`, {
      field: "unique.mode",
    });
  if (unique.mode === "debounce" || unique.mode === "throttle") checkWindow(task, unique);
}

function checkWindow({ chunks }: NewTask, unique: Extract<UniqueKey, { windowMs: number }>): void {
  checkRange("unique.windowMs", unique.windowMs, [1, limits.WINDOW_MS_MAX]);
  if (unique.mode !== "debounce") return;
  const [chunk] = chunks;
  if (chunks.length === 1 && chunk?.dueAt === undefined) return;
  throw refusal(
    `debounce is for tasks of one chunk without dueAt, this one has ${String(chunks.length)} chunks or says when it is due`,
    { field: "unique.mode", count: chunks.length },
  );
}

function checkChunks({ chunks, isJob }: NewTask): void {
  const count = chunks.length;
  if (count < 1 || count > limits.CHUNKS_MAX)
    throw refusal(`it has ${String(count)} chunks, 1 to ${String(limits.CHUNKS_MAX)} are allowed`, {
      field: "chunks",
      count,
      countMax: limits.CHUNKS_MAX,
    });
  if (isJob === true && count > 1)
    throw refusal(`a job has one chunk, this one has ${String(count)}: leave isJob out`, { field: "isJob", count });
}
