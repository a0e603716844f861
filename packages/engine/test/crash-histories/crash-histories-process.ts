/** A process of the simulator: a real worker with its maintenance and its leases, on a network and a clock that may fail it. */
import type { ComputePool } from "../../src/compute/compute-pool.ts";
import { createLeaseRegistry } from "../../src/leases/lease-registry.ts";
import { expireLeasesOf } from "../../src/leases/leases.sql.ts";
import { renewLeases } from "../../src/leases/renew-leases.ts";
import { createMaintenance, createSweepLoop } from "../../src/retention/maintenance.ts";
import type { Clock } from "../../src/runtime/clock.ts";
import { silentLogger } from "../../src/runtime/logger.ts";
import type { Loop } from "../../src/runtime/loop.ts";
import type { TaskDefinition } from "../../src/tasks/define-task.ts";
import { createWorker, type Worker } from "../../src/worker/worker.ts";
import type { Client, Network } from "./crash-histories-network.ts";

export const LEASE_MS = 20_000;
/** How long a process must have been absent before its work is given to others. */
export const PRESENCE_GRACE_MS = 1_000;
const POLL_MS = 1_000;
const UNTIL_WOKEN_MS = 3_600_000;
const GRACE_MS = 500;

export type ProcessOptions = {
  readonly network: Network;
  readonly clock: Clock;
  readonly compute: ComputePool;
  readonly owner: string;
  readonly queue: string;
  readonly slots: number;
  readonly definitions: (clock: Clock, client: Client) => readonly TaskDefinition[];
};

export class SimulatedProcess {
  readonly client: Client;
  readonly owner: string;
  readonly #worker: Worker;
  readonly #loops: readonly (Worker | Loop)[];
  readonly #held = createLeaseRegistry();
  readonly #database;
  readonly #clock: Clock;
  #thaw: () => void = () => undefined;
  #thawed: Promise<void> | undefined;
  #isRenewing = false;
  /** Whether it holds its session lock; the simulator takes and frees it. */
  isPresent = false;
  /** The connection of what keeps its leases broke. */
  hasLostSession = false;
  /** It ended, in order or because it could not start. */
  hasEnded = false;

  constructor({ network, clock, owner, queue, slots, definitions, compute }: ProcessOptions) {
    this.owner = owner;
    this.client = { name: owner, hasExited: false, isCutOff: false };
    this.#database = network.connect(this.client);
    this.#clock = { ...clock, wait: (ms, signal) => clock.wait(ms, signal).then(() => this.#whileItRuns()) };
    this.#worker = createWorker({
      database: this.#database,
      definitions: definitions(this.#clock, this.client),
      queues: [queue],
      slots,
      owner,
      leases: this.#leaseHolder(),
      compute,
      leaseMs: LEASE_MS,
      pollIntervalMs: UNTIL_WOKEN_MS,
      graceMs: GRACE_MS,
      logger: silentLogger,
      clock: this.#clock,
    });
    this.#loops = [this.#worker, ...this.#background(queue)];
  }

  start(): void {
    void this.#start().catch(() => (this.hasEnded = true));
  }

  /** One renewal, as the lease keeper makes it again and again, unless one is under way. */
  renew(): void {
    if (this.#isRenewing) return;
    this.#isRenewing = true;
    void this.#renew()
      .catch(() => (this.hasLostSession = true))
      .then(() => (this.#isRenewing = false));
  }

  /** Asks it to end in order. */
  stop(): void {
    void this.#stop()
      .catch(() => undefined)
      .then(() => (this.hasEnded = true));
  }

  /** Nothing of it runs from now on. */
  kill(): void {
    this.client.hasExited = true;
  }

  /** Its calls wait, and nothing in it continues that has waited for a time; calls that were sent before are still under way. */
  freeze(): void {
    this.client.isCutOff = true;
    this.#thawed ??= new Promise((resolve) => (this.#thaw = resolve));
  }

  /** Lets the process continue as if nothing had happened. */
  thaw(): void {
    this.client.isCutOff = false;
    this.#thawed = undefined;
    this.#thaw();
  }

  /** Frees the leases of another process of the same name. */
  async #start(): Promise<void> {
    await this.#database.query(expireLeasesOf(this.owner));
    for (const loop of this.#loops) loop.start();
  }

  async #renew(): Promise<void> {
    const nowMs = this.#clock.monotonicMs();
    this.#worker.loseLeases(this.#held.takeEnded(nowMs));
    const request = this.#held.toRenew(nowMs);
    const { lost, cancelledTasks } = await renewLeases(this.#database, {
      owner: this.owner,
      leaseMs: LEASE_MS,
      ...request,
    });
    this.#worker.loseLeases(this.#held.renewed(request, lost));
    this.#worker.cancelTasks(cancelledTasks);
  }

  async #stop(): Promise<void> {
    await Promise.all(this.#loops.map((loop) => loop.stop()));
    const { over } = this.#held.toRenew(Infinity);
    await renewLeases(this.#database, { owner: this.owner, leaseMs: LEASE_MS, tokens: [], over });
  }

  async #whileItRuns(): Promise<void> {
    await this.#thawed;
    if (this.client.hasExited) await new Promise(() => undefined);
  }

  #background(queue: string): Loop[] {
    const shared = { database: this.#database, logger: silentLogger, clock: this.#clock };
    const sweep = createSweepLoop({ ...shared, intervalMs: UNTIL_WOKEN_MS });
    const schedules = { wake: () => undefined };
    const times = { pollIntervalMs: POLL_MS, graceMs: PRESENCE_GRACE_MS };
    const wakes = { worker: this.#worker, schedules, sweep };
    return [sweep, createMaintenance({ ...shared, ...times, queues: [queue], wakes })];
  }

  #leaseHolder() {
    const isWatched = (): boolean => this.isPresent;
    return {
      get isWatched() {
        return isWatched();
      },
      hold: (token: bigint, { untilMs }: { readonly untilMs: number }) =>
        this.#held.hold(token, this.#clock.monotonicMs() + untilMs),
      drop: (token: bigint) => this.#held.drop(token),
    };
  }
}
