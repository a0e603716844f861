/** TALLY_CREATION: checks the ballots of a chunk once more and adds them up; the last chunk lets the sums be merged. */
import { createHash } from "node:crypto";
import { computeIn, defineTask, ELECTIONS_RETRY, planTask, RotaError, type RunContext } from "@rota/engine";
import type * as tallying from "../../phases/arithmetic/tally-ballots.ts";
import { readPhaseElection, type PhaseElection } from "../../phases/phase-election.ts";
import type { StoredTally } from "../../phases/forms/packed-tally.ts";
import {
  insertChunkTally,
  selectChunk,
  selectChunkBallots,
  type BallotRow,
  type ChunkRow,
} from "../../phases/phases.sql.ts";
import { groupOfElection, workKey, workLabel } from "../../phases/plan/work-key.ts";
import { ticketFields } from "../../phases/plan/ticket-fields.ts";
import { electionOfTask } from "../election-of-task.ts";
import { tallyMerge } from "./tally-merge.ts";

const inTallying = computeIn<typeof tallying>(new URL("../../phases/arithmetic/tally-ballots.ts", import.meta.url));

/** Ballots that are computed with at once: what a message to the computing process holds, whatever the chunk's size. */
const PAGE_BALLOTS = 25;

export type TallyChunk = { readonly electionId: string; readonly chunkNumber: number };

/** Chunks are numbered from 1 as in the plan. The election without a ballot has one chunk of nothing. */
export const tallyCreation = defineTask({
  name: "elections.tally-creation",
  queue: "tally.creation",
  retry: ELECTIONS_RETRY,
  ticketFields,
  split: ({ electionId, chunks }: { electionId: string; chunks: number }): TallyChunk[] =>
    Array.from({ length: Math.max(1, chunks) }, (_, index) => ({ electionId, chunkNumber: index + 1 })),
  run: tallyChunk,
  then: async ({ tx, taskId, submit }) => {
    const { electionId, tenant } = await electionOfTask(tx, taskId);
    const election = await readPhaseElection(tx, electionId);
    const work = { phase: "MERGE", electionId } as const;
    await submit([
      await planTask(
        tallyMerge,
        { electionId: String(electionId) },
        {
          tenant,
          group: groupOfElection(electionId),
          taskKey: { stem: workLabel(work) },
          unique: { key: workKey(work, election.seed), mode: "singleton" },
        },
      ),
    ]);
  },
});

async function tallyChunk(payload: TallyChunk, context: RunContext): Promise<void> {
  const electionId = BigInt(payload.electionId);
  const [chunk] = await context.database.query(selectChunk(electionId, payload.chunkNumber));
  if (chunk === undefined || chunk.is_tallied) return;
  const election = await readPhaseElection(context.database, electionId);
  const { tally, ballotsHash } = await tallyPages(election, chunk, context);
  if (tally.ballots !== chunk.ballots) throw incomplete(chunk, tally.ballots);
  const { unit_id: unitId, chunk_number: chunkNumber } = chunk;
  await context.commit((tx) => tx.query(insertChunkTally({ electionId, unitId, chunkNumber, ballotsHash, ...tally })));
}

async function tallyPages(election: PhaseElection, chunk: ChunkRow, { database, compute, progress }: RunContext) {
  const { electionId, group, manifest, context } = election;
  const ids = createHash("sha256");
  const parts: StoredTally[] = [];
  let after = "";
  for (let done = 0; ;) {
    const rows = await database.query(
      selectChunkBallots({ electionId, chunkNumber: chunk.chunk_number, after, limit: PAGE_BALLOTS }),
    );
    for (const { ballot_id: id } of rows) {
      ids.update(after === "" ? id : `\n${id}`);
      after = id;
    }
    if (rows.length > 0)
      parts.push(await compute(inTallying("tallyBallots"), { group, manifest, context, ballots: rows.map(toStored) }));
    done += rows.length;
    progress(done, chunk.ballots);
    if (rows.length < PAGE_BALLOTS) break;
  }
  const tally = await compute(inTallying("mergeTallies"), { group, manifest, parts });
  return { tally, ballotsHash: ids.digest() };
}

export function toStored({ ballot_id, style_id, previous_code, content }: BallotRow) {
  return { ballotId: ballot_id, styleId: style_id, previousCode: previous_code, content };
}

function incomplete({ chunk_number: number, ballots: planned }: ChunkRow, found: number): RotaError {
  const message = `chunk ${String(number)} has ${String(found)} cast ballots, the plan gave it ${String(planned)}`;
  return new RotaError("TALLY_INCOMPLETE", message, { chunkNumber: number, found, planned });
}
