/** SQL statements of the record. */
import { sql } from "@rota/engine";

type SettingsRow = { manifest: Uint8Array; chunk_size: number; reporting: "election" | "precinct" | "chunk" };

/** Returns one row; none: there is no such election. */
export const selectSettings = (electionId: bigint) => sql<SettingsRow>`
  select manifest, chunk_size, reporting from rota.elections where election_id = ${electionId}`;

export type RecordDeviceRow = { device_id: bigint; session_id: bigint; launch_code: bigint; location: string };

/** Returns the devices of ballots in the record. */
export const selectDevices = (electionId: bigint) => sql<RecordDeviceRow>`
  select device_id, session_id, launch_code, location
    from rota.elections_devices devices
   where election_id = ${electionId}
     and exists (select from rota.elections_ballots ballots
                  where ballots.election_id = devices.election_id and ballots.device_hash = devices.device_hash
                    and ballots.state in ('CAST', 'CHALLENGED'))
   order by device_id, session_id, launch_code, location`;

type RecordBallotRow = {
  ballot_id: string;
  style_id: string;
  previous_code: string;
  content: Uint8Array;
  state: "CAST" | "CHALLENGED";
};

/** Returns the next cast and challenged ballots, by id. */
export const selectRecordBallots = (page: { electionId: bigint; after: string; limit: number }) => sql<RecordBallotRow>`
  select ballot_id, style_id, previous_code, content, state
    from rota.elections_ballots
   where election_id = ${page.electionId} and state in ('CAST', 'CHALLENGED') and ballot_id collate "C" > ${page.after}
   order by ballot_id collate "C" limit ${page.limit}`;

export type RecordOpenedRow = {
  ballot_id: string;
  style_id: string;
  nonce: string;
  verdict: string | null;
  votes: unknown;
};

/** Returns challenged ballots with the nonces that opened them, by id. */
export const selectOpenedBallots = (electionId: bigint) => sql<RecordOpenedRow>`
  select ballot_id, ballots.style_id, opened.nonce, opened.verdict, opened.votes
    from rota.elections_opened_ballots opened join rota.elections_ballots ballots using (election_id, ballot_id)
   where election_id = ${electionId}
   order by ballot_id collate "C"`;

/**
 * Returns the tallied units besides the whole, in the order of their file names, in which a dot is written as its code.
 */
export const selectRecordUnits = (electionId: bigint, whole: string) => sql<{ unit_id: string }>`
  select unit_id from rota.elections_tallies
   where election_id = ${electionId} and unit_id <> ${whole}
   order by replace(unit_id, '.', '%002e') collate "C"`;

type PlannedRow = { chunk_number: number; unit_id: string; ballot_ids: string[] };

/** Returns the next chunks of the plan with their ballots, in the order of the permutation. */
export const selectPlannedChunks = (page: { electionId: bigint; after: number; limit: number }) => sql<PlannedRow>`
  select chunks.chunk_number, chunks.unit_id,
         (select array_agg(ballot_id order by sha256(elections.permutation_seed || convert_to(ballot_id, 'UTF8')))
            from rota.elections_ballots ballots
           where ballots.election_id = chunks.election_id and ballots.chunk_number = chunks.chunk_number) as ballot_ids
    from rota.elections_chunks chunks join rota.elections using (election_id)
   where election_id = ${page.electionId} and chunks.chunk_number > ${page.after}
   order by chunks.chunk_number limit ${page.limit}`;

export type RecordFileRow = {
  electionId: bigint;
  path: string;
  digest: Uint8Array;
  byteCount: number;
  content: Uint8Array | null;
};

/** Stores a file unless it exists. Returns nothing. */
export const insertRecordFile = (file: RecordFileRow) => sql`
  insert into rota.elections_record_files (election_id, path, digest, byte_count, content)
  values (${file.electionId}, ${file.path}, ${file.digest}, ${file.byteCount}, ${file.content})
  on conflict do nothing`;

/** Stores the digest of the finished record. Returns the election; no row: it has one. */
export const setRecordDigest = (electionId: bigint, digest: Uint8Array) => sql<{
  election_id: bigint;
  tenant: string;
  title: string;
}>`
  update rota.elections set record_digest = ${digest} where election_id = ${electionId} and record_digest is null
  returning election_id, tenant, title`;

/** Returns a row with the digest of the record, null until it is assembled. */
export const selectRecordDigest = (electionId: bigint) => sql<{ record_digest: Uint8Array | null }>`
  select record_digest from rota.elections where election_id = ${electionId}`;

/** Returns the stored files of the record, without ballots. */
export const selectRecordFiles = (electionId: bigint) => sql<{ path: string; digest: Uint8Array; byte_count: bigint }>`
  select path, digest, byte_count from rota.elections_record_files where election_id = ${electionId} order by path collate "C"`;

/** Returns one row; none: there is no such file, or it is made from rows. */
export const selectRecordFile = (electionId: bigint, path: string) => sql<{ content: Uint8Array }>`
  select content from rota.elections_record_files
   where election_id = ${electionId} and path = ${path} and content is not null`;
