-- Links that only voters know: each has a key, and a vote is signed with it. The server keeps what it needs to recognise
-- the link and the signature, never the secret in the link.
alter table rota.elections
  add column voter_links text not null default 'handed-out'
    constraint elections_voter_links_are_known check (voter_links in ('sent', 'handed-out'));

alter table rota.elections_voters
  add column credential     bytea    constraint elections_voters_credential_is_a_key check (length(credential) = 32),
  add column vote_signature bytea    constraint elections_voters_signature_is_one check (length(vote_signature) = 64),
  add column link_issues    smallint not null default 0,
  add constraint elections_voters_sign_their_vote check (not has_voted or credential is null or vote_signature is not null);

create unique index elections_voters_by_credential on rota.elections_voters (election_id, credential);
