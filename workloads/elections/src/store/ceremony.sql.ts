/** SQL statements of the key ceremony. */
import { json, sql } from "@rota/engine";

export type GuardianRow = {
  election_id: bigint;
  sequence: number;
  guardian_id: string;
  name: string;
  has_token: boolean;
  published: unknown;
  published_at: Date | null;
  backed_up_at: Date | null;
  verified_at: Date | null;
  missing_at: Date | null;
  missing_by: string | null;
  decrypted_at: Date | null;
};

/** Returns the guardians of an election in their order. */
export const selectGuardians = (electionId: bigint) => sql<GuardianRow>`
  select election_id, sequence, guardian_id, name, token_hash is not null as has_token, published, published_at,
         backed_up_at, verified_at, missing_at, missing_by, decrypted_at
    from rota.elections_guardians where election_id = ${electionId} order by sequence`;

/** Returns the guardian's number. No row: no guardian has the token. */
export const selectGuardianByToken = (electionId: bigint, hash: Uint8Array) => sql<{ sequence: number }>`
  select sequence from rota.elections_guardians where election_id = ${electionId} and token_hash = ${hash}`;

/** Returns nothing. */
export const setGuardianTokens = (
  electionId: bigint,
  tokens: { sequences: readonly number[]; hashes: readonly string[] },
) => sql`
  update rota.elections_guardians as guardians set token_hash = decode(given.hash, 'hex')
    from unnest(${tokens.sequences}::smallint[], ${tokens.hashes}::text[]) as given (sequence, hash)
   where guardians.election_id = ${electionId} and guardians.sequence = given.sequence`;

type Guardian = { electionId: bigint; sequence: number };

/** Returns the number of the guardian. No row: it has published keys before. */
export const setPublished = ({ electionId, sequence, published }: Guardian & { published: unknown }) => sql<{
  sequence: number;
}>`
  update rota.elections_guardians set published = ${json(published)}, published_at = clock_timestamp()
   where election_id = ${electionId} and sequence = ${sequence} and published is null
  returning sequence`;

type BackupRow = {
  sender: number;
  receiver: number;
  sealed: unknown;
  state: string;
  reason: string | null;
  point: string | null;
};

/** Returns the backups of an election, by sender and receiver. */
export const selectBackups = (electionId: bigint) => sql<BackupRow>`
  select sender, receiver, sealed, state, reason, point
    from rota.elections_backups where election_id = ${electionId} order by sender, receiver`;

type BackupsToInsert = {
  electionId: bigint;
  sender: number;
  receivers: readonly number[];
  sealed: readonly unknown[];
};

/** Returns nothing. Fails on the constraint `elections_backups_once` when the sender has sent one before. */
export const insertBackups = ({ electionId, sender, receivers, sealed }: BackupsToInsert) => sql`
  insert into rota.elections_backups (election_id, sender, receiver, sealed)
  select ${electionId}, ${sender}, receiver, sealed
    from unnest(${receivers}::smallint[], array(select jsonb_array_elements(${json(sealed)}::jsonb))) as given (receiver, sealed)`;

/** Returns nothing. */
export const setBackedUp = ({ electionId, sequence }: Guardian) => sql`
  update rota.elections_guardians set backed_up_at = clock_timestamp()
   where election_id = ${electionId} and sequence = ${sequence} and backed_up_at is null`;

type BackupVerdictRow = {
  electionId: bigint;
  sender: number;
  receiver: number;
  state: string;
  reason: string | null;
};

/** Returns the sender. No row: there is no such backup, or it was answered before. */
export const setBackupVerdict = ({ electionId, sender, receiver, state, reason }: BackupVerdictRow) => sql<{
  sender: number;
}>`
  update rota.elections_backups set state = ${state}, reason = ${reason}
   where election_id = ${electionId} and sender = ${sender} and receiver = ${receiver} and state = 'SENT'
  returning sender`;

/** Returns the receiver. No row: the backup is not challenged. */
export const dismissChallenge = (backup: {
  electionId: bigint;
  sender: number;
  receiver: number;
  point: string;
}) => sql<{
  receiver: number;
}>`
  update rota.elections_backups set state = 'DISMISSED', point = ${backup.point}
   where election_id = ${backup.electionId} and sender = ${backup.sender} and receiver = ${backup.receiver}
     and state = 'CHALLENGED'
  returning receiver`;

/** Marks guardians for whom every backup of the others was sent and is right. Returns their numbers. */
export const setVerified = (electionId: bigint) => sql<{ sequence: number }>`
  update rota.elections_guardians as receivers set verified_at = clock_timestamp()
   where election_id = ${electionId} and verified_at is null and published is not null
     and not exists (
       select from rota.elections_guardians as senders
         left join rota.elections_backups as backups
           on backups.election_id = senders.election_id and backups.sender = senders.sequence and backups.receiver = receivers.sequence
        where senders.election_id = receivers.election_id and senders.sequence <> receivers.sequence
          and coalesce(backups.state, 'SENT') not in ('ACCEPTED', 'DISMISSED'))
  returning sequence`;

/** Deletes all backups. Returns nothing. */
export const deleteBackups = (electionId: bigint) => sql`
  delete from rota.elections_backups where election_id = ${electionId}`;

/** Returns nothing. */
export const clearGuardians = (electionId: bigint) => sql`
  update rota.elections_guardians
     set published = null, published_at = null, backed_up_at = null, verified_at = null
   where election_id = ${electionId}`;

/** Replaces a guardian, who needs a new token. Returns nothing. */
export const replaceGuardian = ({ electionId, sequence, name }: Guardian & { name: string }) => sql`
  update rota.elections_guardians set name = ${name}, token_hash = null
   where election_id = ${electionId} and sequence = ${sequence}`;
