/** Measures the memory of this process after a garbage collection. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

export type MemorySample = {
  /** Memory that the operating system has given to the process. */
  readonly rssMb: number;
  /** Memory of live objects and buffers. */
  readonly usedMb: number;
};

const BYTES_A_MB = 1_048_576;

setFlagsFromString("--expose-gc");
const collectGarbage: unknown = runInNewContext("gc");

export function sampleMemory(): MemorySample {
  if (!isCall(collectGarbage)) throw new Error("the garbage collector cannot be called here");
  collectGarbage();
  collectGarbage(); // the second collection frees what the first one finalized
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rssMb: rss / BYTES_A_MB, usedMb: (heapUsed + external) / BYTES_A_MB };
}

function isCall(value: unknown): value is () => void {
  return typeof value === "function";
}
