/** Starts the tally of a closed election, and adds up the ballots of each chunk after checking them again. */
import { createHash } from "node:crypto";
import {
  computeIn,
  defineTask,
  type Engine,
  getTask,
  type LockRequest,
  planTask,
  type Queryable,
  type RotaError,
  type RunContext,
  type StartAnswer,
  startUnderLock,
} from "@rota/engine";
import type { StoredTally } from "../core/tally/tally.ts";
import { ElectionError } from "../errors.ts";
import { selectLatestTask } from "../store/decryption.sql.ts";
import { requireState } from "../store/election.ts";
import { type PhaseElection, readPhaseElection } from "../store/phase-election.ts";
import { movePhase } from "../store/phase-events.ts";
import {
  type ChunkBallotRow,
  type ChunkRow,
  insertChunkTally,
  selectChunk,
  selectChunkBallots,
  selectPlan,
} from "../store/tally.sql.ts";
import type * as tallying from "./compute/tally-ballots.ts";
import {
  electionOfTask,
  groupOfElection,
  noteAction,
  PHASE_ENDS,
  tallyCost,
  tallyLock,
  ticketFields,
  workKey,
  workLabel,
} from "./phase-work.ts";
import { ELECTIONS_RETRY } from "./retry-policies.ts";
import { tallyMerge } from "./tally-merge.ts";

const inTallying = computeIn<typeof tallying>(new URL("./compute/tally-ballots.ts", import.meta.url));

/** Number of ballots in one message to the computing process, whatever the size of the chunk. */
const PAGE_BALLOTS = 25;

type TallyChunk = { readonly electionId: string; readonly chunkNumber: number };

/**
 * Adds up the ballots of a chunk. Chunks are numbered from 1 as in the plan. An election without ballots has one empty
 * chunk.
 */
export const tallyCreation = defineTask({
  name: "elections.tally-creation",
  queue: "tally.creation",
  retry: ELECTIONS_RETRY,
  announce: PHASE_ENDS,
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

function toStored({ ballot_id, style_id, previous_code, content }: ChunkBallotRow) {
  return { ballotId: ballot_id, styleId: style_id, previousCode: previous_code, content };
}

function incomplete({ chunk_number: number, ballots: planned }: ChunkRow, found: number): RotaError {
  const message = `chunk ${String(number)} has ${String(found)} cast ballots, the plan gave it ${String(planned)}`;
  return new ElectionError("TALLY_INCOMPLETE", message, { chunkNumber: number, found, planned });
}

/** Election and caller of a phase that starts. Without a tenant, the election of any tenant. */
export type PhaseStart = {
  readonly electionId: bigint;
  readonly tenant: string | undefined;
  readonly by: string;
  /** How long to wait in line while the phase runs. Default: not at all. */
  readonly wait?: Pick<LockRequest, "waitMs" | "signal">;
};

export type Started = { readonly answer: StartAnswer; readonly chunks: number };

/** Starts the tally. After a failure it can be started again: tallied chunks stay. */
export async function startTally(engine: Engine, { electionId, tenant, by, wait }: PhaseStart): Promise<Started> {
  const { database } = engine;
  const election = await readPhaseElection(database, electionId, tenant);
  requireState(election, ["CLOSED", "TALLYING"], "tallying");
  const [plan] = await database.query(selectPlan(electionId));
  if (plan === undefined || plan.is_unverified) {
    const message = `election ${String(electionId)} is not tallied while a ballot that came in is not verified: wait for it`;
    throw new ElectionError("TALLY_INCOMPLETE", message, { electionId: String(electionId) });
  }
  const chunks = Math.max(1, plan.chunks);
  const task = await planTask(
    tallyCreation,
    { electionId: String(electionId), chunks },
    {
      tenant: election.tenant,
      group: groupOfElection(electionId),
      cost: tallyCost(election.manifest, plan.largest),
      taskKey: { stem: workLabel({ phase: "TALLY", electionId }) },
    },
  );
  await database.transaction((tx) => movePhase(tx, electionId, { from: "CLOSED", to: "TALLYING" }));
  const lock = { key: tallyLock(electionId), holder: by, operation: "TALLY_CREATION", context: { chunks }, ...wait };
  const check = wait === undefined ? {} : { check: () => refuseTallied(database, electionId) };
  const answer = await startUnderLock(engine, { lock, task: { ...task, submittedBy: by }, ...check });
  if (answer.kind === "started")
    await noteAction(engine.database, election, { by, action: "election.tally-started", details: { chunks } });
  return { answer, chunks };
}

/** Refuses a tally after the one that it waited for succeeded: its sums are being merged, or it is over. */
async function refuseTallied(on: Queryable, electionId: bigint): Promise<void> {
  const election = await readPhaseElection(on, electionId);
  requireState(election, ["CLOSED", "TALLYING"], "tallying");
  const label = workLabel({ phase: "MERGE", electionId });
  const place = { tenant: election.tenant, group: groupOfElection(electionId), type: tallyMerge.name, label };
  const [merge] = await on.query(selectLatestTask(place));
  if (merge === undefined || (await getTask(on, { task: merge.task_id })).state !== "ACTIVE") return;
  const message = `election ${String(electionId)} is tallied, and its sums are being merged: there is nothing left to start`;
  throw new ElectionError("PHASE_RUNNING", message, { electionId: String(electionId) });
}
