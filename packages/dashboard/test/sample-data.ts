/** Fills a database so that every page of the dashboard has something to show. */
import { appendEvent, defineTask, type Engine, PermanentError, setSchedule } from "@rota/engine";
import { createKey, listDeadLetters, setLane } from "@rota/engine/admin";
import { vi } from "vitest";

export const PAGE_NAMES = [
  "overview",
  "fairness",
  "tasks",
  "task",
  "schedules",
  "workers",
  "locks",
  "lock",
  "dead-letters",
  "dead-letter",
  "webhooks",
  "endpoint",
  "delivery",
  "audit",
  "settings",
  "not-found",
] as const;
type PageName = (typeof PAGE_NAMES)[number];

type Shown = {
  readonly taskId: bigint;
  readonly lockKey: string;
  readonly letterId: string;
  readonly endpointId: string;
  readonly deliveryId: string;
};

type Everything = ReturnType<typeof createShownTasks> & { readonly engine: Engine; readonly hookUrl: string };

/** Creates something for every page. Held chunks take every slot, so the tasks that must run come first. */
export async function showEverything({ engine, hookUrl, held, broken, release }: Everything): Promise<Shown> {
  const { database } = engine;
  const { endpointId, deliveryId } = await deliver(engine, hookUrl, broken);
  await vi.waitUntil(async () => (await listDeadLetters(database, {})).letters.length > 0);
  const [deadLetter] = (await listDeadLetters(database, {})).letters;
  for (const [tenant, weight] of [["aurora", 3] as const, ["birch", 2] as const, ["cedar", 1] as const]) {
    await setLane(database, { tenant }, { weight });
    await engine.submit(held, { pages: 120 }, { tenant, group: "books" });
  }
  const { taskId } = await engine.submit(held, { pages: 80 }, { tenant: "aurora", group: "letters" });
  const task = { queue: held.queue, type: broken.name, tenant: "cedar", group: "feeds", chunks: [{ payload: {} }] };
  await setSchedule(database, { name: "every night", cron: "0 2 * * *", task: { ...task, isJob: true } });
  const lockKey = "lock:tally:election:42";
  await engine.locks.acquire({ key: lockKey, holder: "bea@example.org", operation: "TALLY_CREATION" });
  await createKey(database, {
    name: "ci@example.org",
    roles: ["operator"],
    tenant: "aurora",
    actor: "ann@example.org",
  });
  release(150);
  return { taskId, lockKey, letterId: deadLetter?.id ?? "", endpointId, deliveryId };
}

/** Runs a failing task, and creates an endpoint that receives an event. */
async function deliver(engine: Engine, url: string, broken: Everything["broken"]) {
  const { database, webhooks } = engine;
  const { endpointId } = await webhooks.endpoints.create({ tenant: "birch", url, eventTypes: ["*"] });
  await engine.submit(broken, { isBroken: true }, { tenant: "birch", group: "feeds" });
  const event = { tenant: "birch", type: "feed.broken", aggregate: { type: "FEED", id: "7" }, payload: { part: 3 } };
  await database.transaction((tx) => appendEvent(tx, [event, { ...event, payload: { part: 4 } }]));
  const tried = async () => (await webhooks.list({ tenant: "birch" })).deliveries.find(({ attempts }) => attempts > 0);
  await vi.waitUntil(async () => (await tried()) !== undefined);
  return { endpointId, deliveryId: (await tried())?.deliveryId ?? "" };
}

export function pagePaths({
  taskId,
  lockKey,
  letterId,
  endpointId,
  deliveryId,
}: Shown): Readonly<Record<PageName, string>> {
  return {
    overview: "/",
    fairness: "/fairness?pool=default",
    tasks: "/tasks",
    task: `/tasks/${String(taskId)}?chunk=80`,
    schedules: "/schedules",
    workers: "/workers",
    locks: "/locks",
    lock: `/locks/${encodeURIComponent(lockKey)}`,
    "dead-letters": "/dead-letters",
    "dead-letter": `/dead-letters/${letterId}`,
    webhooks: "/webhooks",
    endpoint: `/webhooks/${endpointId}`,
    delivery: `/webhooks/deliveries/${deliveryId}`,
    audit: "/audit",
    settings: "/settings",
    "not-found": "/nowhere",
  };
}

/** Creates the tasks. Each call returns its own set, so that tests do not interfere. */
export function createShownTasks() {
  let free = 0;
  const waiting: (() => void)[] = [];
  const release = (count: number): void => {
    for (let each = 0; each < count; each++) {
      const go = waiting.shift();
      if (go === undefined) free += 1;
      else go();
    }
  };
  const held = defineTask({
    name: "shown.held",
    split: (input: { pages: number }) => Array.from({ length: input.pages }, (_, index) => ({ page: index + 1 })),
    run: async ({ page }, { signal }) => {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => hold(waiting, resolve, signal));
      return { page };
    },
    finish: (results) => ({ pages: results.length }),
  });
  const broken = defineTask({
    name: "shown.broken",
    run: async (input: { isBroken: boolean }) => {
      if (input.isBroken) throw new PermanentError("the archive is closed", { code: "ARCHIVE_CLOSED" });
      return { isRepaired: true };
    },
  });
  return { held, broken, release };
}

/** Waits until the chunk is released or its attempt ends. */
function hold(waiting: (() => void)[], resolve: () => void, signal: AbortSignal): void {
  waiting.push(resolve);
  signal.addEventListener("abort", resolve);
}
