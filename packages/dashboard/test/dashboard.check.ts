/** Tests what users rely on when they watch a running Rota in a browser. */
import { showDeadLetter } from "@rota/engine/admin";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { openDashboard, type OpenedDashboard, type OpenedPage } from "./open-dashboard.ts";
import { createShownTasks } from "./sample-data.ts";

const { held, broken, release } = createShownTasks();
let dashboard: OpenedDashboard;
const opened: OpenedPage[] = [];

async function open(path: string): Promise<OpenedPage> {
  const page = await dashboard.open(path);
  opened.push(page);
  return page;
}

beforeAll(async () => {
  dashboard = await openDashboard({ tasks: [held, broken] });
  await dashboard.engine.start();
});

afterEach(async () => {
  for (const { context } of opened.splice(0)) await context.close();
});

afterAll(async () => {
  release(10_000);
  await dashboard.dispose();
});

describe("signing in", () => {
  test("a link signs in once and leads to the overview, and its token does not stay in the address", async () => {
    const { page, consoleLines } = await open("/");
    await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();

    expect(page.url()).toBe(`${dashboard.url}/`);
    expect(await page.getByText("ann@example.org").count()).toBe(1);
    expect(consoleLines).toEqual([]);
  });

  test("a link that was used is refused with the way out", async () => {
    const link = await dashboard.signInLink();
    const { page } = await open("/");
    await page.goto(link);
    await page.getByRole("button", { name: "Sign out" }).waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();

    await page.goto("about:blank");
    await page.goto(link);

    await page.getByRole("alert").getByText("SIGN_IN_INVALID").waitFor();
  });
});

describe("a running task", () => {
  test("progresses on the page of the task, chunk by chunk", async () => {
    const { taskId } = await dashboard.engine.submit(held, { pages: 12 }, { tenant: "acme", group: "books" });
    const { page } = await open(`/tasks/${String(taskId)}`);
    await page.getByRole("button", { name: /^chunk 12, / }).waitFor();
    await page.getByText("Live", { exact: true }).waitFor();

    release(5);
    await vi.waitUntil(async () => (await page.getByRole("button", { name: /completed/ }).count()) >= 5);

    release(7);
    await page.locator(".figures").getByText("completed").waitFor();
    await page.getByText("100 %").waitFor();
  });

  test("gets its turns on the fairness page", async () => {
    const { page } = await open("/fairness?pool=default");
    await page.getByText("Live", { exact: true }).waitFor();
    const lanes = page.getByRole("img", { name: /^(aspen|birch) had/ });

    await dashboard.engine.submit(held, { pages: 6 }, { tenant: "aspen", group: "books" });
    await dashboard.engine.submit(held, { pages: 6 }, { tenant: "birch", group: "books" });
    release(14);

    await vi.waitUntil(async () => (await lanes.count()) === 2);
    await vi.waitUntil(async () => (await page.getByRole("img", { name: /^(aspen|birch) had 0 of/ }).count()) === 0);
    await page.getByRole("region", { name: "Shares" }).getByText("aspen", { exact: true }).first().waitFor();
  });

  test("explains why a chunk waits", async () => {
    const { taskId } = await dashboard.engine.submit(held, { pages: 60 }, { tenant: "acme", group: "long" });
    const { page } = await open(`/tasks/${String(taskId)}`);

    await page.getByRole("button", { name: /^chunk 60, / }).click();

    await page.getByRole("heading", { name: "Why it waits" }).waitFor();
    await page.getByText(/earlier chunks? of its own task|its turn is next|go first/).waitFor();
    release(60);
  });

  test("is found when a user asks why a lane waits", async () => {
    await dashboard.engine.submit(held, { pages: 60 }, { tenant: "dune", group: "long" });
    const { page } = await open("/fairness?pool=default");

    await page.getByRole("button", { name: "Why waiting? dune" }).click();

    await page
      .getByRole("dialog")
      .getByRole("link", { name: /^Chunk \d+ of task/ })
      .waitFor();
    release(60);
  });

  test("can be paused, resumed and cancelled, with the name of the user", async () => {
    const { taskId } = await dashboard.engine.submit(held, { pages: 40 }, { tenant: "acme", group: "stopped" });
    const { page } = await open(`/tasks/${String(taskId)}`);

    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Resume" }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Cancel the task" }).click();

    await page.locator(".figures").getByText("cancelled").waitFor();
    const entry = page.getByRole("listitem").filter({ hasText: "task.cancelled" });
    await entry.getByText("ann@example.org").waitFor();
    release(40);
  });
});

