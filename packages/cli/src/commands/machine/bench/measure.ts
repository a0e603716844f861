/** What `rota bench` measures, each by itself, on a schema of its own. */
import { completeChunks, submitTasks, takeTurns, type Database, type NewTask } from "@rota/engine";
import { askOne, createCommits, insertCommit } from "./bench.sql.ts";

/** In milliseconds. */
export type Latency = { readonly p50: number; readonly p99: number };
export type OnDone = (done: number) => void;

const QUEUE = "bench";
const TENANTS = 10;
const LEASE_MS = 60_000;
/** Two claimers keep one queue busy: while one settles the other claims. */
const CLAIMERS = 2;
export const CLAIM_SIZE = 100;
const SUBMIT_SIZE = 1_000;

export function measureRoundTrip(database: Database, times: number): Promise<Latency> {
  return timeEach(times, () => database.query(askOne()));
}

export async function measureCommit(database: Database, times: number): Promise<Latency> {
  await database.query(createCommits());
  return timeEach(times, (number) => database.query(insertCommit(number)));
}

/** Jobs of ten tenants. Returns how many a second. */
export async function measureSubmit(database: Database, chunks: number, onDone: OnDone): Promise<number> {
  const startedMs = performance.now();
  for (let done = 0; done < chunks; done += SUBMIT_SIZE) {
    await submitTasks(database, jobs(Math.min(SUBMIT_SIZE, chunks - done)));
    onDone(Math.min(chunks, done + SUBMIT_SIZE));
  }
  return perSecond(chunks, startedMs);
}

function jobs(length: number): NewTask[] {
  return Array.from({ length }, (_, index) => ({
    queue: QUEUE,
    tenant: `bench-${String(index % TENANTS)}`,
    group: "bench",
    type: "bench.nothing",
    chunks: [{ payload: { index } }],
  }));
}

export type ClaimRate = { readonly perSecond: number; readonly claimMs: Latency };

/** Claims and settles all of them. */
export async function measureClaims(database: Database, onDone: OnDone): Promise<ClaimRate> {
  const took: number[] = [];
  let settled = 0;
  const startedMs = performance.now();
  const claimAll = async (_: unknown, claimer: number): Promise<void> => {
    for (;;) {
      const beganMs = performance.now();
      const turns = { queue: QUEUE, limit: CLAIM_SIZE, owner: `bench-${String(claimer)}`, leaseMs: LEASE_MS };
      const chunks = await takeTurns(database, turns);
      if (chunks.length === 0) return;
      took.push(performance.now() - beganMs);
      settled += (await completeChunks(database, chunks)).length;
      onDone(settled);
    }
  };
  await Promise.all(Array.from({ length: CLAIMERS }, claimAll));
  return { perSecond: perSecond(settled, startedMs), claimMs: latencyOf(took) };
}

async function timeEach(times: number, act: (number: number) => Promise<unknown>): Promise<Latency> {
  const took: number[] = [];
  for (let number = 0; number < times; number++) {
    const startedMs = performance.now();
    await act(number);
    took.push(performance.now() - startedMs);
  }
  return latencyOf(took);
}

function perSecond(times: number, startedMs: number): number {
  return Math.round((times * 1_000) / (performance.now() - startedMs));
}

/** Hundredths of a millisecond are chance. */
export function latencyOf(took: readonly number[]): Latency {
  const sorted = [...took].sort((a, b) => a - b);
  const at = (share: number): number => Math.round((sorted[Math.floor(share * (sorted.length - 1))] ?? 0) * 100) / 100;
  return { p50: at(0.5), p99: at(0.99) };
}
