/** Runs the demo: all steps at once beside real use, each to its verification, then a trickle of work until it is stopped. */
import { hostname } from "node:os";
import { type Database, type Engine, isRotaError, type LockHold, type Logger } from "@rota/engine";
import { auditQueue, type AuditReport, describeDifference, listAuditedQueues } from "@rota/engine/internal";
import type { DemoContext, DemoFolder, DemoProgress, DemoStep, DemoVerdict, WorkloadDemo } from "@rota/engine/workload";
import { nouns } from "../output/answer.ts";
import { createDemoContext, createDemoKeys, pause, shareStop } from "./demo-context.ts";
import type { DemoScreen } from "./prepare-demo.ts";
import type { WebhookReceiver } from "./webhook-receiver.ts";

type DemoOptions = {
  readonly engine: Engine;
  readonly url: string;
  readonly demos: readonly WorkloadDemo[];
  readonly size: number;
  readonly folder: DemoFolder;
  readonly receiver: WebhookReceiver;
  readonly screen: DemoScreen;
  readonly logger: Logger;
};

type Demo = { stop(): Promise<void> };

const AGAIN_MS = 2_000;
const AGAIN_MS_MAX = 60_000;
const QUIET_TRIES = 3;
const ALL_RIGHT = "all of it is verified; a little work continues, and the next start verifies it again";
const NOT_RIGHT = "NOT all of it could be verified (above); a little work continues";

export function startDemo(parts: DemoOptions): Demo {
  const stop = new AbortController();
  const played = playAlone(parts, stop.signal).catch((error: unknown) => {
    if (!stop.signal.aborted) parts.logger.error({ error }, "the demo has ended; everything else continues");
    stop.abort();
  });
  return {
    async stop() {
      stop.abort();
      await played;
    },
  };
}

function playAlone(parts: DemoOptions, signal: AbortSignal): Promise<void> {
  const { engine, screen } = parts;
  const stoppable = shareStop(signal);
  const onWait = (holder: string) => screen.print("demo", `${holder} plays it in the same database: it is waited for`);
  const hold = { locks: engine.locks, stoppable, onWait };
  return holdDemoLock(hold, (lost) => play(parts, { signal, stoppable, lost }));
}

type Stop = Pick<DemoContext, "stoppable"> & {
  readonly signal: AbortSignal;
  /** Rejects when the demo must end: it was stopped, or its lock was lost. */
  readonly lost: Promise<never>;
};

async function play(options: DemoOptions, { signal, stoppable, lost }: Stop): Promise<void> {
  const { engine, demos, screen, logger, ...given } = options;
  const tenants = demos.flatMap((demo) => demo.tenants);
  const keys = await createDemoKeys(engine.database, tenants);
  // A bar that is drawn late would overwrite the message about the stop.
  const show = (progress: DemoProgress) => (signal.aborted ? undefined : screen.show(progress));
  const context = createDemoContext({ ...given, keys, show, stoppable });
  try {
    await Promise.race([playSteps(options, { context, signal, logger }), lost]);
  } finally {
    await keys.revoke(); // a step that has not ended yet can do nothing more
  }
}

async function playSteps({ engine, demos, screen }: DemoOptions, player: Player): Promise<void> {
  const steps = demos.flatMap((demo) => demo.steps);
  const report = (name: string, verdict: DemoVerdict) => {
    screen.print(name, verdict.text);
    return verdict.isRight;
  };
  const results = await Promise.all(steps.map(async (step) => report(step.name, await persist(player, step))));
  const audits = (await replayAudit(engine.database)).map((verdict) => report("audit", verdict));
  screen.print("demo", [...results, ...audits].every(Boolean) ? ALL_RIGHT : NOT_RIGHT);
  await Promise.all(steps.map((step) => trickle(player, step)));
}

type Player = { readonly context: DemoContext; readonly signal: AbortSignal; readonly logger: Logger };

/** Repeats a step until it succeeds. A step resumes where it was, and a cause that does not pass is logged. */
async function persist({ context, signal, logger }: Player, step: DemoStep): Promise<DemoVerdict> {
  for (let tries = 1; ; tries++) {
    try {
      return await step.play(context);
    } catch (error) {
      signal.throwIfAborted();
      const failure = { step: step.name, error };
      // A busy machine may fail once or twice; a lasting failure is for the user.
      logger[tries > QUIET_TRIES ? "error" : "warn"](failure, "a step of the demo failed and is tried again");
      await context.pause(Math.min(AGAIN_MS_MAX, AGAIN_MS * tries));
    }
  }
}

