/** Writes how an election was counted: which chunk held which ballots, and the log of who did what. */

/** What was cut when the election closed. */
export type ChunkPlan = {
  /** Of the order of ballots, in hexadecimal digits: they are sorted by the SHA-256 of seed and id. */
  readonly seed: string;
  readonly chunkSize: number;
  readonly reporting: "election" | "precinct" | "chunk";
  readonly chunks: AsyncIterable<PlannedChunk> | Iterable<PlannedChunk>;
};

export type PlannedChunk = { readonly number: number; readonly unitId: string; readonly ballotIds: readonly string[] };

/** JSON with a line for each chunk. */
export async function* chunkPlanText({ seed, chunkSize, reporting, chunks }: ChunkPlan): AsyncGenerator<string> {
  const head = JSON.stringify({ seed, chunk_size: chunkSize, reporting });
  yield `${head.slice(0, -1)},"chunks":[`;
  let separator = "\n";
  for await (const { number, unitId, ballotIds } of chunks) {
    yield `${separator}${JSON.stringify({ chunk_number: number, unit_id: unitId, ballot_ids: ballotIds })}`;
    separator = ",\n";
  }
  yield "\n]}\n";
}

export async function* jsonLines(entries: AsyncIterable<object> | Iterable<object>): AsyncGenerator<string> {
  for await (const entry of entries) yield `${JSON.stringify(entry)}\n`;
}
