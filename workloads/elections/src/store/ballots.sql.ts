/** SQL statements about ballots; none reads or writes a voter. */
import { json, sql } from "@rota/engine";
import type { OpenedVotes } from "../core/ballots/ballot.ts";

export type BallotState = "RECEIVED" | "SUBMITTED" | "CAST" | "CHALLENGED" | "REJECTED";

export type BallotRow = {
  ballot_id: string;
  state: BallotState;
  style_id: string;
  code: string;
  previous_code: string;
  device_hash: string;
  content: Uint8Array | null;
  key_hash: Uint8Array;
  is_kiosk: boolean;
  objection: string | null;
  received_on: string;
};

type NewBallotRow = {
  electionId: bigint;
  ballotId: string;
  styleId: string;
  code: string;
  previousCode: string;
  deviceHash: string;
  content: Uint8Array;
  keyHash: Uint8Array;
  isKiosk: boolean;
};

/** Returns nothing. Fails on `elections_ballots_by_id`, `elections_ballots_by_code` or `elections_ballots_chain_without_forks`. */
export const insertBallot = (ballot: NewBallotRow) => sql`
  insert into rota.elections_ballots (election_id, ballot_id, style_id, code, previous_code, device_hash, content, key_hash, is_kiosk)
  values (${ballot.electionId}, ${ballot.ballotId}, ${ballot.styleId}, ${ballot.code}, ${ballot.previousCode},
          ${ballot.deviceHash}, ${ballot.content}, ${ballot.keyHash}, ${ballot.isKiosk})`;

type DeviceRow = {
  electionId: bigint;
  deviceHash: string;
  deviceId: number;
  sessionId: number;
  launchCode: number;
  location: string;
};

/** Returns nothing. */
export const insertDevice = (device: DeviceRow) => sql`
  insert into rota.elections_devices (election_id, device_hash, device_id, session_id, launch_code, location)
  values (${device.electionId}, ${device.deviceHash}, ${device.deviceId}, ${device.sessionId}, ${device.launchCode}, ${device.location})
  on conflict (election_id, device_hash) do nothing`;

type Ballot = { electionId: bigint; ballotId: string };
type Code = { electionId: bigint; code: string };

/** Returns the ballot. No row: there is none. */
export const selectBallot = ({ electionId, ballotId }: Ballot) => sql<BallotRow>`
  select ballot_id, state, style_id, code, previous_code, device_hash, content, key_hash, is_kiosk, objection, received_on::text
    from rota.elections_ballots where election_id = ${electionId} and ballot_id = ${ballotId}`;

/** Returns the ballot with a code that was not rejected. No row: there is none. */
export const selectBallotByCode = ({ electionId, code }: Code) => sql<BallotRow>`
  select ballot_id, state, style_id, code, previous_code, device_hash, content, key_hash, is_kiosk, objection, received_on::text
    from rota.elections_ballots where election_id = ${electionId} and code = ${code} and state <> 'REJECTED'`;

/** The same, held until the transaction ends. */
export const lockBallotByCode = ({ electionId, code }: Code) => sql<BallotRow>`
  select ballot_id, state, style_id, code, previous_code, device_hash, content, key_hash, is_kiosk, objection, received_on::text
    from rota.elections_ballots where election_id = ${electionId} and code = ${code} and state <> 'REJECTED' for update`;

/**
 * Returns a row when the ballot with the code was encrypted by the device and is decided. Undecided ballots are in no
 * record.
 */
export const isDecidedOnDevice = ({ electionId, code, deviceHash }: Code & { deviceHash: string }) => sql<{
  ballot_id: string;
}>`
  select ballot_id from rota.elections_ballots
   where election_id = ${electionId} and code = ${code} and device_hash = ${deviceHash} and state in ('CAST', 'CHALLENGED')`;

/** Returns the ballot's id. No row: it is in another state than the one given. */
export const setBallotState = ({
  electionId,
  ballotId,
  from,
  to,
}: Ballot & { from: BallotState; to: BallotState }) => sql<{
  ballot_id: string;
}>`
  update rota.elections_ballots set state = ${to}
   where election_id = ${electionId} and ballot_id = ${ballotId} and state = ${from}
  returning ballot_id`;

/** Keeps the reason, not the bytes. Returns nothing. */
export const rejectBallot = ({ electionId, ballotId, objection }: Ballot & { objection: string }) => sql`
  update rota.elections_ballots set state = 'REJECTED', objection = ${objection}, content = null
   where election_id = ${electionId} and ballot_id = ${ballotId} and state = 'RECEIVED'`;

