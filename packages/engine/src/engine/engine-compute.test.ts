/** What callers of an engine compute ends with it. */
import { expect, test } from "vitest";
import { silentLogger } from "../runtime/logger.ts";
import { createEngineCompute } from "./engine-compute.ts";

test("a function runs in another process until the engine is stopped, and is refused afterwards", async () => {
  const { run, close } = createEngineCompute(silentLogger);
  const elsewhere = () => process.pid;

  const pid = await run(elsewhere, undefined);
  await close();

  expect(pid).not.toBe(process.pid);
  expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  await expect(run(elsewhere, undefined)).rejects.toMatchObject({ code: "ENGINE_STOPPED" });
});

test("an engine that computed nothing closes at once", async () => {
  const { close } = createEngineCompute(silentLogger);

  await expect(close()).resolves.toBeUndefined();
});
