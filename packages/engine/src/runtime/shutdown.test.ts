import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { compiledUrl } from "../../../../tools/compiled/compiled-url.ts";
import { createHeldClock } from "../../test/support/held-clock.ts";
import { createLogger, silentLogger } from "./logger.ts";
import { createShutdown } from "./shutdown.ts";

/** The part of a process that a shutdown sees: signals in, exit codes out. */
function signalledProcess() {
  const events = new EventEmitter();
  const exitCodes: number[] = [];
  const exited = once(events, "exited");
  const exit = (code: number): void => {
    exitCodes.push(code);
    events.emit("exited");
  };
  return Object.assign(events, { exit, exitCodes, exited });
}

describe("the parts", () => {
  test("are stopped in reverse order, one after the other, each once", async () => {
    const steps: string[] = [];
    const clock = createHeldClock();
    const shutdown = createShutdown({ logger: silentLogger, graceMs: 100, process: signalledProcess(), clock });
    for (const name of ["database", "worker", "server"]) {
      shutdown.onStop(name, async () => {
        steps.push(`${name} begins`);
        await clock.wait(10);
        steps.push(`${name} ends`);
      });
    }

    const stops = Promise.all([shutdown.stop(), shutdown.stop()]);
    await clock.advance(50);

    expect(await stops).toEqual([true, true]);
    expect(steps).toEqual([
      "server begins",
      "server ends",
      "worker begins",
      "worker ends",
      "database begins",
      "database ends",
    ]);
    expect(clock.waiting()).toBe(0);
  });

  test("that fail or take too long are named in the log, and the others are still stopped", async () => {
    const lines: string[] = [];
    const logger = createLogger({ level: "info", json: true, destination: { write: (line) => lines.push(line) } });
    const clock = createHeldClock();
    const shutdown = createShutdown({ logger, graceMs: 100, process: signalledProcess(), clock });
    let isDatabaseStopped = false;
    shutdown.onStop("database", () => {
      isDatabaseStopped = true;
    });
    shutdown.onStop("stuck", () => new Promise(() => undefined));
    shutdown.onStop("broken", () => {
      throw new Error("no");
    });

    const stopped = shutdown.stop();
    await clock.advance(100);

    expect(await stopped).toBe(false);
    expect(isDatabaseStopped).toBe(true);
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { part: "broken", msg: "broken could not be stopped in order" },
      { part: "stuck", msg: "stuck did not stop in time and is left behind", graceMs: 100 },
    ]);
  });

  test("that begin during the shutdown are stopped as well", async () => {
    const stopped: string[] = [];
    const shutdown = createShutdown({ logger: silentLogger, graceMs: 100, process: signalledProcess() });
    shutdown.onStop("first", () => {
      stopped.push("first");
      shutdown.onStop("late", () => void stopped.push("late"));
    });

    await shutdown.stop();

    expect(stopped).toEqual(["first", "late"]);
    expect(shutdown.signal.aborted).toBe(true);
  });
});

describe("signals", () => {
  test.each(["SIGINT", "SIGTERM"])("the first %s stops everything and exits with 0", async (signal) => {
    const host = signalledProcess();
    const shutdown = createShutdown({ logger: silentLogger, graceMs: 100, process: host });
    let isStopped = false;
    shutdown.onStop("worker", () => void (isStopped = true));

    host.emit(signal);
    await host.exited;

    expect(host.exitCodes).toEqual([0]);
    expect(isStopped).toBe(true);
    expect(host.listenerCount("SIGINT") + host.listenerCount("SIGTERM")).toBe(0);
  });

  test("a part that fails makes the exit code 1", async () => {
    const host = signalledProcess();
    createShutdown({ logger: silentLogger, graceMs: 100, process: host }).onStop("worker", () =>
      Promise.reject(new Error()),
    );

    host.emit("SIGTERM");
    await host.exited;

    expect(host.exitCodes).toEqual([1]);
  });

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ])("the second signal, %s, exits at once with %i", async (signal, code) => {
    const host = signalledProcess();
    const shutdown = createShutdown({
      logger: silentLogger,
      graceMs: 3_600_000,
      process: host,
      clock: createHeldClock(),
    });
    shutdown.onStop("stuck", () => new Promise(() => undefined));

    host.emit("SIGINT");
    host.emit(signal);

    expect(host.exitCodes).toEqual([code]);
  });
});

describe("a real process", () => {
  const program = `
    import { createShutdown } from ${JSON.stringify(compiledUrl(new URL("./shutdown.ts", import.meta.url)))};
    import { silentLogger } from ${JSON.stringify(compiledUrl(new URL("./logger.ts", import.meta.url)))};
    const shutdown = createShutdown({ logger: silentLogger, graceMs: 60_000 });
    const timer = setInterval(() => {}, 1_000);
    shutdown.onStop("timer", () => clearInterval(timer));
    if (process.argv.includes("stuck")) shutdown.onStop("stuck", () => { console.log("stopping"); return new Promise(() => {}); });
    console.log("running");
  `;

  async function startProgram(...args: string[]) {
    const cwd = fileURLToPath(new URL(".", import.meta.url));
    const command = ["--input-type=module", "--eval", program, "--", ...args];
    const child = spawn(process.execPath, command, { cwd, stdio: ["ignore", "pipe", "inherit"] });
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    await lines.next();
    return { child, exited: once(child, "exit"), nextLine: () => lines.next() };
  }

  test("ends with 0 when it is asked to stop", async () => {
    const { child, exited } = await startProgram();

    child.kill("SIGTERM");

    expect(await exited).toEqual([0, null]);
  });

  test("ends at once when it is asked twice", async () => {
    const { child, exited, nextLine } = await startProgram("stuck");

    child.kill("SIGINT");
    await nextLine();
    child.kill("SIGINT");

    expect(await exited).toEqual([130, null]);
  });
});
