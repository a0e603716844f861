/** Renews all held leases in one statement, periodically, and reports lost leases and cancelled tasks. */
import type { Queryable } from "../database/database.ts";
import type { Logger } from "../runtime/logger.ts";
import { createLoop, type Next } from "../runtime/loop.ts";
import { createLeaseRegistry, type LeaseRegistry } from "./lease-registry.ts";
import { type Renewal, renewLeaseRows } from "./leases.sql.ts";

export type RenewalLoopOptions = KeepingTimes & {
  readonly owner: string;
  readonly logger: Logger;
  /** Returns the connection of the statements, opened if need be. */
  readonly reach: () => Promise<Reached>;
  /** Is called when a renewal failed, so its connection is not to be trusted. */
  readonly onFailure?: () => void;
  readonly onLost: (leaseTokens: readonly bigint[]) => void;
  readonly onCancelled: (taskIds: readonly bigint[]) => void;
  /** No renewal has worked for as long as a lease lasts. Reported once until one works again. */
  readonly onUnreachable: () => void;
  /** Is called with leases whose time is over, which are not renewed any more. */
  readonly onEnded: (leaseTokens: readonly bigint[]) => void | Promise<void>;
};

export type KeepingTimes = {
  /** How long a lease lasts from its renewal. */
  readonly leaseMs: number;
  /** At most half of leaseMs, so that one lost renewal is survived. */
  readonly renewMs: number;
};

export type Reached = {
  readonly on: Queryable;
  /** When to renew again although nothing is due. */
  readonly retryInMs?: number;
};

export type RenewalLoop = {
  /** Renews a lease for so long from now; undefined: until it is dropped. */
  hold(leaseToken: bigint, untilMs: number | undefined): void;
  drop(leaseToken: bigint): void;
  /** Renews now, as after a lost connection. */
  wake(): void;
  /** Drops the leases that are over, if the database answers, and returns when no renewal runs. */
  stop(): Promise<void>;
};

/** How often the ends of leases are checked, while any is held. */
const ENDS_CHECK_MS = 250;
/** So many leases to drop do not wait for the next renewal. */
const OVER_BATCH = 100;
/** A busy server is not a lost one, however short the leases. */
const RENEWAL_TIMEOUT_MIN_MS = 1_000;
const BACKOFF_FIRST_MS = 100;
const BACKOFF_MAX_MS = 2_000;

export function createRenewalLoop(options: RenewalLoopOptions): RenewalLoop {
  const { renewMs, logger } = options;
  const held = createLeaseRegistry();
  const ends = watchEnds(held, options);
  const loop = createLoop({
    name: "the renewal of leases",
    runOnce: createRenewal(options, held),
    intervalMs: renewMs,
    logger,
    backoff: { firstMs: BACKOFF_FIRST_MS, factor: 2, maxMs: Math.min(BACKOFF_MAX_MS, renewMs) },
  });
  loop.start();

  return {
    hold(leaseToken, untilMs = Infinity) {
      held.hold(leaseToken, performance.now() + untilMs);
      ends.watch();
    },
    drop(leaseToken) {
      held.drop(leaseToken);
      if (held.overCount() >= OVER_BATCH) loop.wake();
    },
    wake: () => loop.wake(),
    async stop() {
      ends.stop();
      await loop.stop();
      if (held.overCount() > 0) await dropLast(options, held);
    },
  };
}

/** Checks for leases past their end from `watch` until none is held: an idle process is not woken. */
function watchEnds(held: LeaseRegistry, { onEnded }: RenewalLoopOptions): { watch(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const pause = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  const checkOnce = (): void => {
    const ended = held.takeEnded(performance.now());
    if (ended.length > 0) void onEnded(ended);
    if (held.heldCount() === 0) pause();
  };
  return {
    watch() {
      if (!isStopped) timer ??= setInterval(checkOnce, ENDS_CHECK_MS);
    },
    stop() {
      isStopped = true;
      pause();
    },
  };
}

/** One renewal after the other shares the time of the last one that worked. */
function createRenewal(options: RenewalLoopOptions, held: LeaseRegistry): () => Promise<Next> {
  const { leaseMs, reach, onLost, onCancelled, onUnreachable } = options;
  let workedAtMs = performance.now();
  let isReported = false;

  const renew = async (): Promise<Next> => {
    const { on, retryInMs } = await reach();
    const request = held.toRenew(performance.now());
    if (request.tokens.length + request.over.length > 0) {
      const { lost, cancelledTasks } = await renewLeases(limited(on, options), { ...options, ...request });
      const stillHeld = held.renewed(request, lost);
      if (stillHeld.length > 0) onLost(stillHeld);
      if (cancelledTasks.length > 0) onCancelled(cancelledTasks);
    }
    return retryInMs === undefined ? "idle" : { dueInMs: retryInMs };
  };

  return async () => {
    try {
      const next = await renew();
      workedAtMs = performance.now();
      isReported = false;
      return next;
    } catch (error) {
      options.onFailure?.();
      if (!isReported && performance.now() - workedAtMs >= leaseMs) {
        isReported = true;
        onUnreachable();
      }
      throw error;
    }
  };
}

/** A renewal that is not answered is given up early enough for another one, on another connection, to be in time. */
function limited(on: Queryable, { renewMs }: KeepingTimes): Queryable {
  const timeoutMs = Math.max(renewMs / 2, RENEWAL_TIMEOUT_MIN_MS);
  return { query: (statement) => on.query(statement, { timeoutMs }) };
}

/** Drops the leases that are over. Those that cannot be dropped now expire. */
async function dropLast(options: RenewalLoopOptions, held: LeaseRegistry): Promise<void> {
  const { owner, leaseMs, logger } = options;
  try {
    const { on } = await options.reach();
    await renewLeases(limited(on, options), { owner, leaseMs, tokens: [], over: held.toRenew(Infinity).over });
  } catch (error) {
    logger.debug({ error }, "leases that are over could not be dropped; they run out by themselves");
  }
}

export type Renewed = {
  /** Leases that were lost: writes under them have no effect. */
  readonly lost: readonly bigint[];
  /** Tasks of leased chunks that were cancelled. */
  readonly cancelledTasks: readonly bigint[];
};

export async function renewLeases(on: Queryable, renewal: Renewal): Promise<Renewed> {
  const rows = await on.query(renewLeaseRows(renewal));
  return {
    lost: rows.flatMap(({ lost }) => lost ?? []),
    cancelledTasks: rows.flatMap(({ cancelled }) => cancelled ?? []),
  };
}
