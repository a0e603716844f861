/** Tests what callers of the compute pool rely on: order, limits, reuse, its end. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { compiledUrl } from "../../../../tools/compiled/compiled-url.ts";
import { silentLogger } from "../runtime/logger.ts";
import { createComputePool, type ComputePool, type ComputePoolOptions } from "./compute-pool.ts";
import { computeIn } from "./compute-target.ts";
import type * as inherited from "./node-arguments.ts";

const pools: ComputePool[] = [];
let folder = "";
let fileCount = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "rota-compute-"));
});
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));
afterAll(() => rmSync(folder, { recursive: true }));

function openPool(options: Partial<ComputePoolOptions> = {}): ComputePool {
  const pool = createComputePool({ processes: 1, memoryMbMax: 64, logger: silentLogger, ...options });
  pools.push(pool);
  return pool;
}

/** Starts a computation that never returns, and waits until it runs. */
async function runStuck(pool: ComputePool, options: { signal?: AbortSignal } = {}) {
  const file = join(folder, String(++fileCount));
  const answer = pool.run(stuck, file, options);
  answer.catch(() => undefined);
  return { answer, pid: await pidIn(file) };
}

async function addInMap({ by }: { by: bigint }): Promise<Map<string, bigint>> {
  const pid = await Promise.resolve(process.pid);
  const sum = (left: bigint, right: bigint) => left + right;
  return new Map([["sum", sum(BigInt(pid), by)]]);
}

function stuck(file: string): void {
  const fs = process.getBuiltinModule("node:fs");
  fs.writeFileSync(`${file}.new`, String(process.pid));
  fs.renameSync(`${file}.new`, file);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

async function pidIn(file: string): Promise<number> {
  await vi.waitUntil(() => existsSync(file), { timeout: 30_000 });
  return Number(readFileSync(file, "utf8"));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== "linux" || !/\) Z /.test(readFileSync(`/proc/${String(pid)}/stat`, "utf8"));
  } catch {
    return false;
  }
}

async function expectFailure(answer: Promise<unknown>, code: string, message: RegExp): Promise<void> {
  const error: unknown = await answer.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code });
  expect(String(error)).toMatch(message);
}

const pidOf = (pool: ComputePool): Promise<number> => pool.run(() => process.pid, undefined);

describe("what is computed", () => {
  const pool = createComputePool({ processes: 1, memoryMbMax: 64, messageBytesMax: 2_000, logger: silentLogger });
  afterAll(() => pool.close());

  test("an exported function of a TypeScript module is computed, with its types and its imports", async () => {
    const inArguments = computeIn<typeof inherited>(new URL("./node-arguments.ts", import.meta.url));

    const kept: string[] = await pool.run(inArguments("inheritedArguments"), ["--inspect", "-C", "rota-source"]);

    expect(kept).toEqual(["-C", "rota-source"]);
  });

  test("a module that a build has turned from TypeScript into JavaScript is found", async () => {
    writeFileSync(join(folder, "tally.mjs"), "export const twice = (n) => 2 * n;");

    expect(await pool.run({ module: join(folder, "tally.mts"), name: "twice" }, 21)).toBe(42);
  });

  test("a function that needs nothing but its data is computed in another process", async () => {
    const computed = await pool.run(addInMap, { by: 2n });

    expect(computed).toEqual(new Map([["sum", BigInt(await pidOf(pool)) + 2n]]));
    expect(computed).not.toEqual(new Map([["sum", BigInt(process.pid) + 2n]]));
  });

  test("a function that uses something from outside is told how it could get it", async () => {
    const outside = pool.stats();

    await expect(pool.run(() => outside, 0)).rejects.toThrow(
      /outside is not defined: a function that is given directly .* pass what it needs as data/,
    );
  });

  test.each([
    ["a built-in function", Math.max, /"max" is built in or bound/],
    ["a method", { double: (n: number) => 2 * n, async *[Symbol.iterator]() {} }[Symbol.iterator], /is no function/],
    ["a relative path", { module: "./tally.ts", name: "sum" }, /write new URL\("\.\/tally\.ts", import\.meta\.url\)/],
    ["a module that is not there", { module: join(tmpdir(), "none.js"), name: "sum" }, /cannot be imported/],
    ["an export that is not there", { module: "node:path", name: "sum" }, /node:path exports no function "sum"/],
  ])("%s is refused with the way out", async (_, target, message) => {
    await expectFailure(pool.run<number, unknown>(target, 1), "COMPUTE_TARGET_INVALID", message);
  });

  test("data and results that cannot be copied are refused by their path, and their process is kept", async () => {
    const before = await pidOf(pool);
    const data = { rows: [{}, { seen: new Set(["a", () => 1]) }] };

    await expect(pool.run(() => 1, data)).rejects.toMatchObject({
      code: "COMPUTE_NOT_CLONEABLE",
      details: { path: "data.rows[1].seen.keys()[1]" },
    });
    await expect(pool.run(() => ({ next: [() => 1] }), 0)).rejects.toThrow(/result\.next\[0\] cannot .* a function/);
    expect(await pidOf(pool)).toBe(before);
  });

  test("data and results beyond the limit are refused with both sizes", async () => {
    for (const answer of [pool.run(() => 1, "x".repeat(3_000)), pool.run(() => "x".repeat(3_000), 1)]) {
      await expectFailure(answer, "COMPUTE_TOO_LARGE", /has 300\d bytes, at most 2000/);
    }
  });
});

