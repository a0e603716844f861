/** Tests what callers of the compute pool rely on over a long time. */
import { expect, onTestFinished, test } from "vitest";
import { silentLogger } from "../runtime/logger.ts";
import { createComputePool } from "./compute-pool.ts";

test("hundreds of computations with megabytes each leave the processes as small as they were", async () => {
  const pool = createComputePool({ processes: 1, memoryMbMax: 256, logger: silentLogger });
  onTestFinished(() => pool.close());
  const compute = (bytes: Uint8Array) => {
    const copies = Array.from({ length: 4 }, () => bytes.slice());
    return { pid: process.pid, rss: process.memoryUsage.rss(), copy: copies.at(-1) };
  };
  const runMany = async (count: number) => {
    let last = { rss: 0, pid: 0 };
    for (let n = 0; n < count; n++) last = await pool.run(compute, new Uint8Array(500_000));
    return { ...last, ownRss: process.memoryUsage.rss() };
  };

  const early = await runMany(100);
  const late = await runMany(200);

  expect(late.pid).toBe(early.pid);
  expect(Math.max(late.rss - early.rss, late.ownRss - early.ownRss)).toBeLessThan(100e6);
});
