/** Records which lanes could have used a turn at each moment, from the events alone and not from the rule. */
import type { LaneSettings } from "../../src/fairness/lane.ts";
import type { TraceEvent } from "./check-bounds.ts";
import { names, type SimulatedChunk, type SimulatedTask, type World } from "./world.ts";

type Facts = {
  readonly set: bigint;
  readonly level: number;
  weight: number;
  isPaused: boolean;
  /** How many chunks may be in flight; those that were taken before there was any such limit are not counted. */
  cap: number | undefined;
  rateUs: bigint | undefined;
  rateBurst: bigint;
  rateAtUs: bigint;
};

const SLOT_NONE = 0;

export class EligibilityTrace {
  readonly events: TraceEvent[] = [];
  /** The first thing that should not have happened, whatever the shares are. */
  fault: string | undefined;
  readonly #world: World;
  readonly #facts = new Map<bigint, Facts>();
  readonly #told = new Map<bigint, boolean>();
  #eligible: ReadonlySet<bigint> = new Set();
  #nowUs = 0n;
  #routes: ReadonlySet<bigint> | undefined;

  constructor(world: World) {
    this.#world = world;
  }

  /** A setting begins a new span for the lane and for those above, which it may have put to sleep for a moment. */
  set(place: { lane: bigint; set: bigint; level: number }, settings: LaneSettings): void {
    const facts = this.#factsOf(place.lane, place.set, place.level);
    if (settings.weight !== undefined) facts.weight = settings.weight;
    if (settings.isPaused !== undefined) facts.isPaused = settings.isPaused;
    if (settings.maxInFlight !== undefined) facts.cap = settings.maxInFlight ?? undefined;
    if (settings.rateUs !== undefined) facts.rateUs = settings.rateUs === null ? undefined : BigInt(settings.rateUs);
    if (settings.rateBurst !== undefined) facts.rateBurst = BigInt(settings.rateBurst);
    if (settings.rateUs !== undefined || settings.rateBurst !== undefined) facts.rateAtUs = 0n;
    for (let lane: bigint | undefined = place.lane; lane !== undefined; lane = this.#parentOf(lane))
      this.#report(lane, false);
    this.update();
  }

  /** A claim begins, of a worker that serves these routes. */
  at({ nowUs, routes }: { nowUs: bigint; routes: ReadonlySet<bigint> | undefined }): void {
    this.#nowUs = nowUs;
    this.#routes = routes;
    this.update();
  }

  turn({ task }: SimulatedChunk): void {
    this.#judge(task);
    const path = [task.leaf, task.group, task.tenant];
    this.events.push({ kind: "turn", path, cost: BigInt(task.work.cost) });
    for (const lane of [...path, this.#world.root, task.route, ...task.limits]) this.#useRate(lane);
    this.update();
  }

  /** Checks a claim that gave fewer chunks than requested: no lane may be left that was eligible for a turn. */
  rest(): void {
    if (!this.#eligible.has(this.#world.root)) return;
    const left = this.#world.tasks.find((task) => this.#eligible.has(task.tenant));
    if (left !== undefined) this.fault ??= `a slot stayed free while ${names(left.work).tenant} had work`;
  }

  /** Reports what has changed since the last update. */
  update(): void {
    const eligible = new Set<bigint>();
    for (const task of this.#world.tasks) this.#meet(task);
    for (const { task } of this.#waiting())
      if (
        [task.leaf, task.route, ...task.limits].every((lane) => this.#mayRun(lane)) &&
        this.#routes?.has(task.route) !== false
      )
        eligible.add(task.leaf);
    for (const level of [3, 2])
      for (const [lane, facts] of this.#facts) {
        if (facts.level !== level || !eligible.has(lane)) continue;
        const parent = this.#parentOf(lane);
        if (parent !== undefined && this.#mayRun(parent)) eligible.add(parent);
      }
    for (const [lane, { level }] of this.#facts) if (level > 0 && level < 4) this.#report(lane, eligible.has(lane));
    if (this.#mayRun(this.#world.root)) eligible.add(this.#world.root);
    this.#eligible = eligible;
  }

  /** Only a lane with work and room gets a turn, and within its tenant none of a more urgent priority waits. */
  #judge({ taskId, work, tenant, group, leaf }: SimulatedTask): void {
    const isAllowed = [this.#world.root, tenant, group, leaf].every((lane) => this.#eligible.has(lane));
    if (!isAllowed) this.fault ??= `task ${String(taskId)} got a turn that it was not eligible for`;
    const urgent = this.#world.tasks.find(
      (other) => other.tenant === tenant && other.work.priority < work.priority && this.#eligible.has(other.group),
    );
    if (urgent !== undefined)
      this.fault ??= `task ${String(taskId)} went before ${String(urgent.taskId)}, which is more urgent`;
  }

  #waiting(): SimulatedChunk[] {
    return this.#world.chunks.filter((chunk) => chunk.state === "PENDING");
  }

  #meet({ work, tenant, group, leaf }: SimulatedTask): void {
    this.#factsOf(tenant, this.#world.root, 1);
    this.#factsOf(group, tenant + BigInt(work.priority), 2);
    if (this.#facts.has(leaf)) return;
    const facts = this.#factsOf(leaf, group, 3);
    facts.weight = work.weight;
    facts.cap = work.maxInFlight ?? undefined;
  }

  #factsOf(lane: bigint, set: bigint, level: number): Facts {
    const known = this.#facts.get(lane);
    if (known !== undefined) return known;
    const made: Facts = {
      set,
      level,
      weight: 1,
      isPaused: false,
      cap: undefined,
      rateUs: undefined,
      rateBurst: 1n,
      rateAtUs: 0n,
    };
    this.#facts.set(lane, made);
    return made;
  }

  #parentOf(lane: bigint): bigint | undefined {
    const facts = this.#facts.get(lane);
    const parent = facts === undefined ? undefined : facts.set & ~3n;
    return parent === undefined || parent === this.#world.root || facts?.level === 0 ? undefined : parent;
  }

  #mayRun(lane: bigint): boolean {
    const facts = this.#facts.get(lane);
    if (facts === undefined) return true; // the pool, or a limit that was never set
    if (facts.isPaused) return false;
    if (facts.cap !== undefined && this.#inFlight(lane, facts.level) >= facts.cap) return false;
    return facts.rateUs === undefined || facts.rateAtUs - this.#nowUs <= (facts.rateBurst - 1n) * facts.rateUs;
  }

  #inFlight(lane: bigint, level: number): number {
    const slot = 1 << level;
    return this.#world.chunks.filter(({ state, slots, task, counted }) => {
      if (level === 4) return state === "PROCESSING" && counted.includes(lane);
      const counts = state === "PROCESSING" && (slots & slot) !== SLOT_NONE;
      return counts && [this.#world.root, task.tenant, task.group, task.leaf][level] === lane;
    }).length;
  }

  #useRate(lane: bigint): void {
    const facts = this.#facts.get(lane);
    if (facts?.rateUs === undefined) return;
    facts.rateAtUs = (facts.rateAtUs > this.#nowUs ? facts.rateAtUs : this.#nowUs) + facts.rateUs;
  }

  #report(lane: bigint, isEligible: boolean): void {
    const facts = this.#facts.get(lane);
    if (facts === undefined || this.#told.get(lane) === isEligible) return;
    this.#told.set(lane, isEligible);
    this.events.push({ kind: "lane", lane, set: facts.set, weight: BigInt(facts.weight), isEligible });
  }
}
