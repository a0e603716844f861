/** Shared support for fairness stories: their own queue, work with readable names, and claims as lists of those names. */
import type { Database } from "../../src/database/database.ts";
import type { LaneSettings } from "../../src/fairness/lane.ts";
import { type TakenChunk, takeTurns } from "../../src/fairness/take-turns.ts";
import { laneId } from "../../src/tasks/lanes.ts";
import type { NewTask } from "../../src/tasks/new-task.ts";
import { submitTasks } from "../../src/tasks/submit-tasks.ts";
import { type LaneAddress, setLane } from "./simulation.sql.ts";

const LEASE_MS = 60_000;

/** Task whose chunks are named after it: A1, A2 … */
export type NamedTask = Partial<NewTask> & { readonly name: string; readonly count: number };

export class StoryQueue {
  readonly database: Database;
  readonly queue: string;

  constructor(database: Database, queue: string) {
    this.database = database;
    this.queue = queue;
  }

  /** Submits all tasks at once, each with its own tenant unless it names one. */
  async submit(...tasks: readonly NamedTask[]): Promise<bigint[]> {
    const submitted = await submitTasks(
      this.database,
      tasks.map((task) => this.newTask(task)),
    );
    return submitted.map(({ taskId }) => taskId);
  }

  newTask({ name, count, ...fields }: NamedTask): NewTask {
    const chunks = Array.from({ length: count }, (_, index) => ({ payload: `${name}${String(index + 1)}` }));
    return { queue: this.queue, tenant: name, group: "main", type: "story", isJob: false, ...fields, chunks };
  }

  take(limit: number): Promise<TakenChunk[]> {
    return takeTurns(this.database, { queue: this.queue, limit, owner: "story", leaseMs: LEASE_MS });
  }

  /** Claims the next chunks and returns their names, in the order in which they were received. */
  async names(limit: number): Promise<string[]> {
    return (await this.take(limit)).map(({ payload }) => String(payload));
  }

  setQueue(settings: LaneSettings): Promise<void> {
    return this.#set({ lane: laneId(this.queue), set: 0n, level: 0, name: this.queue }, settings);
  }

  setTenant(tenant: string, settings: LaneSettings): Promise<void> {
    const lane = laneId(this.queue, tenant);
    return this.#set({ lane, set: laneId(this.queue), level: 1, name: tenant }, settings);
  }

  /** Returns a task with the group and priority of newTask. */
  setTask(tenant: string, taskId: bigint, settings: LaneSettings): Promise<void> {
    const group = [this.queue, tenant, "2", "main"];
    const lane = laneId(...group, "task", String(taskId));
    return this.#set({ lane, set: laneId(...group), level: 3, name: String(taskId) }, settings);
  }

  async #set(lane: Omit<LaneAddress, "queue">, settings: LaneSettings): Promise<void> {
    await this.database.query(setLane({ queue: this.queue, ...lane }, settings));
  }
}

/** Returns how many of the names belong to a task. */
export function countOf(name: string, names: readonly string[]): number {
  return names.filter((one) => one.replace(/\d+$/, "") === name).length;
}

/** Returns the share of turns of a lane that is empty after each of its turns and comes back at once. */
export async function shareOfReturningLane(story: StoryQueue, turns: number): Promise<number> {
  await story.submit({ name: "steady", count: turns }, { name: "returning", count: 1 });
  const received: string[] = [];
  while (received.length < turns) {
    const [name = "nobody"] = await story.names(1);
    received.push(name);
    if (name.startsWith("returning")) await story.submit({ name: "returning", count: 1 });
  }
  return countOf("returning", received) / turns;
}
