/** Stores the tasks and chunks of a simulated queue and the changes since the last claim; knows no rule. */
import type { FairTree } from "../../src/fairness/fair-tree.ts";
import type { Lane, LaneChange, LaneSettings } from "../../src/fairness/lane.ts";
import { laneId, routeLimit } from "../../src/tasks/lanes.ts";
import type { Place, Work } from "./history.ts";

export type SimulatedTask = {
  readonly taskId: bigint;
  readonly work: Work;
  readonly tenant: bigint;
  readonly group: bigint;
  readonly leaf: bigint;
  readonly route: bigint;
  readonly limits: readonly bigint[];
};

export type SimulatedChunk = {
  readonly task: SimulatedTask;
  readonly number: number;
  readonly position: bigint;
  state: "SCHEDULED" | "PENDING" | "PROCESSING" | "COMPLETED" | "CANCELLED";
  dueUs: bigint;
  slots: number;
  /** The shared limits that count it as in flight. */
  counted: readonly bigint[];
};

type Appended =
  | { readonly kind: "SET"; readonly change: LaneChange }
  | { readonly kind: "ARRIVED"; readonly chunk: SimulatedChunk }
  | {
      readonly kind: "RELEASED";
      readonly chunk: SimulatedChunk;
      readonly slots: number;
      readonly limits: readonly bigint[];
    }
  | { readonly kind: "CANCELLED"; readonly chunk: SimulatedChunk };

export type Placement = { readonly taskId: bigint; readonly dueUs: bigint | undefined; readonly position: bigint };

export class World {
  readonly queue: string;
  readonly root: bigint;
  readonly tasks: SimulatedTask[] = [];
  /** Chunks that wait or run; ended ones are forgotten. */
  chunks: SimulatedChunk[] = [];
  #appended: Appended[] = [];

  constructor(queue: string) {
    this.queue = queue;
    this.root = laneId(queue);
  }

  submit(work: Work, { taskId, dueUs, position }: Placement): void {
    const task = { taskId, work, ...this.#lanesOf(work, taskId) };
    this.tasks.push(task);
    const made = Array.from({ length: work.chunks }, (_, index): SimulatedChunk => {
      const state = dueUs === undefined ? "PENDING" : "SCHEDULED";
      const at = work.isJob ? position : BigInt(index + 1);
      return { task, number: index + 1, position: at, state, dueUs: dueUs ?? 0n, slots: 0, counted: [] };
    });
    this.chunks.push(...made);
    const [first] = made;
    if (dueUs === undefined && first !== undefined) this.#appended.push({ kind: "ARRIVED", chunk: first });
  }

  set(change: LaneChange): void {
    this.#appended.push({ kind: "SET", change });
  }

  complete(chunk: SimulatedChunk): void {
    this.#leave(chunk, "COMPLETED");
    this.chunks = this.chunks.filter((one) => one !== chunk);
  }

  retry(chunk: SimulatedChunk, dueUs: bigint | undefined): void {
    this.#leave(chunk, dueUs === undefined ? "PENDING" : "SCHEDULED");
    if (dueUs === undefined) this.#appended.push({ kind: "ARRIVED", chunk });
    else chunk.dueUs = dueUs;
  }

  cancel(chunk: SimulatedChunk): void {
    this.#appended.push({ kind: "CANCELLED", chunk });
  }

  take(chunk: SimulatedChunk, slots: number, counted: readonly bigint[]): void {
    chunk.state = "PROCESSING";
    chunk.slots = slots;
    chunk.counted = counted;
  }

  /** Returns what the next claim has to absorb, in its order, if it happens at `nowUs`; `tree` knows which lanes rest until when. */
  absorb(nowUs: bigint, tree: FairTree): LaneChange[] {
    const appended = this.#appended;
    this.#appended = [];
    for (const { kind, chunk } of appended.filter((one) => one.kind === "CANCELLED"))
      if (kind === "CANCELLED" && (chunk.state === "PENDING" || chunk.state === "SCHEDULED")) chunk.state = "CANCELLED";
    return [
      ...appended.flatMap((one) => (one.kind === "SET" ? [one.change] : [])),
      ...appended.flatMap((one) => (one.kind === "RELEASED" ? [released(one.chunk.task, one)] : [])),
      ...arrivals(appended.flatMap((one) => (one.kind === "ARRIVED" ? [one.chunk] : []))),
      ...this.#fallDue(nowUs),
      ...rested(tree, nowUs),
    ];
  }

  /** Returns the waiting chunks of a leaf, in the order in which they are given. */
  waitingIn(leaf: bigint): SimulatedChunk[] {
    return this.chunks.filter((chunk) => chunk.task.leaf === leaf && chunk.state === "PENDING").sort(byPosition);
  }

  /** Returns the lane that a step means, with its set and name; undefined when it means a task and there is none. */
  laneAt(level: number, place: Place): { lane: bigint; set: bigint; name: string } | undefined {
    const { tenant, group } = names(place);
    const priority = BigInt(place.priority);
    const tenantLane = laneId(this.queue, tenant);
    if (level === 0) return { lane: this.root, set: 0n, name: this.queue };
    if (level === 1) return { lane: tenantLane, set: this.root, name: tenant };
    const groupLane = laneId(this.queue, tenant, String(place.priority), group);
    if (level === 2) return { lane: groupLane, set: tenantLane + priority, name: group };
    const task = this.tasks[place.task % Math.max(this.tasks.length, 1)];
    return task === undefined ? undefined : { lane: task.leaf, set: task.group, name: String(task.taskId) };
  }

  /** Returns the name of a queue of the pool. */
  routeName(route: number): string {
    return route === 0 ? this.queue : `${this.queue}-route-${String(route)}`;
  }

  /** Returns the lane of a shared limit. */
  limitAt(of: "route" | "limit", number: number): { lane: bigint; set: bigint; name: string } {
    const name = of === "route" ? this.routeName(number) : `limit-${String(number)}`;
    return { lane: laneId(this.queue, of, name), set: this.root + 1n, name };
  }

  /** Returns the named limits of work as a task stores them. */
  limitsOf({ limits }: Pick<Work, "limits">): { lane: string; name: string; settings: null }[] | null {
    const named = limits.map((limit) => this.limitAt("limit", limit));
    return named.length === 0 ? null : named.map(({ lane, name }) => ({ lane: String(lane), name, settings: null }));
  }

  routesOf(serves: readonly number[] | undefined): ReadonlySet<bigint> | undefined {
    return serves && new Set(serves.map((route) => this.limitAt("route", route).lane));
  }

  #leave(chunk: SimulatedChunk, state: SimulatedChunk["state"]): void {
    const { slots, counted: limits } = chunk;
    if (slots !== 0 || limits.length > 0) this.#appended.push({ kind: "RELEASED", chunk, slots, limits });
    chunk.state = state;
    chunk.slots = 0;
    chunk.counted = [];
  }

