/**
 * Measures that a worker's memory stays flat whatever its chunks load, and that waiting chunks use no memory in any
 * process.
 */
import type { BenchServer } from "./harness/bench-server.ts";
import { writeReport } from "./harness/results.ts";
import {
  argument,
  figures,
  isFullRun,
  isQuick,
  runRounds,
  type Contender,
  type Measures,
  type Outcome,
} from "./harness/rounds.ts";
import { median, readable } from "./harness/statistics.ts";
import { submitBacklog, workInProcess, workOnBacklog } from "./memory/backlog.ts";
import { loadChunks } from "./memory/load-chunks.ts";
import type { MemorySample } from "./memory/sample-memory.ts";

const LOADS = { chunks: isQuick ? 20 : 1_000, chunksASample: isQuick ? 10 : 100, slots: 10 };
const BACKLOGS = isQuick ? [100, 2_000] : [1_000, 1_000_000];
/** Chunks that another process submits first: the heap of a new process always grows to its working size. */
const WARM_UP = isQuick ? 100 : 100_000;
/** Number of chunks that both backlogs contain. */
const WORKED = Math.min(...BACKLOGS);

const loading: Contender = { name: "chunks of 2 MB", measure: measureLoads };
const backlogs: readonly Contender[] = BACKLOGS.map((chunks) => ({
  name: `${chunks.toLocaleString("en")} waiting`,
  measure: (server) => measureBacklog(server, chunks),
}));

const [url, schema, chunks] = [argument("url"), argument("schema"), argument("chunks")];
if (url !== undefined && schema !== undefined && chunks !== undefined) await workOnBacklog({ url, schema, chunks });
else await runRounds({ url: import.meta.url, contenders: [loading, ...backlogs] }, report);

/** Returns the first sample, and how far the highest later sample is above it. */
async function measureLoads(server: BenchServer): Promise<Measures> {
  const database = await server.open("loads", { poolSize: LOADS.slots });
  const [first, ...later] = await loadChunks(database, LOADS);
  await database.close();
  if (first === undefined) throw new Error("no sample was taken");
  const growth = (of: (sample: MemorySample) => number) => Math.max(...later.map(of)) - of(first);
  return { ...first, rssGrowth: growth(({ rssMb }) => rssMb), usedGrowth: growth(({ usedMb }) => usedMb) };
}

async function measureBacklog(server: BenchServer, chunks: number): Promise<Measures> {
  const schema = `backlog_${String(chunks)}`;
  const elsewhere = await server.open("warm_up");
  await submitBacklog(elsewhere, WARM_UP);
  await elsewhere.close();
  const database = await server.open(schema);
  const submitter = await submitBacklog(database, chunks);
  const worker = await workInProcess(import.meta.url, { url: server.url, schema, chunks: String(WORKED) });
  await database.close();
  return {
    submitterRss: submitter.rssMb,
    submitterUsed: submitter.usedMb,
    workerRss: worker.rssMb,
    workerUsed: worker.usedMb,
  };
}

async function report(outcome: Outcome): Promise<void> {
  const of = (name: string, figure: string) => figures(outcome, name, figure);
  const loads = (figure: string) => of(loading.name, figure);
  const flat = ["rssMb", "rssGrowth", "usedMb", "usedGrowth"].map((figure) => readable(median(loads(figure))));
  const waiting = backlogs.map(({ name }) => [
    name,
    ...["submitterRss", "submitterUsed", "workerRss", "workerUsed"].map((figure) => readable(median(of(name, figure)))),
  ]);
  await writeReport({
    name: "memory",
    title: "Memory",
    tables: [
      {
        head: ["worker, MB", "RSS, warm", "grew by", "objects and buffers, warm", "grew by"],
        rows: [[`${LOADS.chunks.toLocaleString("en")} chunks that load 2 MB each`, ...flat]],
      },
      {
        head: ["MB", "submitter, largest RSS", "objects and buffers", "worker, RSS", "objects and buffers"],
        rows: waiting,
      },
    ],
    findings: [
      `warm: after ${String(LOADS.chunksASample)} chunks; grew by: the worst of the samples after every ${String(LOADS.chunksASample)} that follow; ${String(LOADS.slots)} slots; garbage is collected before each sample; medians of the rounds`,
      `growth of RSS in each round: ${loads("rssGrowth").map(readable).join(", ")}`,
      `a backlog is submitted in calls of 1,000 chunks, after ${WARM_UP.toLocaleString("en")} elsewhere; the worker is a process of its own, sampled after it ran ${WORKED.toLocaleString("en")} of them, with 100 slots`,
      "bars: grown by less than 50 MB; a backlog of a million takes no more than one of a thousand",
    ],
    isKept: isFullRun,
  });
}
