/** Tests what users rely on when worker processes run under a supervisor; the processes are real ones. */
import { expect, onTestFinished, test, vi } from "vitest";
import { type Logger, silentLogger } from "../runtime/logger.ts";
import {
  createSupervisor,
  READY_MESSAGE,
  RESTART_BACKOFF,
  startWorkerProcess,
  STOP_MESSAGE,
  type Supervisor,
  type WorkerProcess,
} from "./supervisor.ts";

const WAIT = { timeout: 30_000, interval: 10 };
const GRACE_MS = 20_000;

/** Says that it is ready, and ends when it is asked to. */
const OBEDIENT = `process.on("message", (message) => message === "${STOP_MESSAGE}" && process.exit(0));
  process.send("${READY_MESSAGE}");`;
const DEAF = `process.on("message", () => undefined); process.send("${READY_MESSAGE}");`;
const FAILING = `process.exit(3);`;
const SHORT_LIVED = `process.send("${READY_MESSAGE}", () => process.exit(1));`;

test("a process that is killed is replaced in its place, the others are left alone", async () => {
  const { supervisor, started } = supervise(2, () => OBEDIENT);
  await supervisor.start();
  const [first, second] = started;

  process.kill(first?.process.pid ?? 0, "SIGKILL");
  await vi.waitUntil(() => started.length === 3, WAIT);
  await started[2]?.process.ready;

  expect(started.map(({ place }) => place)).toEqual([1, 2, 1]);
  await supervisor.stop(GRACE_MS);
  expect(await first?.process.ended).toEqual({ code: undefined, signal: "SIGKILL" });
  for (const process of [second, started[2]])
    expect(await process?.process.ended).toEqual({ code: 0, signal: undefined });
  expect(started).toHaveLength(3); // no process was started again
});

test("processes that end again and again are started more and more slowly", async () => {
  const pauses: unknown[] = [];
  const logger: Logger = {
    ...silentLogger,
    warn: (fields: object) => void pauses.push(Reflect.get(fields, "pauseMs")),
  };
  const { supervisor } = supervise(1, () => SHORT_LIVED, logger);

  await supervisor.start();
  await vi.waitUntil(() => pauses.length >= 3, WAIT);
  await supervisor.stop(GRACE_MS);

  const { firstMs } = RESTART_BACKOFF;
  expect(pauses).toEqual([firstMs, 2 * firstMs, 4 * firstMs]);
});

test("a first process that ends before it works is the end of all, with its exit code", async () => {
  const { supervisor, started } = supervise(3, () => FAILING);

  await expect(supervisor.start()).rejects.toMatchObject({
    code: "WORKER_START_FAILED",
    details: { exitCode: 3, signal: null },
  });

  expect(started).toHaveLength(1);
});

test("a later process that ends before it works is tried again", async () => {
  const { supervisor, started } = supervise(1, (start) => (start === 2 ? FAILING : OBEDIENT));
  await supervisor.start();

  process.kill(started[0]?.process.pid ?? 0, "SIGKILL");
  await vi.waitUntil(() => started.length === 3, WAIT);
  await started[2]?.process.ready;

  await supervisor.stop(GRACE_MS);
});

test("a process that does not end when it is asked to is killed after the grace", async () => {
  const { supervisor, started } = supervise(1, () => DEAF);
  await supervisor.start();

  await supervisor.stop(50);

  expect(await started[0]?.process.ended).toEqual({ code: undefined, signal: "SIGKILL" });
});

test("a stop during the start reaches a process that was not ready yet, and no other is started", async () => {
  const { supervisor, started } = supervise(2, () => OBEDIENT);
  const starting = supervisor.start();

  await supervisor.stop(GRACE_MS);
  await starting;

  expect(await started[0]?.process.ended).toEqual({ code: 0, signal: undefined });
  expect(started).toHaveLength(1);
});

type Started = { readonly place: number; readonly process: WorkerProcess };

/** Runs programs, chosen by how many were started so far. */
function supervise(
  count: number,
  program: (start: number) => string,
  logger: Logger = silentLogger,
): { supervisor: Supervisor; started: Started[] } {
  const started: Started[] = [];
  const start = (place: number): WorkerProcess => {
    const process = startWorkerProcess(["-e", program(started.length + 1)]);
    started.push({ place, process });
    return process;
  };
  const supervisor = createSupervisor({ start, count, logger });
  onTestFinished(() => supervisor.kill());
  return { supervisor, started };
}
