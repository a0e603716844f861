/** SQL statements of decrypting and combining: shares, guardians and results. */
import { json, sql } from "@rota/engine";
import type { Slice } from "../core/tally/slices.ts";

/** Returns the units that were tallied, by id. */
export const selectTalliedUnits = (electionId: bigint) => sql<{ unit_id: string; ballots: number }>`
  select unit_id, ballots from rota.elections_tallies where election_id = ${electionId} order by unit_id collate "C"`;

/** Returns the challenged ballots, by id. */
export const selectChallenged = (electionId: bigint) => sql<{ ballot_id: string; style_id: string }>`
  select ballot_id, style_id
    from rota.elections_ballots
   where election_id = ${electionId} and state = 'CHALLENGED'
   order by ballot_id collate "C"`;

/** Returns one row; none: the unit was not tallied. */
export const selectTally = (electionId: bigint, unitId: string) => sql<{ ballots: number; sums: Uint8Array }>`
  select ballots, sums from rota.elections_tallies where election_id = ${electionId} and unit_id = ${unitId}`;

type ChallengedRow = { ballot_id: string; style_id: string; previous_code: string; content: Uint8Array };

/** Returns one row; none: no ballot with this id was challenged. */
export const selectChallengedBallot = (electionId: bigint, ballotId: string) => sql<ChallengedRow>`
  select ballot_id, style_id, previous_code, content
    from rota.elections_ballots
   where election_id = ${electionId} and ballot_id = ${ballotId} and state = 'CHALLENGED'`;

/** Giver of shares: a guardian, for itself or for a missing one. */
export type Giver = { readonly electionId: bigint; readonly guardian: number; readonly missing: number | null };

/**
 * Stores the first shares of a slice. Returns no row when there are shares already, when the guardian is missing, when
 * the one that it stands in for is not missing, or when decryption is over.
 */
export const insertShares = ({ electionId, guardian, missing }: Giver, slice: Slice, shares: unknown) => sql<{
  slice: number;
}>`
  insert into rota.elections_shares (election_id, guardian, missing_guardian, subject, subject_id, slice, shares)
  select ${electionId}, ${guardian}, ${missing}::smallint, ${slice.subject}, ${slice.subjectId}, ${slice.slice}, ${json(shares)}
    from rota.elections
   where election_id = ${electionId} and state = 'DECRYPTING'
     and exists (select from rota.elections_guardians guardians
                  where guardians.election_id = ${electionId} and sequence = ${guardian} and missing_at is null)
     and (${missing}::smallint is null
          or exists (select from rota.elections_guardians guardians
                      where guardians.election_id = ${electionId} and sequence = ${missing}::smallint and missing_at is not null))
  on conflict do nothing
  returning slice`;

/** Returns the number of slices with shares of each guardian, for itself (null) and for others. */
export const countShares = (electionId: bigint) => sql<{ guardian: number; missing: number | null; slices: number }>`
  select guardian, missing_guardian as missing, count(*)::integer as slices
    from rota.elections_shares where election_id = ${electionId} group by 1, 2`;

type SharesRow = { guardian: number; missing: number | null; shares: string };

/** Returns all shares of a slice, as text. */
export const selectShares = (electionId: bigint, slice: Slice) => sql<SharesRow>`
  select guardian, missing_guardian as missing, shares::text as shares
    from rota.elections_shares
   where election_id = ${electionId} and subject = ${slice.subject} and subject_id = ${slice.subjectId} and slice = ${slice.slice}
   order by guardian, missing_guardian nulls first`;

/** Returns the slices of which a guardian has given shares already. */
export const selectGivenSlices = ({ electionId, guardian, missing }: Giver) => sql<
  Pick<Slice, "subject" | "slice"> & { subject_id: string }
>`
  select subject, subject_id, slice
    from rota.elections_shares
   where election_id = ${electionId} and guardian = ${guardian} and missing_guardian is not distinct from ${missing}::smallint`;

/** Returns what the sender sealed for the receiver in the ceremony; no row: nothing. */
export const selectBackup = (electionId: bigint, sender: number, receiver: number) => sql<{ sealed: unknown }>`
  select sealed from rota.elections_backups
   where election_id = ${electionId} and sender = ${sender} and receiver = ${receiver}`;

/** Stores that a guardian decrypts, and how. Returns no row when it is missing. */
export const markDecrypting = (mark: { electionId: bigint; guardian: number; by: string; isAtHome: boolean }) => sql<{
  sequence: number;
}>`
  update rota.elections_guardians
     set decrypting_since = coalesce(decrypting_since, clock_timestamp()),
         decrypting_by = coalesce(decrypting_by, ${mark.by}),
         is_at_home = ${mark.isAtHome}
   where election_id = ${mark.electionId} and sequence = ${mark.guardian} and missing_at is null
  returning sequence`;

/** Returns a row for each guardian that was not missing before. */
export const markMissing = (mark: { electionId: bigint; guardians: readonly number[]; by: string }) => sql<{
  sequence: number;
}>`
  update rota.elections_guardians
     set missing_at = clock_timestamp(), missing_by = ${mark.by}
   where election_id = ${mark.electionId} and sequence = any (${mark.guardians}) and missing_at is null
  returning sequence`;

export const markDecrypted = (electionId: bigint, guardian: number) => sql`
  update rota.elections_guardians
     set decrypted_at = clock_timestamp()
   where election_id = ${electionId} and sequence = ${guardian} and decrypted_at is null and missing_at is null`;

export const setDeadline = (electionId: bigint, at: Date) => sql`
  update rota.elections set decryption_deadline = ${at} where election_id = ${electionId}`;

/** Freezes the guardians whose shares count. Returns no row when they are frozen already. */
export const freezePresent = (electionId: bigint, present: readonly number[]) => sql<{
  election_id: bigint;
  tenant: string;
  title: string;
}>`
  update rota.elections
     set present_guardians = ${present}::smallint[], state = 'COMBINING'
   where election_id = ${electionId} and state = 'DECRYPTING'
  returning election_id, tenant, title`;

/**
 * Returns the latest task of a kind of work, by the beginning of its label. No row: it was never started, or was
 * pruned.
 */
export const selectLatestTask = (work: { tenant: string; group: string; type: string; label: string }) => sql<{
  task_id: bigint;
}>`
  select task_id from rota.tasks
   where tenant = ${work.tenant} and group_name = ${work.group} and type = ${work.type}
     and starts_with(task_key, ${`${work.label}_`})
   order by task_id desc limit 1`;

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

type ResultRow = { unit_id: string; contest_id: string; selection_id: string; votes: bigint };

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

/** Returns one row. No row: there are no results yet. */
export const selectReconciliation = (electionId: bigint) => sql<ReconciliationRow>`
  select eligible, voted, cast_ballots, tallied, challenged, unresolved, rejected
    from rota.elections_reconciliations where election_id = ${electionId}`;

type DecryptionRow = { subject: "unit" | "ballot"; subject_id: string; slice: number; content: unknown };

/** Returns the combined slices of one subject, in order. */
export const selectDecryptions = (
  electionId: bigint,
  subject: "unit" | "ballot",
  subjectId: string,
) => sql<DecryptionRow>`
  select subject, subject_id, slice, content
    from rota.elections_decryptions
   where election_id = ${electionId} and subject = ${subject} and subject_id = ${subjectId}
   order by slice`;
