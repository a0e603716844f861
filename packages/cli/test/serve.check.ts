/** Tests that one command on an empty folder gives a complete product, how it is protected and what it refuses. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { makeFolder, runRota, startRota, type RunningRota } from "./run-rota.ts";

const WAIT = { timeout: 50_000, interval: 100 };

let folder: Awaited<ReturnType<typeof makeFolder>>;
let rota: RunningRota;
let url: string;
let token: string;
let printed: string;

beforeAll(async () => {
  folder = await makeFolder();
  rota = startRota(folder.path, ["serve", "--demo", "--server-port", "0"]);
  await rota.printed("ready");
  printed = rota.output();
  url = /server {5}(\S+)/.exec(printed)?.[1] ?? "";
  token = /#token=(\S+)/.exec(printed)?.[1] ?? "";
});
afterAll(async () => {
  rota.process.kill("SIGKILL");
  await rota.finished;
  await folder.remove();
});

const get = (path: string, cookie?: string) =>
  fetch(`${url}${path}`, { headers: cookie === undefined ? {} : { cookie } });

const signIn = (server: string, once: string) =>
  fetch(`${server}/v1/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token: once }),
  });

const cookieOf = (signedIn: Response): string => signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";

/** Waits until the page contains the expected text. */
const eventually = (path: string, cookie: string, isComplete: (body: string) => boolean) =>
  vi.waitUntil(async () => isComplete(await (await get(path, cookie)).text()), WAIT);

describe("rota serve --demo on an empty folder", () => {
  test("listens on this machine only, and prints a single-use sign-in link", async () => {
    const [first, health, unknown] = [await signIn(url, token), await get("/v1/health/live"), await get("/v1/tasks")];
    const again = await signIn(url, token);
    const cookie = cookieOf(first);
    const who: unknown = await (await get("/v1/session", cookie)).json();

    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect([first.status, health.status, unknown.status, again.status]).toEqual([200, 200, 401, 401]);
    expect(who).toMatchObject({ kind: "session", roles: ["admin"] });
    await waitForContent(cookie);
  });

  /** Waits for the content of the demo: tenants that share the workers, a dead letter, a held lock and a schedule. */
  async function waitForContent(cookie: string): Promise<void> {
    await eventually("/v1/tasks", cookie, (body) => ["aurora", "birch", "cedar"].every((name) => body.includes(name)));
    await eventually("/v1/queues/default/lanes", cookie, (body) => body.includes('"weight":3'));
    await eventually("/v1/locks", cookie, (body) => body.includes("DEMO_TALLY"));
    await eventually("/v1/schedules", cookie, (body) => body.includes("demo: tidy up"));
    await eventually("/v1/dead-letters", cookie, (body) => body.includes("FEED_UNREADABLE"));
  }

  test("prints its address in a few lines, and nothing after them", () => {
    expect(printed).toContain("PostgreSQL 18");
    expect(printed.trim().split("\n").length).toBeLessThan(15);
    expect(rota.output()).toBe(printed);
  });

  test("rota doctor finds it healthy and lists improvements", async () => {
    const { exitCode, out } = await runRota(folder.path, ["doctor", "--server-port", new URL(url).port]);

    expect(exitCode).toBe(0);
    expect(out).toMatch(/^(ok {7}|warning {2})database {6}PostgreSQL 18/m); // a busy machine answers slowly, which is a warning
    expect(out).toMatch(/ok {7}server {8}something listens at 127\.0\.0\.1/);
    expect(out).toMatch(/warning {2}secrets .*\n.*openssl rand -base64 32/);
    expect(out).toMatch(/it works, with \d warnings?/);
  });

  test("Ctrl-C stops it in order, and the next start without it has no schedule of it", async () => {
    rota.process.kill("SIGINT");
    const { exitCode } = await rota.finished;
    const again = startRota(folder.path, ["serve", "--no-work", "--server-port", "0"]);
    await again.printed("ready");
    const [, server = "", once = ""] = /open (http\S+)\/sign-in#token=(\S+)/.exec(again.output()) ?? [];
    const headers = { cookie: cookieOf(await signIn(server, once)) };
    const schedules: unknown = await (await fetch(`${server}/v1/schedules`, { headers })).json();
    again.process.kill("SIGINT");

    expect([exitCode, (await again.finished).exitCode]).toEqual([0, 0]);
    expect(schedules).toMatchObject({ items: [] });
  });
});