/** Returns those of the digests, in hexadecimal digits, that no ballot had before. */
export const insertDigests = (electionId: bigint, digests: readonly string[]) => sql<{ digest: string }>`
  insert into rota.elections_seen_ciphertexts (election_id, digest)
  select ${electionId}, decode(digest, 'hex') from unnest(${digests}::text[]) as given (digest)
  on conflict (election_id, digest) do nothing
  returning encode(digest, 'hex') as digest`;

/** Returns nothing. */
export const deleteDigests = (electionId: bigint, digests: readonly string[]) => sql`
  delete from rota.elections_seen_ciphertexts
   where election_id = ${electionId} and digest in (select decode(digest, 'hex') from unnest(${digests}::text[]) as given (digest))`;

/** Returns nothing. */
export const insertOpened = ({ electionId, ballotId, nonce }: Ballot & { nonce: string }) => sql`
  insert into rota.elections_opened_ballots (election_id, ballot_id, nonce) values (${electionId}, ${ballotId}, ${nonce})`;

type OpenedRow = {
  nonce: string;
  verdict: "REPEATED" | "DIFFERENT" | null;
  votes: OpenedVotes | null;
  objection: string | null;
};

/** Returns what opened a ballot. No row: it was not challenged. */
export const selectOpened = ({ electionId, ballotId }: Ballot) => sql<OpenedRow>`
  select nonce, verdict, votes, objection from rota.elections_opened_ballots
   where election_id = ${electionId} and ballot_id = ${ballotId}`;

type OpenedVerdict = Ballot & { verdict: string; votes: OpenedVotes | null; objection: string | null };

/** Returns nothing. */
export const setOpened = ({ electionId, ballotId, verdict, votes, objection }: OpenedVerdict) => sql`
  update rota.elections_opened_ballots
     set verdict = ${verdict}, votes = nullif(${json(votes)}::jsonb, 'null'), objection = ${objection}
   where election_id = ${electionId} and ballot_id = ${ballotId}`;

export type BulletinRow = { code: string; state: BallotState; is_kiosk: boolean };

/** Returns codes of verified ballots, sorted by code, so that their order reveals nothing. */
export const selectBulletin = (page: {
  electionId: bigint;
  after: string | undefined;
  limit: number;
}) => sql<BulletinRow>`
  select code, state, is_kiosk from rota.elections_ballots
   where election_id = ${page.electionId} and state in ('SUBMITTED', 'CAST', 'CHALLENGED')
     and (${page.after ?? null}::text is null or code > ${page.after ?? null})
   order by code
   limit ${page.limit}`;

/** Returns one row: the number of unverified ballots. */
export const countUnverified = (electionId: bigint) => sql<{ unverified: bigint }>`
  select count(*) as unverified from rota.elections_ballots where election_id = ${electionId} and state = 'RECEIVED'`;

type ChunksToPlan = { electionId: bigint; seed: Uint8Array; reporting: string; chunkSize: number };

/**
 * Makes the transaction join rows by hash, because statistics about ballots may be older than the ballots, and one by
 * one fifty thousand of them take minutes. The result is of no interest.
 */
export const joinByHash = () => sql`select set_config('enable_nestloop', 'off', true)`;

/**
 * Assigns every cast ballot to a chunk: the ballots of a reporting unit in the order of SHA-256 of seed and id, cut
 * into chunks of nearly one size. Returns one row: the number of ballots.
 */
export const planChunks = ({ electionId, seed, reporting, chunkSize }: ChunksToPlan) => sql<{ ballots: bigint }>`
  with ordered as materialized (
    select ballot_id, unit_id,
           row_number() over (partition by unit_id order by sha256(${seed}::bytea || convert_to(ballot_id, 'UTF8'))) - 1 as place,
           count(*) over (partition by unit_id) as of_unit
      from (select ballot_id, case ${reporting} when 'precinct' then style_id else 'election' end as unit_id
              from rota.elections_ballots where election_id = ${electionId} and state = 'CAST') as cast_ballots
  ), numbered as materialized (
    select ballot_id, unit_id, place * ceil(of_unit::numeric / ${chunkSize})::bigint / of_unit as chunk_in_unit from ordered
  ), placed as materialized (
    select ballot_id, unit_id, dense_rank() over (order by unit_id, chunk_in_unit)::integer as chunk_number from numbered
  ), planned as (
    insert into rota.elections_chunks (election_id, chunk_number, unit_id, ballots)
    select ${electionId}, chunk_number,
           case ${reporting} when 'chunk' then 'chunk-' || chunk_number else min(unit_id) end,
           count(*)
      from placed group by chunk_number
    returning chunk_number
  ), updated as (
    update rota.elections_ballots as ballots set chunk_number = placed.chunk_number
      from placed join planned using (chunk_number)
     where ballots.election_id = ${electionId} and ballots.ballot_id = placed.ballot_id
    returning 1
  )
  select count(*) as ballots from updated`;
