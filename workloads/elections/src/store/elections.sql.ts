/** SQL statements about elections as a whole. */
import { sql, type Sql } from "@rota/engine";
import type { Reporting, VoterLinks } from "../core/manifest/new-election.ts";
import type { ElectionLock, ElectionState } from "./election.ts";

export type ElectionRow = {
  election_id: bigint;
  tenant: string;
  state: ElectionState;
  title: string;
  description: string;
  group_name: string;
  guardian_count: number;
  quorum: number;
  reporting: Reporting;
  chunk_size: number;
  is_kiosk: boolean;
  voter_links: VoterLinks;
  manifest: Uint8Array;
  manifest_hash: string;
  public_key: string | null;
  commitment_hash: string | null;
  base_hash: string | null;
  extended_hash: string | null;
  permutation_seed: Uint8Array | null;
  created_by: string;
  created_at: Date;
  opened_at: Date | null;
  closed_at: Date | null;
  starts_at: Date | null;
  ends_at: Date | null;
  extensions: readonly ExtensionRow[];
  voting: "BEFORE" | "DURING" | "AFTER";
};

type ExtensionRow = { at: string; by: string; reason: string; from: string; to: string };

/** Returns the election, locked until the transaction ends if requested. No row: there is none. */
export function selectElection(electionId: bigint, lock: ElectionLock): Sql<ElectionRow> {
  switch (lock) {
    case "none":
      return sql<ElectionRow>`
        select *, rota.elections_voting(starts_at, ends_at, clock_timestamp()) as voting
          from rota.elections where election_id = ${electionId}`;
    case "shared":
      return sql<ElectionRow>`
        select *, rota.elections_voting(starts_at, ends_at, clock_timestamp()) as voting
          from rota.elections where election_id = ${electionId} for share`;
    case "alone":
      return sql<ElectionRow>`
        select *, rota.elections_voting(starts_at, ends_at, clock_timestamp()) as voting
          from rota.elections where election_id = ${electionId} for update`;
  }
}

type ElectionsPage = { tenant: string | undefined; before: bigint | undefined; limit: number };

/** Returns elections of a tenant or of all, the newest first. */
export const selectElections = ({ tenant, before, limit }: ElectionsPage) => sql<ElectionRow>`
  select *, rota.elections_voting(starts_at, ends_at, clock_timestamp()) as voting from rota.elections
   where (${tenant ?? null}::text is null or tenant = ${tenant ?? null})
     and (${before ?? null}::bigint is null or election_id < ${before ?? null})
   order by election_id desc
   limit ${limit}`;

type NewElectionRow = {
  tenant: string;
  title: string;
  description: string;
  groupName: string;
  guardianCount: number;
  quorum: number;
  reporting: Reporting;
  chunkSize: number;
  isKiosk: boolean;
  voterLinks: VoterLinks;
  manifest: Uint8Array;
  manifestHash: string;
  startsAt: string;
  endsAt: string;
  createdBy: string;
};

/** Returns the new election. */
export const insertElection = (election: NewElectionRow) => sql<ElectionRow>`
  insert into rota.elections (tenant, title, description, group_name, guardian_count, quorum, reporting, chunk_size, is_kiosk,
                              manifest, manifest_hash, starts_at, ends_at, voter_links, created_by)
  values (${election.tenant}, ${election.title}, ${election.description}, ${election.groupName}, ${election.guardianCount},
          ${election.quorum}, ${election.reporting}, ${election.chunkSize}, ${election.isKiosk}, ${election.manifest},
          ${election.manifestHash}, ${election.startsAt}::timestamptz, ${election.endsAt}::timestamptz, ${election.voterLinks},
          ${election.createdBy})
  returning *, rota.elections_voting(starts_at, ends_at, clock_timestamp()) as voting`;

/** Returns nothing. */
export const insertGuardians = (
  electionId: bigint,
  guardians: { ids: readonly string[]; names: readonly string[] },
) => sql`
  insert into rota.elections_guardians (election_id, sequence, guardian_id, name)
  select ${electionId}, place, guardian_id, name
    from unnest(${guardians.ids}::text[], ${guardians.names}::text[]) with ordinality as given (guardian_id, name, place)`;

/** Returns the election; no row: it was not in its ceremony. */
export const setReady = (electionId: bigint) => sql<ElectionRow>`
  update rota.elections set state = 'READY' where election_id = ${electionId} and state = 'CEREMONY'
  returning *, rota.elections_voting(starts_at, ends_at, clock_timestamp()) as voting`;

type OpenedKeys = { publicKey: string; commitmentHash: string; baseHash: string; extendedHash: string };

/** Returns the election as it is now. */
export const setOpen = (electionId: bigint, keys: OpenedKeys) => sql<ElectionRow>`
  update rota.elections
     set state           = 'OPEN',
         opened_at       = clock_timestamp(),
         public_key      = ${keys.publicKey},
         commitment_hash = ${keys.commitmentHash},
         base_hash       = ${keys.baseHash},
         extended_hash   = ${keys.extendedHash}
   where election_id = ${electionId}
  returning *, rota.elections_voting(starts_at, ends_at, clock_timestamp()) as voting`;