describe("order and limits", () => {
  test("computations begin in the order of their calls", async () => {
    const pool = openPool();
    const numbers = Array.from({ length: 50 }, (_, index) => index);
    const begun: number[] = [];

    await Promise.all(numbers.map((n) => pool.run((given: number) => given, n).then((given) => begun.push(given))));

    expect(begun).toEqual(numbers);
    expect(pool.stats()).toEqual({ processes: 1, running: 0, waiting: 0, completed: 50, failed: 0 });
  });

  test("no more processes run than allowed, and beyond the queue computations are refused", async () => {
    const pool = openPool({ processes: 2, queuedMax: 1 });
    await Promise.all([runStuck(pool), runStuck(pool)]);
    pool.run(() => 1, 0).catch(() => undefined);

    await expectFailure(
      pool.run(() => 2, 0),
      "COMPUTE_BUSY",
      /queuedMax/,
    );
    expect(pool.stats()).toMatchObject({ processes: 2, running: 2, waiting: 1 });
  });

  test("a computation that is aborted ends its process only, and one that waits goes on in a new one", async () => {
    const pool = openPool({ processes: 2 });
    const [first, second] = [new AbortController(), new AbortController()];
    const aborted = await runStuck(pool, { signal: first.signal });
    const other = await runStuck(pool, { signal: second.signal });
    const waiting = pidOf(pool);

    first.abort(new Error("no longer wanted"));

    await expect(aborted.answer).rejects.toMatchObject({
      code: "COMPUTE_CANCELLED",
      cause: new Error("no longer wanted"),
    });
    expect([aborted.pid, other.pid]).not.toContain(await waiting);
    expect([aborted.pid, other.pid].map(isAlive)).toEqual([false, true]);
  });

  test("a computation that is aborted before it begins never runs", async () => {
    const pool = openPool();
    await runStuck(pool);
    const file = join(folder, "never");
    const [abort, aborted] = [new AbortController(), AbortSignal.abort()];
    const waiting = pool.run(stuck, file, { signal: abort.signal });

    abort.abort();

    await expect(waiting).rejects.toMatchObject({ code: "COMPUTE_CANCELLED" });
    await expect(pool.run(stuck, file, { signal: aborted })).rejects.toMatchObject({ code: "COMPUTE_CANCELLED" });
    expect([pool.stats().waiting, existsSync(file)]).toEqual([0, false]);
  });

  test.each([
    [{ processes: 0 }, /processes \(0\) .* from 1 to/],
    [{ memoryMbMax: 1.5 }, /memoryMbMax \(1.5\)/],
    [{ queuedMax: -1 }, /queuedMax \(-1\)/],
    [{ timeoutMs: NaN }, /timeoutMs \(NaN\)/],
  ])("limits like %o are refused", (options, message) => {
    expect(() => openPool(options)).toThrow(message);
  });
});

