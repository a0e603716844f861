/** Fills a database so that every page of the dashboard has something to show, and says where each page is. */
import { createKey, listDeadLetters, setLane, type Engine } from "@rota/engine";
import { vi } from "vitest";
import type { createShownTasks } from "./shown-tasks.ts";

export const PAGE_NAMES = [
  "overview",
  "fairness",
  "tasks",
  "task",
  "workers",
  "locks",
  "lock",
  "dead-letters",
  "dead-letter",
  "webhooks",
  "audit",
  "settings",
  "not-found",
] as const;
export type PageName = (typeof PAGE_NAMES)[number];

export type Shown = { readonly taskId: bigint; readonly lockKey: string; readonly letterId: string };

export async function showEverything(engine: Engine, shown: ReturnType<typeof createShownTasks>): Promise<Shown> {
  const { database } = engine;
  for (const [tenant, weight] of [["aurora", 3] as const, ["birch", 2] as const, ["cedar", 1] as const]) {
    await setLane(database, { queue: "default", tenant }, { weight });
    await engine.submit(shown.held, { pages: 120 }, { tenant, group: "books" });
  }
  const { taskId } = await engine.submit(shown.held, { pages: 80 }, { tenant: "aurora", group: "letters" });
  await engine.submit(shown.broken, { isBroken: true }, { tenant: "birch", group: "feeds" });
  const lockKey = "lock:tally:election:42";
  await engine.locks.acquire({ key: lockKey, holder: "bea@example.org", operation: "TALLY_CREATION" });
  await createKey(database, {
    name: "ci@example.org",
    roles: ["operator"],
    tenant: "aurora",
    actor: "ann@example.org",
  });
  shown.letGo(150);
  await vi.waitUntil(async () => (await listDeadLetters(database, {})).letters.length > 0);
  const [letter] = (await listDeadLetters(database, {})).letters;
  return { taskId, lockKey, letterId: letter?.id ?? "" };
}

export function pagePaths({ taskId, lockKey, letterId }: Shown): Readonly<Record<PageName, string>> {
  return {
    overview: "/",
    fairness: "/fairness?queue=default",
    tasks: "/tasks",
    task: `/tasks/${String(taskId)}?chunk=80`,
    workers: "/workers",
    locks: "/locks",
    lock: `/locks/${encodeURIComponent(lockKey)}`,
    "dead-letters": "/dead-letters",
    "dead-letter": `/dead-letters/${letterId}`,
    webhooks: "/webhooks",
    audit: "/audit",
    settings: "/settings",
    "not-found": "/nowhere",
  };
}
