/** Tests that a run leaves nothing behind, however it ends. */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { compiledUrl } from "../../compiled/compiled-url.ts";
import { identifyProcess, isRunning } from "./process-identity.ts";
import type { ProcessIdentity } from "./process-identity.ts";
import { sweepStaleRuns } from "./run-folder.ts";

let ownTmpdir: string;

beforeEach(() => {
  ownTmpdir = mkdtempSync(join(tmpdir(), "rota-sweep-"));
  vi.stubEnv("TMPDIR", ownTmpdir);
});

afterEach(() => {
  sweepStaleRuns();
  vi.unstubAllEnvs();
  rmSync(ownTmpdir, { recursive: true });
});

test("what a run that was ended by kill -9 left behind is ended and deleted by the next one", async () => {
  const { run, redis } = await startRunWithRedis();
  await endRun(run, "SIGKILL");
  expect(isRunning(redis)).toBe(true);

  const swept = sweepStaleRuns();

  await untilExited(redis);
  expect(swept).toHaveLength(1);
  expect(runFolders()).toEqual([]);
});

test("a run that is still going is not swept", async () => {
  const { run, redis } = await startRunWithRedis();

  expect(sweepStaleRuns()).toEqual([]);

  expect(isRunning(redis)).toBe(true);
  await endRun(run, "SIGKILL");
});

test.each(["SIGINT", "SIGTERM"] as const)("a run that ends by %s takes its servers along", async (signal) => {
  const { run, redis } = await startRunWithRedis();

  await endRun(run, signal);

  await untilExited(redis);
  expect(run.signalCode).toBe(signal);
  expect(runFolders()).toEqual([]);
});

test("a process that got the pid of a server of an earlier run is left alone", async () => {
  const bystander = spawn("sleep", ["60"], { detached: true });
  await once(bystander, "spawn");
  const staleRun = join(ownTmpdir, `rota-test-services-${bystander.pid ?? 0}-0123456789ab`);
  mkdirSync(join(staleRun, "redis-x"), { recursive: true });
  writeFileSync(join(staleRun, "redis-x", "server.pid"), `${bystander.pid ?? 0} 0123456789ab\n`);

  sweepStaleRuns();

  expect(existsSync(staleRun)).toBe(false);
  expect(identifyProcess(bystander.pid ?? 0)).toBeDefined();
  bystander.kill();
});

function runFolders(): string[] {
  return readdirSync(ownTmpdir).filter((name) => name.startsWith("rota-test-services-"));
}

/** Starts a process that starts Redis as a test would, and waits. */
async function startRunWithRedis(): Promise<{ run: ChildProcess; redis: ProcessIdentity }> {
  const script = `
    import { startRedis } from ${JSON.stringify(compiledUrl(new URL("../redis-service.ts", import.meta.url)))};
    const redis = await startRedis();
    console.log(redis.pid());
    setInterval(() => undefined, 60_000);`;
  const run = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: import.meta.dirname,
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: run.stdout })) {
    const redis = identifyProcess(Number(line));
    if (redis !== undefined) return { run, redis };
  }
  throw new Error("the run ended before its Redis was up");
}

async function endRun(run: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exited = once(run, "exit");
  run.kill(signal);
  await exited;
}

function untilExited(identity: ProcessIdentity): Promise<void> {
  return vi.waitFor(
    () => {
      expect(isRunning(identity)).toBe(false);
    },
    { timeout: 5_000 },
  );
}
