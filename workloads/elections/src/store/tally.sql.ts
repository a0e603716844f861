/** SQL statements of tallying: states of elections, ballots of chunks, and sums. */
import { sql } from "@rota/engine";

type DecryptingRow = { present_guardians: number[] | null; decryption_deadline: Date | null };

/** Returns one row; none: there is no such election. */
export const selectDecrypting = (electionId: bigint) => sql<DecryptingRow>`
  select present_guardians, decryption_deadline from rota.elections where election_id = ${electionId}`;

/**
 * Locks an election, so that decisions about it wait for each other. Returns its state; no row: there is no such
 * election.
 */
export const lockElection = (electionId: bigint) => sql<{ state: string; present_guardians: number[] | null }>`
  select state, present_guardians from rota.elections where election_id = ${electionId} for update`;

/** Moves an election to another state. Returns one row, or none when it was in none of the given states. */
export const moveElection = (electionId: bigint, from: readonly string[], to: string) => sql<{
  election_id: bigint;
  tenant: string;
  title: string;
}>`
  update rota.elections
     set state = ${to}
   where election_id = ${electionId} and state = any (${from})
  returning election_id, tenant, title`;

export type PhaseGuardianRow = {
  sequence: number;
  guardian_id: string;
  name: string;
  published: unknown;
  missing_at: Date | null;
  missing_by: string | null;
  decrypting_since: Date | null;
  decrypting_by: string | null;
  is_at_home: boolean | null;
  decrypted_at: Date | null;
};

/** Returns the guardians in the order of their numbers. */
export const selectPhaseGuardians = (electionId: bigint) => sql<PhaseGuardianRow>`
  select sequence, guardian_id, name, published, missing_at, missing_by, decrypting_since, decrypting_by, is_at_home, decrypted_at
    from rota.elections_guardians where election_id = ${electionId} order by sequence limit 20`;

export type ChunkRow = { chunk_number: number; unit_id: string; ballots: number };

/** Returns the planned chunk and whether it is tallied already; no row: the plan has no such chunk. */
export const selectChunk = (electionId: bigint, chunkNumber: number) => sql<ChunkRow & { is_tallied: boolean }>`
  select chunk_number, unit_id, ballots,
         exists (select from rota.elections_chunk_tallies tallies
                  where tallies.election_id = chunks.election_id and tallies.chunk_number = chunks.chunk_number) as is_tallied
    from rota.elections_chunks chunks
   where election_id = ${electionId} and chunk_number = ${chunkNumber}`;

/** Returns one row: the number of chunks in the plan, the size of the largest, and whether a ballot is unverified. */
export const selectPlan = (electionId: bigint) => sql<{ chunks: number; largest: number; is_unverified: boolean }>`
  select count(*)::integer as chunks, coalesce(max(ballots), 0) as largest,
         exists (select from rota.elections_ballots where election_id = ${electionId} and state = 'RECEIVED') as is_unverified
    from rota.elections_chunks where election_id = ${electionId}`;

export type ChunkBallotRow = { ballot_id: string; style_id: string; previous_code: string; content: Uint8Array };

/** Returns the next ballots of a chunk, by id. */
export const selectChunkBallots = (page: {
  electionId: bigint;
  chunkNumber: number;
  after: string;
  limit: number;
}) => sql<ChunkBallotRow>`
  select ballot_id, style_id, previous_code, content
    from rota.elections_ballots
   where election_id = ${page.electionId} and chunk_number = ${page.chunkNumber}
     and ballot_id collate "C" > ${page.after} and state = 'CAST'
   order by ballot_id collate "C" limit ${page.limit}`;

type NewChunkTally = {
  electionId: bigint;
  unitId: string;
  chunkNumber: number;
  ballots: number;
  ballotsHash: Uint8Array;
  sums: Uint8Array;
};

/** Stores the tally of a chunk unless there is one. Returns nothing. */
export const insertChunkTally = (tally: NewChunkTally) => sql`
  insert into rota.elections_chunk_tallies (election_id, unit_id, chunk_number, ballots, ballots_hash, sums)
  values (${tally.electionId}, ${tally.unitId}, ${tally.chunkNumber}, ${tally.ballots}, ${tally.ballotsHash}, ${tally.sums})
  on conflict do nothing`;

/** Returns the units of the plan. */
export const selectUnits = (electionId: bigint) => sql<{ unit_id: string }>`
  select distinct unit_id from rota.elections_chunks where election_id = ${electionId} order by unit_id`;

type ChunkTallyRow = { chunk_number: number; ballots: number; sums: Uint8Array };

/** Returns the next tallies of chunks of a unit. */
export const selectChunkTallies = (page: {
  electionId: bigint;
  unitId: string;
  after: number;
  limit: number;
}) => sql<ChunkTallyRow>`
  select chunk_number, ballots, sums
    from rota.elections_chunk_tallies
   where election_id = ${page.electionId} and unit_id = ${page.unitId} and chunk_number > ${page.after}
   order by chunk_number limit ${page.limit}`;

export const insertTally = (tally: { electionId: bigint; unitId: string; ballots: number; sums: Uint8Array }) => sql`
  insert into rota.elections_tallies (election_id, unit_id, ballots, sums)
  values (${tally.electionId}, ${tally.unitId}, ${tally.ballots}, ${tally.sums})
  on conflict do nothing`;

type CoverageRow = {
  cast_ballots: number;
  planned: number;
  tallied: number;
  unverified: number;
  unplanned: number;
  /** Number of chunks whose tally has other ballots than the plan. */
  differing: number;
};

/** Returns one row that shows whether the tallied chunks are exactly the cast ballots, each once. */
export const selectCoverage = (electionId: bigint) => sql<CoverageRow>`
  with planned as (
    select chunk_number, count(*) as ballots,
           sha256(convert_to(string_agg(ballot_id, E'\n' order by ballot_id collate "C"), 'UTF8')) as hash
      from rota.elections_ballots
     where election_id = ${electionId} and chunk_number is not null and state = 'CAST'
     group by chunk_number)
  select (select count(*) from rota.elections_ballots where election_id = ${electionId} and state = 'CAST')::integer as cast_ballots,
         (select coalesce(sum(ballots), 0) from rota.elections_chunks where election_id = ${electionId})::integer as planned,
         (select coalesce(sum(ballots), 0) from rota.elections_chunk_tallies where election_id = ${electionId})::integer as tallied,
         (select count(*) from rota.elections_ballots where election_id = ${electionId} and state = 'RECEIVED')::integer as unverified,
         (select count(*) from rota.elections_ballots
           where election_id = ${electionId} and state = 'CAST' and chunk_number is null)::integer as unplanned,
         (select count(*) from planned
            full join (select * from rota.elections_chunk_tallies where election_id = ${electionId}) tallies using (chunk_number)
           where planned.hash is distinct from tallies.ballots_hash)::integer as differing`;
