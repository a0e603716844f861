/** Merges the sums of all chunks per reporting unit, after checking that they are exactly the cast ballots. */
import { computeIn, defineTask, type RunContext, type Transaction } from "@rota/engine";
import { WHOLE_ELECTION } from "../core/tally/slices.ts";
import type { StoredTally } from "../core/tally/tally.ts";
import { ElectionError } from "../errors.ts";
import { type PhaseElection, readPhaseElection } from "../store/phase-election.ts";
import { movePhase } from "../store/phase-events.ts";
import { insertTally, selectChunkTallies, selectCoverage, selectUnits } from "../store/tally.sql.ts";
import type * as tallying from "./compute/tally-ballots.ts";
import { PHASE_ENDS, ticketFields } from "./phase-work.ts";
import { ELECTIONS_RETRY } from "./retry-policies.ts";

const inTallying = computeIn<typeof tallying>(new URL("./compute/tally-ballots.ts", import.meta.url));

const PAGE_TALLIES = 50;

export const tallyMerge = defineTask({
  name: "elections.tally-merge",
  queue: "tally.creation",
  retry: ELECTIONS_RETRY,
  announce: PHASE_ENDS,
  ticketFields,
  run: async ({ electionId: id }: { electionId: string }, context) => {
    const electionId = BigInt(id);
    const election = await readPhaseElection(context.database, electionId);
    const units = (await context.database.query(selectUnits(electionId))).map(({ unit_id: unit }) => unit);
    const tallies = new Map<string, StoredTally>();
    for (const unit of units) tallies.set(unit, await mergeUnit(election, unit, context));
    if (!tallies.has(WHOLE_ELECTION))
      tallies.set(WHOLE_ELECTION, await merge(election, [...tallies.values()], context));

    await context.commit(async (tx) => {
      await refuseIncomplete(tx, electionId);
      for (const [unitId, tally] of tallies) await tx.query(insertTally({ electionId, unitId, ...tally }));
      await movePhase(tx, electionId, { from: "TALLYING", to: "TALLIED" });
    });
  },
});

async function mergeUnit(election: PhaseElection, unitId: string, context: RunContext): Promise<StoredTally> {
  const { electionId } = election;
  let merged = await merge(election, [], context);
  for (let after = 0; ;) {
    const page = { electionId, unitId, after, limit: PAGE_TALLIES };
    const rows = await context.database.query(selectChunkTallies(page));
    if (rows.length > 0) merged = await merge(election, [merged, ...rows], context);
    if (rows.length < PAGE_TALLIES) return merged;
    after = rows.at(-1)?.chunk_number ?? after;
  }
}

async function merge(
  { group, manifest }: PhaseElection,
  tallies: readonly StoredTally[],
  { compute }: RunContext,
): Promise<StoredTally> {
  const parts = tallies.map(({ ballots, sums }) => ({ ballots, sums }));
  return compute(inTallying("mergeTallies"), { group, manifest, parts });
}

/**
 * Refuses a tally unless the cast ballots are exactly those of the chunks, each once and verified. Nothing can be
 * decrypted before that.
 */
async function refuseIncomplete(tx: Transaction, electionId: bigint): Promise<void> {
  const [coverage] = await tx.query(selectCoverage(electionId));
  if (coverage === undefined) return;
  const { cast_ballots: cast, planned, tallied, unverified, unplanned, differing } = coverage;
  const problems = [
    ...(unverified > 0 ? [`${String(unverified)} ballots are not verified`] : []),
    ...(unplanned > 0 ? [`${String(unplanned)} cast ballots are in no chunk`] : []),
    ...(differing > 0 ? [`${String(differing)} chunks were tallied with other ballots than planned`] : []),
    ...(cast === planned && cast === tallied
      ? []
      : [`${String(cast)} ballots are cast, ${String(planned)} planned and ${String(tallied)} tallied`]),
  ];
  if (problems.length > 0) {
    const message = `election ${String(electionId)} is not tallied: ${problems.join("; ")}`;
    throw new ElectionError("TALLY_INCOMPLETE", message, { electionId: String(electionId) });
  }
}
