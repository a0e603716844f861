/** Plays histories on a database and on the model, and reports the first claim at which they differ. */
import type { Database } from "../../src/database/database.ts";
import { takeTurnRows, type TakeTurnsInput } from "../../src/fairness/fairness.sql.ts";
import { takeTurns } from "../../src/fairness/take-turns.ts";
import { findBrokenBound, type TraceEvent } from "./check-bounds.ts";
import { findDifference, type SeenClaim } from "./compare-claim.ts";
import { type Claim, type History, makeHistory, ROUTES, shrinkHistory } from "./history.ts";
import * as statements from "./simulation.sql.ts";
import { type Action, dueTime, Simulation } from "./simulation.ts";
import { names, type SimulatedChunk, typeName } from "./world.ts";

export type DatabaseRun = {
  /** First difference; undefined when there is none. */
  readonly difference: string | undefined;
  readonly events: readonly TraceEvent[];
  /** Chunks that consumers received, in order; tasks by their number in the history. */
  readonly order: readonly string[];
};

/** Source of the expected result: the model, or only what consumers can know. The latter checks no shares. */
export type Judge = "model" | "consumers";

const LEASE_MS = 3_600_000;
const TOKEN = 1n;
const ALL_ROUTES = Array.from({ length: ROUTES }, (_, route) => route);

/** Plays a history. Each queue has its own tree, so any number of histories share a database under different names. */
export async function simulateOnDatabase(
  database: Database,
  history: History,
  on: { queue: string; judge?: Judge },
): Promise<DatabaseRun> {
  const player = new Player(database, on.queue, on.judge ?? "model");
  let difference: string | undefined;
  for (const [index, step] of history.steps.entries()) {
    const action = player.simulation.resolve(step);
    if (action === undefined) continue;
    difference = (await player.play(action)) ?? player.simulation.trace.fault;
    if (difference === undefined) continue;
    difference = `step ${String(index)} of seed ${String(history.seed)}: ${difference}`;
    break;
  }
  return { difference, events: player.simulation.trace.events, order: player.order };
}

class Player {
  readonly simulation: Simulation;
  readonly order: string[] = [];
  readonly #database: Database;
  readonly #queue: string;
  readonly #judge: Judge;
  #lastEntry = 0n;
  #nowUs = 0n;

  constructor(database: Database, queue: string, judge: Judge) {
    this.#judge = judge;
    this.#database = database;
    this.#queue = queue;
    this.simulation = new Simulation(queue);
  }

  /** Applies an action to the database and then to the model. Returns what differs afterwards. */
  async play(action: Action): Promise<string | undefined> {
    switch (action.kind) {
      case "submit":
        await this.#submit(action);
        return undefined;
      case "set":
        await this.#database.query(statements.setLane({ queue: this.#queue, ...action.at }, action.settings));
        this.simulation.set(action.at, action.settings);
        return undefined;
      case "complete":
        for (const chunk of action.chunks) await this.#complete(chunk);
        return undefined;
      case "retry":
        await this.#retry(action);
        return undefined;
      case "cancel":
        await this.#database.query(statements.cancelJob(this.#queue, action.chunk.task.taskId));
        this.simulation.world.cancel(action.chunk);
        return undefined;
      case "clock":
        await this.#database.query(statements.moveLogForward(this.#queue, action.forwardMs));
        return undefined;
      case "claim":
        return action.fate === "rolled back" ? this.#rollBack(action) : this.#claim(action);
    }
  }

