/** A backlog of small chunks: the side that submits it, call by call, and the worker that processes it. */
import {
  createEngine,
  defineTask,
  openPostgres,
  planTask,
  silentLogger,
  submitTasks,
  type Database,
} from "@rota/engine";
import { forkBench, killBench } from "../harness/fork-bench.ts";
import { sampleMemory, type MemorySample } from "./sample-memory.ts";

const CHUNKS_A_CALL = 1_000;
const SLOTS = 100;
const CONNECTION_LIMITS = { poolSize: 4, statementTimeoutMs: 60_000, connectTimeoutMs: 10_000 };
/** About 100 bytes as JSON. */
const PAYLOAD = { note: "x".repeat(85) };

let onRun = (): void => undefined;
const noop = defineTask({
  name: "bench.noop",
  split: (count: number) => Array.from({ length: count }, () => PAYLOAD),
  run: () => onRun(),
});

/** Returns the memory of this process after submitting; the RSS is the highest value after any call. */
export async function submitBacklog(database: Database, chunks: number): Promise<MemorySample> {
  let rssBytes = 0;
  for (let submitted = 0; submitted < chunks; submitted += CHUNKS_A_CALL) {
    const given = Math.min(CHUNKS_A_CALL, chunks - submitted);
    await submitTasks(database, [await planTask(noop, given, { tenant: "ann", group: "g" })]);
    rssBytes = Math.max(rssBytes, process.memoryUsage.rss());
  }
  const { rssMb, usedMb } = sampleMemory();
  return { rssMb: Math.max(rssMb, rssBytes / 1_048_576), usedMb };
}

export type BacklogPlace = { readonly url: string; readonly schema: string; readonly chunks: string };

/** Returns the memory of a worker process after so many chunks, while it continues to work. */
export async function workInProcess(benchUrl: string, place: BacklogPlace): Promise<MemorySample> {
  const child = forkBench(benchUrl, place);
  try {
    return readSample(await new Promise((resolve) => child.once("message", resolve).once("exit", resolve)));
  } finally {
    await killBench(child);
  }
}

/** Runs in the worker process. */
export async function workOnBacklog({ url, schema, chunks }: BacklogPlace): Promise<void> {
  const database = await openPostgres({ url, schema, ...CONNECTION_LIMITS, logger: silentLogger });
  let left = Number(chunks);
  onRun = () => {
    if (--left === 0) setImmediate(() => process.send?.(sampleMemory()));
  };
  const engine = await createEngine({ tasks: [noop], database, slots: SLOTS, logger: silentLogger });
  await engine.start();
}

function readSample(message: unknown): MemorySample {
  if (typeof message !== "object" || message === null || !("rssMb" in message) || !("usedMb" in message))
    throw new Error(`the worker process ended without telling its memory: ${String(message)}`);
  return { rssMb: Number(message.rssMb), usedMb: Number(message.usedMb) };
}
