/** Says how much memory this process takes, after what is garbage was thrown away. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

export type MemorySample = {
  /** What the system has given. */
  readonly rssMb: number;
  /** Objects and buffers that are in use. */
  readonly usedMb: number;
};

const BYTES_A_MB = 1_048_576;

setFlagsFromString("--expose-gc");
const collectGarbage: unknown = runInNewContext("gc");

export function sampleMemory(): MemorySample {
  if (!isCall(collectGarbage)) throw new Error("the garbage collector cannot be called here");
  collectGarbage();
  collectGarbage(); // what the first one finalized is free after the second
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rssMb: rss / BYTES_A_MB, usedMb: (heapUsed + external) / BYTES_A_MB };
}

function isCall(value: unknown): value is () => void {
  return typeof value === "function";
}