describe("processes", () => {
  test("a process is used again, and ends when it has nothing to do for a while", async () => {
    const pool = openPool({ idleMs: 200 });
    const pid = await pool.run(() => {
      process.stdout.write("what a computation writes goes to the log\n");
      return process.pid;
    }, 0);

    expect(await pidOf(pool)).toBe(pid);
    await vi.waitUntil(() => pool.stats().processes === 0, { timeout: 30_000 });
    expect(isAlive(pid)).toBe(false);
    expect(await pidOf(pool)).not.toBe(pid);
  });

  test("a process in which a computation left something running is not used again", async () => {
    const pool = openPool();

    const pid = await pool.run(() => {
      setInterval(() => undefined, 1_000);
      return process.pid;
    }, 0);

    expect(await pidOf(pool)).not.toBe(pid);
  });

  test("a process that is full of garbage is used again, one that holds on to its memory is not", async () => {
    const pool = openPool();
    const pid = await pool.run((bytes) => {
      Buffer.alloc(bytes, 1);
      return process.pid;
    }, 48e6);

    expect(await pidOf(pool)).toBe(pid);
    await pool.run((bytes) => {
      Reflect.set(globalThis, "held", Buffer.alloc(bytes, 1));
    }, 48e6);
    expect(await pidOf(pool)).not.toBe(pid);
  });

  test("closing ends what runs and what waits, leaves no process and refuses what comes later", async () => {
    const pool = openPool({ processes: 2 });
    const running = await Promise.all([runStuck(pool), runStuck(pool)]);
    const waiting = pool.run(() => 1, 0);
    const answers = Promise.allSettled([...running.map(({ answer }) => answer), waiting]);

    await pool.close();

    for (const answer of await answers) {
      expect(answer).toMatchObject({ status: "rejected", reason: { code: "COMPUTE_CLOSED" } });
    }
    expect(running.map(({ pid }) => isAlive(pid))).toEqual([false, false]);
    expect(pool.stats()).toMatchObject({ processes: 0, running: 0, waiting: 0 });
    await expect(pool.run(() => 1, 0)).rejects.toMatchObject({ code: "COMPUTE_CLOSED" });
  });

  test("what a computation started itself ends with it, and a blocking call does not save it", async () => {
    const pool = openPool();
    const abort = new AbortController();
    const file = join(folder, "started");
    const answer = pool.run(
      (given: string) => {
        const script = `require("node:fs").writeFileSync("${given}.new", String(process.pid)); setInterval(Date, 9000);
          require("node:fs").renameSync("${given}.new", "${given}");`;
        process.getBuiltinModule("node:child_process").spawnSync(process.execPath, ["-e", script]);
      },
      file,
      { signal: abort.signal },
    );
    const pid = await pidIn(file);

    abort.abort();

    await expect(answer).rejects.toMatchObject({ code: "COMPUTE_CANCELLED" });
    await vi.waitUntil(() => !isAlive(pid), { timeout: 30_000 });
  });

  test("a computation does not outlive a process that is killed, however busy it is", async () => {
    const file = join(folder, "orphan");
    const script = `
      import { createComputePool } from ${JSON.stringify(compiledUrl(new URL("./compute-pool.ts", import.meta.url)))};
      import { silentLogger } from ${JSON.stringify(compiledUrl(new URL("../runtime/logger.ts", import.meta.url)))};
      const stuck = ${stuck.toString()};
      await createComputePool({ logger: silentLogger }).run(stuck, ${JSON.stringify(file)});`;
    const owner = spawn(process.execPath, ["--input-type=module", "--eval", script]);
    const pid = await pidIn(file);

    owner.kill("SIGKILL");

    await vi.waitUntil(() => !isAlive(pid), { timeout: 30_000 });
  });
});
