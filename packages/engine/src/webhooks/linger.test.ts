/** Tests of requests under way when their process stops. */
import { expect, test, vi } from "vitest";
import { RotaError } from "../errors.ts";
import { lingering } from "./deliver-task.ts";

const stopping = new RotaError("WORKER_STOPPING", "the worker stops");

test("a request under way has some time to end when its worker stops", async () => {
  const worker = new AbortController();
  const request = lingering(worker.signal, 20);

  worker.abort(stopping);

  expect(request.aborted).toBe(false);
  await vi.waitUntil(() => request.aborted);
  expect(request.reason).toBe(stopping);
});

test("a request whose lease was lost ends at once, and none begins once the worker stops", () => {
  const lost = new RotaError("LEASE_LOST", "the lease was lost");
  const worker = new AbortController();
  const request = lingering(worker.signal);

  worker.abort(lost);

  expect(request.reason).toBe(lost);
  expect(lingering(AbortSignal.abort(stopping)).reason).toBe(stopping);
});