  #fallDue(nowUs: bigint): LaneChange[] {
    const due = this.chunks.filter((chunk) => chunk.state === "SCHEDULED" && chunk.dueUs <= nowUs);
    for (const chunk of due) chunk.state = "PENDING";
    return arrivals(due.sort((a, b) => compare(a.dueUs, b.dueUs) || compare(a.task.taskId, b.task.taskId)));
  }

  #lanesOf(work: Work, taskId: bigint): Omit<SimulatedTask, "taskId" | "work"> {
    const { tenant, group } = names(work);
    const path = [this.queue, tenant, String(work.priority), group];
    const leaf = work.isJob ? ["jobs", typeName(work)] : ["task", String(taskId)];
    const route = routeLimit({ pool: this.queue, queue: this.routeName(work.route) });
    const limits = work.limits.map((limit) => this.limitAt("limit", limit).lane);
    const lanes = { tenant: laneId(this.queue, tenant), group: laneId(...path), leaf: laneId(...path, ...leaf) };
    return { ...lanes, route, limits };
  }
}

export function names(place: Pick<Work, "tenant" | "group">): { tenant: string; group: string } {
  return { tenant: `tenant-${String(place.tenant)}`, group: `group-${String(place.group)}` };
}

export function typeName(work: Pick<Work, "type">): string {
  return `type-${String(work.type)}`;
}

export function settingsChange(
  lane: Pick<Lane, "id" | "set" | "level">,
  settings: LaneSettings,
): Extract<LaneChange, { kind: "SET" }> {
  return { kind: "SET", lane: lane.id, set: lane.set, level: lane.level, settings };
}

/** Returns one arrival for each leaf, at the position of its first chunk, with the settings of the oldest task. */
function arrivals(chunks: readonly SimulatedChunk[]): LaneChange[] {
  const leaves = new Map<bigint, SimulatedTask>();
  for (const { task } of chunks) {
    const known = leaves.get(task.leaf);
    if (known === undefined || task.taskId < known.taskId) leaves.set(task.leaf, task);
  }
  return [...leaves.values()].map(({ work, tenant, group, leaf, route, limits }) => {
    const { priority, weight, cost, maxInFlight } = work;
    return { kind: "ARRIVED", tenant, priority, group, leaf, weight, cost, maxInFlight, route, limits };
  });
}

function released(
  { tenant, group, leaf }: SimulatedTask,
  places: Pick<SimulatedChunk, "slots"> & { limits: readonly bigint[] },
): LaneChange {
  return { kind: "RELEASED", tenant, group, leaf, slots: places.slots, limits: places.limits };
}

function rested(tree: FairTree, nowUs: bigint): LaneChange[] {
  return [...tree.lanes.values()]
    .flatMap(({ id, wakesAtUs }) => (wakesAtUs !== undefined && wakesAtUs <= nowUs ? [{ id, wakesAtUs }] : []))
    .sort((a, b) => compare(a.wakesAtUs, b.wakesAtUs) || compare(a.id, b.id))
    .map(({ id }) => ({ kind: "RESTED", lane: id }));
}

function byPosition(a: SimulatedChunk, b: SimulatedChunk): number {
  return compare(a.position, b.position) || compare(a.task.taskId, b.task.taskId);
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
