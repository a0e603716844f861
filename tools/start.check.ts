/** Tests npm start in a terminal: one command, a link, and one Ctrl-C. */
import { spawn, type ChildProcess } from "node:child_process";
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";

const START = fileURLToPath(new URL("./start.js", import.meta.url));

type Started = {
  readonly npm: ChildProcess;
  readonly data: string;
  readonly out: () => string;
  readonly exitCode: Promise<number | null>;
};

async function startNpm(): Promise<Started> {
  const folder = await mkdtemp(join(tmpdir(), "rota-start-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755); // the unprivileged user of a bundled server passes through
  const data = join(folder, "data");
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("ROTA_")));
  const words = [START, "--data-dir", data, "--server-port", "0"];
  const npm = spawn(process.execPath, words, { env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void npm.kill("SIGKILL"));
  const exitCode = new Promise<number | null>((resolve) => npm.on("exit", resolve));
  let out = "";
  await new Promise<void>((resolve, reject) => {
    npm.stdout.on("data", (part: Buffer) => {
      out += part.toString();
      if (out.includes("ready")) resolve();
    });
    npm.on("exit", () => reject(new Error(`it ended: ${out}`)));
  });
  return { npm, data, out: () => out, exitCode };
}

/** The file exists while the bundled server runs. */
const isRunning = async (data: string) => (await readdir(join(data, "postgres-18"))).includes("postmaster.pid");

test("npm start prints a link, and a Ctrl-C that comes more than once stops everything in order", async () => {
  const { npm, data, out, exitCode } = await startNpm();

  process.kill(-(npm.pid ?? 0), "SIGINT"); // as a terminal does: to the whole group
  npm.kill("SIGINT"); // as npm does, once more

  expect(await exitCode).toBe(0);
  expect(out()).toMatch(/ tasks .*\d+ elections\.\*, \d+ passports\.\*, \d+ ledger\.\*\n/); // a clone has all workloads
  expect(out()).toMatch(/open http:\/\/127\.0\.0\.1:\d+\/sign-in#token=rota_\S+\n/);
  expect(out()).toMatch(/\nstopping; Ctrl-C once more stops at once\n[^]*stopped; the next start goes on from here\n$/);
  expect(await isRunning(data)).toBe(false);
});

test("an npm start that is killed leaves nothing behind", async () => {
  const { npm, data } = await startNpm();

  process.kill(-(npm.pid ?? 0), "SIGKILL");

  await vi.waitUntil(async () => !(await isRunning(data)), { timeout: 40_000, interval: 100 });
});