test("what a user types into a filter stays while the list changes, and is applied with Enter", async () => {
  const { page } = await open("/tasks");
  await page.getByText("Live", { exact: true }).waitFor();
  const tenant = page.getByRole("search").getByLabel("Tenant");
  await tenant.fill("gin");

  await dashboard.engine.submit(held, { pages: 1 }, { tenant: "hazel" });
  await page.getByRole("cell", { name: "hazel / default" }).waitFor();
  expect(await tenant.inputValue()).toBe("gin");

  await tenant.press("Enter");
  await page.waitForURL(/tenant=gin/);
  release(1);
});

test("a viewer that is bound to a tenant sees its own data, and no page requests more", async () => {
  await dashboard.engine.submit(held, { pages: 1 }, { tenant: "elm" });
  await dashboard.engine.submit(held, { pages: 1 }, { tenant: "fir" });
  const person = { name: "eve@example.org", roles: ["viewer"], tenant: "elm" };
  const seen = await dashboard.open("/tasks", { person });
  opened.push(seen);

  await seen.page.getByRole("cell", { name: "elm / default" }).waitFor();
  expect(await seen.page.getByRole("cell", { name: "fir / default" }).count()).toBe(0);
  for (const path of ["/", "/fairness", "/workers", "/locks", "/dead-letters", "/webhooks", "/audit", "/settings"]) {
    await seen.page.goto(dashboard.url + path);
    await seen.page.getByRole("heading", { level: 1 }).waitFor();
    await vi.waitUntil(async () => (await seen.page.locator(".loading").count()) === 0);
    expect(await seen.page.getByRole("alert").count(), path).toBe(0);
  }
  expect(seen.consoleLines).toEqual([]);
  release(2);
});

test("a dead letter is edited, replayed and completed", async () => {
  const { taskId } = await dashboard.engine.submit(broken, { isBroken: true }, { tenant: "acme" });
  const { page } = await open("/dead-letters?state=open");
  await page.getByRole("link", { name: /shown.broken/ }).click();

  await page.getByText("the archive is closed").first().waitFor();
  await page.getByRole("button", { name: "Edit and replay" }).click();
  await page.getByLabel("Payload, as JSON").fill(`{ "isBroken": false }`);
  await page.getByLabel("Reason").fill("the archive is open again");
  await page.getByRole("dialog").getByRole("button", { name: "Edit and replay" }).click();

  await page.getByRole("dialog").waitFor({ state: "detached" });

  expect(await dashboard.engine.task(taskId).result()).toEqual({ isRepaired: true });
  await page.goto(`${dashboard.url}/audit`);
  await page.getByText("dead-letter.edited").first().waitFor();
  expect(await showDeadLetter(dashboard.engine.database, `chunk-${String(taskId)}-1`)).toMatchObject({
    state: "replayed",
  });
});

test("a lock shows its holder and its waiters, is extended, and an override ends it", async () => {
  const key = "lock:tally:election:42";
  const lock = { key, operation: "TALLY_CREATION" };
  await dashboard.engine.locks.acquire({ ...lock, holder: "bea@example.org", ttlMs: 600_000 });
  const next = dashboard.engine.locks.acquire({ ...lock, holder: "cy@example.org", waitMs: 60_000 });
  const { page } = await open("/locks");

  await page.getByRole("link", { name: key }).click();
  await page.getByText("bea@example.org").waitFor();
  await page.getByRole("listitem").filter({ hasText: "cy@example.org" }).waitFor();
  await page.getByRole("button", { name: "Extend" }).click();
  await page.getByLabel("Minutes from now").fill("120");
  await page.getByLabel("Reason").fill("it needs longer");
  await page.getByRole("button", { name: "Extend the lock" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const extended = await dashboard.engine.locks.inspect(key);
  expect(Number(extended?.expiresAt) - Number(extended?.startedAt)).toBeGreaterThan(7_000_000);
  await page.getByRole("button", { name: "Override" }).click();
  await page.getByLabel("Reason").fill("it is stuck");
  await page.getByRole("button", { name: "Override the lock" }).click();

  expect(await next).toMatchObject({ acquired: true });
  await page.getByText("it is stuck").waitFor();
});

test("a key is created, shown once and revoked", async () => {
  const { page } = await open("/settings");

  await page.getByRole("button", { name: "New key" }).click();
  await page.getByLabel("Who uses it").fill("ci@example.org");
  await page.getByRole("button", { name: "Make it" }).click();
  const key = await page.locator(".secret").innerText();
  await page.getByRole("button", { name: "I have it" }).click();

  expect(key).toMatch(/^rota_/);
  const row = page.getByRole("row").filter({ hasText: "ci@example.org" });
  await row.getByRole("button", { name: "Revoke" }).click();
  await row.getByText("revoked").waitFor();
});
