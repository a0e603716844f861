/** The statements of combining and of results. */
import { json, sql } from "@rota/engine";
import type { Slice } from "../plan/slices.ts";

/** Keeps the first combination of a slice. */
export const insertDecryption = (electionId: bigint, slice: Slice, content: unknown) => sql`
  insert into rota.elections_decryptions (election_id, subject, subject_id, slice, content)
  values (${electionId}, ${slice.subject}, ${slice.subjectId}, ${slice.slice}, ${json(content)})
  on conflict do nothing`;

/** Returns the slices that are combined already. */
export const selectCombinedSlices = (electionId: bigint) => sql<
  Pick<Slice, "subject" | "slice"> & { subject_id: string }
>`
  select subject, subject_id, slice from rota.elections_decryptions where election_id = ${electionId}`;

/** Takes the votes of all units out of what was combined. */
export const insertResults = (electionId: bigint) => sql`
  insert into rota.elections_results (election_id, unit_id, contest_id, selection_id, votes)
  select election_id, subject_id, item ->> 'contest', item ->> 'selection', (item ->> 'count')::bigint
    from rota.elections_decryptions, jsonb_array_elements(content) item
   where election_id = ${electionId} and subject = 'unit'
  on conflict do nothing`;

/** Turn-out against ballots. Returns a row; the table refuses numbers that do not agree. */
export const insertReconciliation = (electionId: bigint) => sql`
  insert into rota.elections_reconciliations (election_id, eligible, voted, cast_ballots, tallied, challenged, unresolved, rejected)
  select ${electionId},
         (select count(*) from rota.elections_voters where election_id = ${electionId}),
         coalesce((select voted from rota.elections_turnout where election_id = ${electionId}), 0),
         count(*) filter (where state = 'CAST'),
         (select ballots from rota.elections_tallies where election_id = ${electionId} and unit_id = 'election'),
         count(*) filter (where state = 'CHALLENGED'),
         count(*) filter (where state = 'SUBMITTED'),
         count(*) filter (where state = 'REJECTED')
    from rota.elections_ballots where election_id = ${electionId}
  on conflict do nothing`;

export type ResultRow = { unit_id: string; contest_id: string; selection_id: string; votes: bigint };

export const selectResults = (electionId: bigint) => sql<ResultRow>`
  select unit_id, contest_id, selection_id, votes
    from rota.elections_results where election_id = ${electionId}
   order by unit_id, contest_id, selection_id`;

/** How many cast ballots of each style each unit has. The whole election is a unit too. */
export const selectBallotCounts = (electionId: bigint) => sql<{ unit_id: string; style_id: string; ballots: bigint }>`
  select chunks.unit_id, ballots.style_id, count(*) as ballots
    from rota.elections_ballots ballots join rota.elections_chunks chunks using (election_id, chunk_number)
   where election_id = ${electionId} and ballots.state = 'CAST'
   group by 1, 2`;

export type ReconciliationRow = {
  eligible: bigint;
  voted: bigint;
  cast_ballots: bigint;
  tallied: bigint;
  challenged: bigint;
  unresolved: bigint;
  rejected: bigint;
};

/** No row: there are no results yet. */
export const selectReconciliation = (electionId: bigint) => sql<ReconciliationRow>`
  select eligible, voted, cast_ballots, tallied, challenged, unresolved, rejected
    from rota.elections_reconciliations where election_id = ${electionId}`;

export type DecryptionRow = { subject: "unit" | "ballot"; subject_id: string; slice: number; content: unknown };

/** What was combined of one subject, in order. */
export const selectDecryptions = (
  electionId: bigint,
  subject: "unit" | "ballot",
  subjectId: string,
) => sql<DecryptionRow>`
  select subject, subject_id, slice, content
    from rota.elections_decryptions
   where election_id = ${electionId} and subject = ${subject} and subject_id = ${subjectId}
   order by slice`;