async function trickle({ context, signal, logger }: Player, { name, after }: DemoStep): Promise<void> {
  if (after === undefined) return;
  for (;;) {
    await context.pause(after.everyMs);
    await after.go(context).catch((error: unknown) => {
      signal.throwIfAborted();
      logger.warn({ step: name, error }, "a piece of work after the demo failed");
    });
  }
}

type DemoLock = {
  readonly locks: Engine["locks"];
  readonly stoppable: DemoContext["stoppable"];
  /** Called once if the lock is held by another process. */
  readonly onWait: (holder: string) => void;
};

const KEY = "lock:demo";
const OPERATION = "DEMO";
/** Lifetime of the lock, after which the lock of a killed process is free. */
const TTL_MS = 10_000;
const EXTEND_MS = 2_500;
const WAIT_MS = TTL_MS + EXTEND_MS;

/**
 * Runs the demo while its lock is held, so that one process at a time runs it. `lost` rejects when another process took
 * the lock, as after a pause of the whole machine.
 */
async function holdDemoLock(hold: DemoLock, run: (lost: Promise<never>) => Promise<void>): Promise<void> {
  const own: Own = { lock: await take(hold), isOver: false };
  const lost = keep(hold, own);
  lost.catch(() => undefined); // it may reject before the demo waits for it
  try {
    await run(lost);
  } finally {
    own.isOver = true;
    await hold.locks.release(own.lock);
  }
}

type Own = { lock: LockHold; isOver: boolean };

async function take({ locks, stoppable, onWait }: DemoLock): Promise<LockHold> {
  for (let isReported = false; ;) {
    const answer = await stoppable((signal) => locks.acquire({ ...request(), waitMs: WAIT_MS, signal }));
    if (answer.acquired) return answer.lock;
    if (!isReported) onWait(answer.heldBy.holder);
    isReported = true;
  }
}

/** Keeps the lock. While the database is unavailable no process can take it, so it is extended afterwards. */
async function keep(hold: DemoLock, own: Own): Promise<never> {
  for (;;) {
    await pause(hold.stoppable, EXTEND_MS);
    if (own.isOver) continue;
    await keepOnce(hold, own).catch((error: unknown) => {
      if (!isRotaError(error) || error.kind !== "unavailable") throw error;
    });
  }
}

async function keepOnce(hold: DemoLock, own: Own): Promise<void> {
  if ((await hold.locks.extend(own.lock)).kind === "extended") return;
  const again = await hold.locks.acquire(request());
  if (!again.acquired) throw new Error(`${again.heldBy.holder} plays the demo now`);
  own.lock = again.lock;
}

function request() {
  return { key: KEY, holder: `process ${String(process.pid)} of ${hostname()}`, operation: OPERATION, ttlMs: TTL_MS };
}

/** @returns the findings in words. */
async function replayAudit(database: Database): Promise<DemoVerdict[]> {
  const pools = await listAuditedQueues(database);
  const reports: AuditReport[] = [];
  for (const pool of pools) reports.push(await auditQueue(database, { queue: pool }));
  const wrong = reports.flatMap(({ pool, difference }) =>
    difference === undefined ? [] : [`audit FAILED: pool ${pool}: ${describeDifference(difference)}`],
  );
  if (wrong.length > 0) return wrong.map((text) => ({ isRight: false, text }));
  const turns = nouns(
    reports.reduce((sum, { dispatches }) => sum + dispatches, 0),
    "turn",
    "turns",
  );
  const replayed = `audit replayed: ${turns} of ${nouns(pools.length, "pool", "pools")}, all as the rule says`;
  return [{ isRight: true, text: replayed }, ...reports.flatMap(describeTenants)];
}

/** Describes the tenants that shared a pool. */
function describeTenants({ pool, unfairness }: AuditReport): DemoVerdict[] {
  return unfairness
    .filter(({ level }) => level === "tenant")
    .map(({ between, spread, bound }) => ({
      isRight: spread <= bound,
      text: `pool ${pool}: ${between.join(" and ")} were ${turnsText(spread)} apart at most (promised: ${turnsText(bound)})`,
    }));
}

function turnsText(value: number): string {
  return `${String(Math.round(value * 10) / 10)} ${value === 1 ? "turn" : "turns"}`;
}