/** Returns the election as it is now. */
export const setClosed = (electionId: bigint, seed: Uint8Array) => sql<ElectionRow>`
  update rota.elections set state = 'CLOSED', closed_at = clock_timestamp(), permutation_seed = ${seed}
   where election_id = ${electionId}
  returning *, rota.elections_voting(starts_at, ends_at, clock_timestamp()) as voting`;

type Extension = { electionId: bigint; endsAt: Date; by: string; reason: string };

/** Moves the end of voting, and notes who did so and why. Returns the election as it is now. */
export const setExtended = ({ electionId, endsAt, by, reason }: Extension) => sql<ElectionRow>`
  update rota.elections
     set ends_at    = ${endsAt},
         extensions = extensions || jsonb_build_object('at', clock_timestamp(), 'by', ${by}::text, 'reason', ${reason}::text,
                                                       'from', ends_at, 'to', ${endsAt}::timestamptz)
   where election_id = ${electionId}
  returning *, rota.elections_voting(starts_at, ends_at, clock_timestamp()) as voting`;

/** Returns one row: the milliseconds until voting begins and ends, on the clock of the database. */
export const selectHoursWait = (electionId: bigint) => sql<{ until_start_ms: number; until_end_ms: number }>`
  select extract(epoch from starts_at - now)::float8 * 1000 as until_start_ms, extract(epoch from ends_at - now)::float8 * 1000 as until_end_ms
    from rota.elections, clock_timestamp() as now
   where election_id = ${electionId} and starts_at is not null`;

export type StandingRow = {
  voters: bigint;
  voted: bigint;
  received: bigint;
  submitted: bigint;
  cast_ballots: bigint;
  challenged: bigint;
  rejected: bigint;
};

/** Returns one row: the number of voters and ballots of an election, by state. */
export const countStanding = (electionId: bigint) => sql<StandingRow>`
  select (select count(*) from rota.elections_voters where election_id = ${electionId}) as voters,
         coalesce((select voted from rota.elections_turnout where election_id = ${electionId}), 0) as voted,
         count(*) filter (where state = 'RECEIVED')   as received,
         count(*) filter (where state = 'SUBMITTED')  as submitted,
         count(*) filter (where state = 'CAST')       as cast_ballots,
         count(*) filter (where state = 'CHALLENGED') as challenged,
         count(*) filter (where state = 'REJECTED')   as rejected
    from rota.elections_ballots where election_id = ${electionId}`;

/** Stores the standing of a closed election, which is final. Returns nothing. */
export const keepStanding = (electionId: bigint, standing: StandingRow): Sql => sql`
  insert into rota.elections_standings (election_id, voters, voted, received, submitted, cast_ballots, challenged, rejected)
  values (${electionId}, ${standing.voters}, ${standing.voted}, ${standing.received}, ${standing.submitted},
          ${standing.cast_ballots}, ${standing.challenged}, ${standing.rejected})`;

/** Returns one row, or none: the election is not closed, or was closed before standings were kept. */
export const selectKeptStanding = (electionId: bigint) => sql<StandingRow>`
  select voters, voted, received, submitted, cast_ballots, challenged, rejected
    from rota.elections_standings where election_id = ${electionId}`;

/**
 * Returns a row for each election whose phase ended without finishing: the newest task of a kind, or of a guardian who
 * is not missing where there are several, failed or was stopped. Only the newest 1,000 tasks of an election are read.
 */
export const selectStateErrors = (electionIds: readonly bigint[]) => sql<{ election_id: bigint; reason: string }>`
  select election_id, ended.reason
    from rota.elections
    join lateral (
      select case state when 'CANCELLED' then 'it was stopped' else coalesce(
               (select last_error ->> 'message' from rota.chunks
                 where chunks.task_id = newest.task_id and chunks.state in ('FAILED', 'DEAD_LETTER')
                 order by number limit 1), 'it failed') end as reason
        from (select distinct on (kind) task_id, recent.state, recent.type
                from (select tasks.*, case when type like 'elections.tally-%' then 'tally' else regexp_replace(task_key, '_[0-9]+$', '') end as kind
                        from rota.tasks
                       where tasks.tenant = elections.tenant and tasks.group_name = 'election-' || election_id
                       order by task_id desc limit 1000) recent
               where type = any (case elections.state
                       when 'TALLYING'   then array['elections.tally-creation', 'elections.tally-merge']
                       when 'DECRYPTING' then array['elections.partial-decryption', 'elections.compensated-decryption']
                       when 'COMBINING'  then array['elections.combine-decryption']
                       when 'DECRYPTED'  then array['elections.record-assembly']
                       else array[]::text[] end)
                 and not exists (select from rota.elections_guardians guardians
                                  where guardians.election_id = elections.election_id and missing_at is not null
                                    and sequence = substring(task_key from '_s?g([0-9]+)_')::smallint)
               order by kind, task_id desc) newest
       where state = 'FAILED' or state = 'CANCELLED' and type in ('elections.tally-creation', 'elections.combine-decryption')
       order by task_id desc limit 1) ended on true
   where election_id = any (${electionIds})`;