  async #submit({ works }: Extract<Action, { kind: "submit" }>): Promise<void> {
    const placed = works.map((work) => ({
      work,
      dueUs: dueTime(work.due, clockUs()),
      position: this.simulation.nextJobPosition(),
    }));
    const rows = placed.map(({ work, dueUs, position }) => ({
      ...work,
      ...names(work),
      queue: this.#queue,
      route: this.simulation.world.routeName(work.route),
      type: typeName(work),
      limits: this.simulation.world.limitsOf(work),
      dueUs: dueUs === undefined ? null : String(dueUs),
      position: String(position),
    }));
    const submitted = await this.#database.query(statements.submitWorks(rows));
    for (const [index, { task_id: taskId }] of submitted.entries()) {
      const one = placed[index];
      if (one !== undefined) this.simulation.submit(one.work, { ...one, taskId });
    }
  }

  async #complete(chunk: SimulatedChunk): Promise<void> {
    await this.#database.query(statements.leaveProcessing(chunkName(chunk), "COMPLETED", null));
    this.simulation.complete(chunk);
  }

  async #retry({ chunk, due }: Extract<Action, { kind: "retry" }>): Promise<void> {
    const dueUs = dueTime(due, clockUs());
    const state = dueUs === undefined ? "PENDING" : "SCHEDULED";
    await this.#database.query(statements.leaveProcessing(chunkName(chunk), state, dueUs ?? null));
    this.simulation.retry(chunk, dueUs);
  }

  /** Claims and rolls back, as if the claimer died before the commit: nothing has happened. */
  async #rollBack({ limit, serves }: Claim): Promise<undefined> {
    const crash = new Error("the claimer died");
    const work = this.#database.transaction(async (tx) => {
      await tx.query(takeTurnRows(this.#wish(limit, "dead", serves)));
      throw crash;
    });
    await work.catch((error: unknown) => {
      if (error !== crash) throw error;
    });
  }

  async #claim({ limit, owner, fate, serves }: Claim): Promise<string | undefined> {
    const beforeUs = clockUs();
    const taken = await takeTurns(this.#database, this.#wish(limit, owner, serves));
    const seen = await this.#look(taken.map(({ taskId, number }) => `${String(taskId)}/${String(number)}`));
    if (seen.entry !== undefined) this.#nowUs = seen.entry.at_us;
    else if (beforeUs > this.#nowUs) this.#nowUs = beforeUs;

    const routes = this.simulation.world.routesOf(serves);
    const moment = { limit, nowUs: this.#nowUs, isReplyLost: fate === "reply lost", routes };
    this.order.push(...seen.received.map((name) => this.#relative(name)));
    if (this.#judge === "model") return findDifference(this.simulation, this.simulation.claim(moment), seen);
    const slots = await this.#database.query(statements.readSlots(this.#queue));
    const rowOf = new Map(slots.map((row) => [`${String(row.task_id)}/${String(row.number)}`, row]));
    this.simulation.follow(
      seen.received.map((name) => ({
        name,
        slots: rowOf.get(name)?.slots ?? 0,
        limits: rowOf.get(name)?.limits ?? [],
      })),
      moment,
    );
    return undefined;
  }

  /** Names a chunk by the number of its task in this history, which is the same in every run. */
  #relative(name: string): string {
    const [taskId = "", number = ""] = name.split("/");
    return `${String(this.simulation.world.tasks.findIndex((task) => String(task.taskId) === taskId) + 1)}/${number}`;
  }

  async #look(received: readonly string[]): Promise<SeenClaim> {
    const [head] = await this.#database.query(statements.readLogHead(this.#queue));
    const lanes = await this.#database.query(statements.readLanes(this.#queue));
    const entry = head !== undefined && head.entry > this.#lastEntry ? head : undefined;
    this.#lastEntry = head?.entry ?? 0n;
    return { received, entry, head, lanes };
  }

  #wish(limit: number, owner: string, serves: Claim["serves"] = ALL_ROUTES): TakeTurnsInput & { routes: string[] } {
    const routes = serves.map((route) => this.simulation.world.routeName(route));
    return { queue: this.#queue, routes, limit, owner, isWatched: false, token: TOKEN, leaseMs: LEASE_MS };
  }
}

function chunkName({ task, number }: SimulatedChunk): statements.ChunkName {
  return { taskId: task.taskId, number };
}

function clockUs(): bigint {
  return BigInt(Date.now()) * 1_000n;
}

export type FaultSearch = {
  readonly judge: Judge;
  readonly histories: number;
  readonly firstSeed?: number;
};

export type Fault = { readonly seed: number; readonly reason: string };

export async function findFault(database: Database, search: FaultSearch): Promise<Fault | undefined> {
  const { firstSeed = 1 } = search;
  for (let seed = firstSeed; seed < firstSeed + search.histories; seed++) {
    const queue = `${search.judge}-${String(seed)}`;
    const reason = await judgeHistory(database, makeHistory(seed), { queue, judge: search.judge });
    if (reason !== undefined) return { seed, reason };
  }
  return undefined;
}

/** Describes the shortest history that still fails: one line for each step. */
export async function describeFault(database: Database, fault: Fault, judge: Judge): Promise<string> {
  let tries = 0;
  const judgeAgain = (history: History): Promise<string | undefined> =>
    judgeHistory(database, history, { queue: `again-${String(fault.seed)}-${String(++tries)}`, judge });
  const short = await shrinkHistory(
    makeHistory(fault.seed),
    async (history) => (await judgeAgain(history)) !== undefined,
  );
  const steps = short.steps.map((step) => JSON.stringify(step));
  return [`seed ${String(fault.seed)}: ${fault.reason}`, ...steps, (await judgeAgain(short)) ?? ""].join("\n");
}

async function judgeHistory(
  database: Database,
  history: History,
  on: { queue: string; judge: Judge },
): Promise<string | undefined> {
  const run = await simulateOnDatabase(database, history, on);
  const broken = findBrokenBound(run.events);
  if (run.difference !== undefined || broken === undefined) return run.difference;
  const lanes = broken.lanes.join(" and ");
  return `turn ${String(broken.turn)}: lanes ${lanes} are ${String(broken.spread)} apart, ${String(broken.bound)} are allowed`;
}
