/** Tests that versions whose job is cancelled report it and stop waiting. */
import { Type } from "typebox";
import { expect, test } from "vitest";
import { expectBody } from "../life/answers.ts";
import type { World } from "../life/world.ts";
import { battery, itemsOf, readBatch, startBatch } from "../batches/batch-steps.ts";
import { openIdleWorld } from "./idle-world.ts";
import { createPassport, readVersion, requestVersion } from "./version-steps.ts";

const cancel = (world: World, jobId: string) =>
  expectBody(200, Type.Object({ status: Type.String() }), world.ask("POST", `/v1/jobs/${jobId}:cancel`, { body: {} }));

test("a version whose compilation is cancelled, alone or in a batch, names the caller and stops waiting", async () => {
  const { world, ground } = await openIdleWorld();
  const passportId = await createPassport(world, ground, "C-1");
  const { versionId, jobId } = await requestVersion(world, passportId, ground);
  const { batchId, jobIds } = await startBatch(world, ground, [battery("C-2"), battery("C-3")]);

  for (const id of [jobId, ...jobIds]) expect(await cancel(world, id)).toMatchObject({ status: "CANCELLED" });

  expect(await readVersion(world, versionId)).toMatchObject({
    status: "COMPILING",
    failure: {
      code: "TASK_CANCELLED",
      message: `the job ${jobId} (COMPILE_PASSPORT) was cancelled by root: compile the passport again`,
    },
  });
  expect(await readBatch(world, batchId)).toMatchObject({ total: 2, compiling: 0, failed: 2 });
  for (const { version } of await itemsOf(world, batchId)) expect(version.failure?.code).toBe("TASK_CANCELLED");
  const again = await requestVersion(world, passportId, ground);
  expect(await readVersion(world, again.versionId)).toMatchObject({ status: "COMPILING", failure: null });
});
