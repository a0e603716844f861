/** Starts a server with a key, sealed facts and published rules but without a worker, so that tasks wait for the test. */
import { onTestFinished, vi } from "vitest";
import { startWorker } from "../life/dying-workers.ts";
import { openWorld, type World } from "../life/world.ts";
import { giveKey, prepare, type Ground } from "./version-steps.ts";

export async function openIdleWorld(): Promise<{ readonly world: World; readonly ground: Ground }> {
  giveKey();
  const world = await openWorld({ isWorking: false });
  onTestFinished(async () => {
    await world.dispose();
    vi.unstubAllEnvs();
  });
  const helper = await startWorker(world);
  const ground = await prepare(world);
  helper.kill();
  await helper.ended;
  return { world, ground };
}
