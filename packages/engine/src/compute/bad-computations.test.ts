/** Whatever a computation does, it has a defined outcome and the next one is computed as if nothing had happened. */
import { afterAll, expect, test } from "vitest";
import { silentLogger } from "../runtime/logger.ts";
import { createComputePool } from "./compute-pool.ts";

const pool = createComputePool({ processes: 1, memoryMbMax: 64, logger: silentLogger });
afterAll(() => pool.close());

type Outcome = Readonly<Record<string, string | RegExp>>;

const BAD_COMPUTATIONS: readonly [what: string, compute: () => unknown, outcome: Outcome][] = [
  [
    "never returns",
    () => {
      for (;;);
    },
    { code: "COMPUTE_TIMED_OUT", message: /ran longer than 500 ms \(timeoutMs\)/ },
  ],
  [
    "blocks its thread",
    () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
    { code: "COMPUTE_TIMED_OUT" },
  ],
  [
    "throws undefined",
    () => {
      const nothing: unknown = undefined;
      throw nothing;
    },
    { code: "COMPUTE_FAILED", message: /threw undefined: throw an Error/ },
  ],
  [
    "throws null",
    () => {
      const nothing: unknown = null;
      throw nothing;
    },
    { code: "COMPUTE_FAILED", message: /threw null/ },
  ],
  [
    "throws an error of 10 MB",
    () => {
      throw new RangeError("x".repeat(10_000_000));
    },
    { name: "RangeError", message: /^x{8000}… \(10000000 characters\)$/ },
  ],
  [
    "throws an error with a code",
    () => {
      throw Object.assign(new TypeError("no such ballot"), { code: "BALLOT_MISSING" });
    },
    { name: "TypeError", code: "BALLOT_MISSING", message: "no such ballot", stack: /no such ballot\n +at / },
  ],
  [
    "recurses without end",
    function again(): unknown {
      return [again()];
    },
    { name: "RangeError", message: /call stack/ },
  ],
  [
    "keeps many small objects",
    () => {
      const kept: object[][] = [];
      for (;;) kept.push(Array.from({ length: 1_000 }, () => ({})));
    },
    { code: "OUT_OF_MEMORY", message: /more than 64 MB \(memoryMbMax\)/ },
  ],
  [
    "grows one array",
    () => {
      const kept: number[] = [];
      for (let n = 0; ; n++) kept[n] = n + 0.5;
    },
    { code: "OUT_OF_MEMORY" },
  ],
  ["asks for too much at once", () => new Array<number>(2e7).fill(0.5).length, { code: "OUT_OF_MEMORY" }],
  [
    "keeps buffers outside of the heap",
    () => {
      const kept: Uint8Array[] = [];
      for (;;) kept.push(new Uint8Array(1_000_000).fill(1));
    },
    { code: "OUT_OF_MEMORY" },
  ],
  ["calls process.exit", () => process.exit(0), { code: "COMPUTE_FAILED", message: /exit code 0/ }],
  ["calls process.abort", () => process.abort(), { code: "COMPUTE_FAILED", message: /SIGABRT/ }],
  [
    "kills its process",
    () => {
      process.kill(process.pid, "SIGKILL");
      for (;;);
    },
    { code: "COMPUTE_FAILED", message: /SIGKILL/ },
  ],
  ["cuts its connection", () => process.disconnect(), { code: "COMPUTE_FAILED" }],
  [
    "returns while something that nobody awaits fails",
    () => void Promise.reject(new Error("not awaited")),
    { name: "Error", message: "not awaited" },
  ],
  [
    "throws something that cannot be read",
    () => {
      throw new Proxy(new Error("hidden"), {
        get: () => {
          throw new Error("no");
        },
      });
    },
    { name: "Error" },
  ],
];

test.each(BAD_COMPUTATIONS)("a computation that %s fails alone", async (_, compute, outcome) => {
  const timeoutMs = outcome["code"] === "COMPUTE_TIMED_OUT" ? 500 : 60_000;

  const error: unknown = await pool.run(compute, undefined, { timeoutMs }).catch((thrown: unknown) => thrown);

  for (const [key, expected] of Object.entries(outcome)) expect(error).toHaveProperty(key, matching(expected));
  expect(await pool.run((n: number) => n + 1, 1)).toBe(2);
});

/** Patterns stand for texts that match them. */
function matching(expected: string | RegExp): unknown {
  return typeof expected === "string" ? expected : expect.stringMatching(expected);
}
