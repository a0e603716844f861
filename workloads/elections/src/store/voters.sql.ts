/** SQL statements about voters; none reads or writes a ballot. */
import { sql } from "@rota/engine";

export type VoterRow = {
  voter_id: string;
  style_id: string;
  has_voted: boolean;
  submissions: number;
  has_token: boolean;
  link_issues: number;
  /** Public key of the link; null: an official handed the token out. */
  credential: Uint8Array | null;
};

type VotersToAdd = { electionId: bigint; voterIds: readonly string[]; styleIds: readonly string[] };

/** Returns the ids that were added. Voters who are on the roll already are not changed. */
export const insertVoters = ({ electionId, voterIds, styleIds }: VotersToAdd) => sql<{ voter_id: string }>`
  insert into rota.elections_voters (election_id, voter_id, style_id)
  select ${electionId}, voter_id, style_id from unnest(${voterIds}::text[], ${styleIds}::text[]) as given (voter_id, style_id)
  on conflict (election_id, voter_id) do nothing
  returning voter_id`;

/** Returns the ids that were removed. Voters who have voted stay on the roll. */
export const deleteVoters = (electionId: bigint, voterIds: readonly string[]) => sql<{ voter_id: string }>`
  delete from rota.elections_voters
   where election_id = ${electionId} and voter_id = any (${voterIds}::text[]) and not has_voted
  returning voter_id`;

type VotersPage = { electionId: bigint; after: string | undefined; limit: number };

/** Returns voters by their ids. */
export const selectVoters = ({ electionId, after, limit }: VotersPage) => sql<VoterRow>`
  select voter_id, style_id, has_voted, submissions, token_hash is not null as has_token, link_issues, credential
    from rota.elections_voters
   where election_id = ${electionId} and (${after ?? null}::text is null or voter_id > ${after ?? null})
   order by voter_id
   limit ${limit}`;

/** Returns the ids of voters who have no token yet. */
export const selectVotersWithoutToken = (electionId: bigint, limit: number) => sql<{ voter_id: string }>`
  select voter_id from rota.elections_voters
   where election_id = ${electionId} and token_hash is null
   order by voter_id
   limit ${limit}`;

type TokensToSet = { electionId: bigint; voterIds: readonly string[]; hashes: readonly string[] };

/** Returns the ids whose token was set. Voters who have voted keep the old one. */
export const setVoterTokens = ({ electionId, voterIds, hashes }: TokensToSet) => sql<{ voter_id: string }>`
  update rota.elections_voters as voters set token_hash = decode(given.hash, 'hex'), link_issues = link_issues + 1
    from unnest(${voterIds}::text[], ${hashes}::text[]) as given (voter_id, hash)
   where voters.election_id = ${electionId} and voters.voter_id = given.voter_id and not voters.has_voted
  returning voters.voter_id`;

/** Returns the voter with a token. No row: no voter has it. */
export const selectVoterByToken = (electionId: bigint, hash: Uint8Array) => sql<VoterRow>`
  select voter_id, style_id, has_voted, submissions, true as has_token, link_issues, credential
    from rota.elections_voters where election_id = ${electionId} and token_hash = ${hash}`;

/** Returns the same voter, locked until the transaction ends. */
export const lockVoterByToken = (electionId: bigint, hash: Uint8Array) => sql<VoterRow>`
  select voter_id, style_id, has_voted, submissions, true as has_token, link_issues, credential
    from rota.elections_voters where election_id = ${electionId} and token_hash = ${hash} for update`;

/** Returns those of the voters who are on the roll and have not voted. */
export const selectVotersNamed = (electionId: bigint, voterIds: readonly string[]) => sql<{ voter_id: string }>`
  select voter_id from rota.elections_voters
   where election_id = ${electionId} and voter_id = any (${voterIds}::text[]) and not has_voted`;

type VoterLink = { electionId: bigint; voterId: string; hash: Uint8Array; credential: Uint8Array };

/** Sets the link of a voter. Returns a row with the key of the one that it replaces; no row: the voter has voted. */
export const setVoterLink = ({ electionId, voterId, hash, credential }: VoterLink) => sql<{
  replaced: Uint8Array | null;
}>`
  with before as (
    select credential from rota.elections_voters
     where election_id = ${electionId} and voter_id = ${voterId} and not has_voted for update)
  update rota.elections_voters as voters
     set token_hash = ${hash}, credential = ${credential}, link_issues = link_issues + 1
    from before
   where election_id = ${electionId} and voter_id = ${voterId}
  returning before.credential as replaced`;

export type CredentialRow = { credential: Uint8Array; link_issues: number; vote_signature: Uint8Array | null };

/** Returns the next keys of links, by key, which says nothing about the voters. */
export const selectCredentials = (page: { electionId: bigint; after: Uint8Array; limit: number }) => sql<CredentialRow>`
  select credential, link_issues, vote_signature from rota.elections_voters
   where election_id = ${page.electionId} and credential > ${page.after}
   order by credential limit ${page.limit}`;

/** Returns nothing. */
export const setVoted = (electionId: bigint, voterId: string, signature: Uint8Array | null) => sql`
  update rota.elections_voters set has_voted = true, vote_signature = ${signature} where election_id = ${electionId} and voter_id = ${voterId}`;

/** Counts a submission. Returns the number of submissions; no row: the voter has reached the maximum. */
export const countSubmission = (electionId: bigint, voterId: string, max: number) => sql<{ submissions: number }>`
  update rota.elections_voters set submissions = submissions + 1
   where election_id = ${electionId} and voter_id = ${voterId} and submissions < ${max}
  returning submissions`;

/**
 * Resets the submission counts. This writes every row again in one transaction, because before that, a row and the
 * ballot that was cast with it carry the number of the same transaction.
 */
export const forgetSubmissions = (electionId: bigint) => sql`
  update rota.elections_voters set submissions = 0 where election_id = ${electionId}`;
