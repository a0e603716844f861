/** Runs chunks that each load 2 MB from the database, one hundred after another, and samples the memory in between. */
import { createEngine, defineTask, silentLogger, type Database } from "@rota/engine";
import { selectBallots } from "./ballots.sql.ts";
import { sampleMemory, type MemorySample } from "./sample-memory.ts";

export type Loads = { readonly chunks: number; readonly chunksASample: number; readonly slots: number };

/** Takes the first sample after a warm-up. */
export async function loadChunks(
  database: Database,
  { chunks, chunksASample, slots }: Loads,
): Promise<readonly MemorySample[]> {
  const load = defineTask({
    name: "bench.load",
    split: (count: number) => Array.from({ length: count }, (_, index) => index),
    run: async () => {
      const [row] = await database.query(selectBallots());
      return row?.ballots.reduce((length, { text }) => length + text.length, 0) ?? 0;
    },
    finish: (length) => length.length,
  });
  const engine = await createEngine({ tasks: [load], database, slots, logger: silentLogger });
  await engine.start();
  const samples: MemorySample[] = [];
  for (let ran = 0; ran < chunks; ran += chunksASample) {
    const task = await engine.submit(load, chunksASample);
    await task.result();
    samples.push(sampleMemory());
  }
  await engine.stop();
  return samples;
}
