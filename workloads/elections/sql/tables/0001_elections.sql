-- Elections from the key ceremony to the record. Nothing here links a voter to a ballot: voters carry no time and no
-- ballot, ballots no voter, no time finer than a day and no order of arrival.

create table rota.elections (
  election_id        bigint      generated always as identity constraint elections_have_an_id primary key,
  tenant             text        not null,
  state              text        not null default 'CEREMONY'
                                 constraint elections_state_is_known check (state in ('CEREMONY', 'READY', 'OPEN', 'CLOSED', 'TALLYING', 'TALLIED', 'DECRYPTING', 'COMBINING', 'DECRYPTED')),
  title              text        not null,
  description        text        not null default '',
  group_name         text        not null constraint elections_group_is_known check (group_name in ('eg-v1-4096', 'eg-v2-4096', 'eg-v2-3072', 'toy-256', 'toy-64', 'toy-16')),
  guardian_count     smallint    not null constraint elections_have_few_guardians check (guardian_count between 1 and 20),
  quorum             smallint    not null constraint elections_quorum_is_positive check (quorum >= 1),
  reporting          text        not null default 'election' constraint elections_reporting_is_known check (reporting in ('election', 'precinct', 'chunk')),
  chunk_size         integer     not null default 200 constraint elections_chunk_size_is_bounded check (chunk_size between 1 and 10000),
  is_kiosk           boolean     not null default false, -- the server may encrypt: it then knows those votes
  manifest           bytea       not null, -- the JSON of ElectionGuard 1.4: these bytes become manifest.json of the record
  manifest_hash      text        not null, -- numbers of the group are upper-case hexadecimal digits, as in the record
  public_key         text,       -- the joint key, with all below since the ceremony ended
  commitment_hash    text,
  base_hash          text,
  extended_hash      text,
  present_guardians  smallint[], -- the frozen set that decrypts, before anything is combined
  permutation_seed   bytea       constraint elections_seed_is_long check (length(permutation_seed) = 32), -- drawn at closing
  created_by         text        not null,
  created_at         timestamptz not null default clock_timestamp(),
  opened_at          timestamptz,
  closed_at          timestamptz,
  decryption_deadline timestamptz, -- a guardian that has not given all shares by then counts as missing
  record_digest      bytea       constraint elections_record_digest_is_sha256 check (length(record_digest) = 32),
  constraint elections_quorum_is_reachable check (quorum <= guardian_count),
  constraint elections_keys_are_whole check (num_nulls(public_key, commitment_hash, base_hash, extended_hash) in (0, 4)),
  constraint elections_open_with_keys check (state in ('CEREMONY', 'READY') or public_key is not null),
  constraint elections_close_with_a_seed check ((state in ('CEREMONY', 'READY', 'OPEN')) = (permutation_seed is null)),
  constraint elections_decrypt_with_a_quorum check (cardinality(present_guardians) between quorum and guardian_count),
  constraint elections_combine_with_a_frozen_set check (state not in ('COMBINING', 'DECRYPTED') or present_guardians is not null)
);

create index elections_of_tenant on rota.elections (tenant, election_id);

create trigger elections_keep before update on rota.elections for each row execute function rota.elections_keep();

-- A guardian's public side, and how far it is in the ceremony and in decrypting. Its keys never come here.
create table rota.elections_guardians (
  election_id    bigint      not null constraint elections_guardians_have_an_election references rota.elections on delete cascade,
  sequence       smallint    not null constraint elections_guardians_are_numbered check (sequence between 1 and 20),
  guardian_id    text        not null, -- as in hashes and in the record
  name           text        not null,
  token_hash     bytea       constraint elections_guardians_token_is_hashed check (length(token_hash) = 32),
  published      jsonb,      -- round 1: { commitments: [hex], proofs: [{ commitment, challenge, response }] }, checked
  published_at   timestamptz,
  backed_up_at   timestamptz, -- round 2: a backup for each of the others is here
  verified_at    timestamptz, -- round 3: all backups of the others were found to be right
  missing_at     timestamptz, -- declared missing for decryption
  missing_by     text,
  decrypted_at   timestamptz, -- all its shares are here, and its credential is deleted
  decrypting_since timestamptz,
  decrypting_by  text,       -- who started it
  is_at_home     boolean,    -- it sends shares and keeps its key; else workers decrypt with what it sealed
  constraint elections_guardians_by_number primary key (election_id, sequence),
  constraint elections_guardians_by_id unique (election_id, guardian_id),
  constraint elections_guardians_by_token unique (token_hash),
  constraint elections_guardians_publish_at_a_time check ((published is null) = (published_at is null)),
  constraint elections_guardians_back_up_after_keys check (backed_up_at is null or published is not null),
  constraint elections_guardians_verify_after_keys check (verified_at is null or published is not null),
  constraint elections_guardians_missing_by_somebody check ((missing_at is null) = (missing_by is null)),
  constraint elections_guardians_missing_gave_nothing check (missing_at is null or decrypted_at is null),
  constraint elections_guardians_decrypt_in_one_way check (num_nulls(decrypting_since, decrypting_by, is_at_home) in (0, 3))
);

-- Sealed by the sender to the receiver's key.
create table rota.elections_backups (
  election_id    bigint      not null,
  sender         smallint    not null,
  receiver       smallint    not null,
  sealed         jsonb       not null, -- { pad, data, mac }
  state          text        not null default 'SENT' constraint elections_backups_state_is_known check (state in ('SENT', 'ACCEPTED', 'CHALLENGED', 'DISMISSED')),
  reason         text,       -- of the receiver that challenged it
  point          text,       -- what the sender published of a challenged one, checked against its commitments
  constraint elections_backups_once primary key (election_id, sender, receiver),
  constraint elections_backups_have_a_sender foreign key (election_id, sender) references rota.elections_guardians on delete cascade,
  constraint elections_backups_have_a_receiver foreign key (election_id, receiver) references rota.elections_guardians on delete cascade,
  constraint elections_backups_are_for_others check (sender <> receiver),
  constraint elections_backups_challenged_for_a_reason check (state <> 'CHALLENGED' or reason is not null),
  constraint elections_backups_dismissed_with_the_point check (state <> 'DISMISSED' or point is not null)
);

-- Who may vote, and who has voted: neither when nor what.
create table rota.elections_voters (
  election_id    bigint      not null constraint elections_voters_have_an_election references rota.elections on delete cascade,
  voter_id       text        not null, -- as on the roll: a number, an address
  style_id       text        not null,
  token_hash     bytea       constraint elections_voters_token_is_hashed check (length(token_hash) = 32),
  submissions    smallint    not null default 0 constraint elections_voters_submit_little check (submissions between 0 and 100),
  has_voted      boolean     not null default false,
  constraint elections_voters_by_id primary key (election_id, voter_id),
  constraint elections_voters_by_token unique (token_hash)
);

-- The machines that encrypted, a browser is one: the hash is the first link of a chain of codes.
create table rota.elections_devices (
  election_id    bigint      not null constraint elections_devices_have_an_election references rota.elections on delete cascade,
  device_hash    text        not null,
  device_id      bigint      not null,
  session_id     bigint      not null,
  launch_code    bigint      not null,
  location       text        not null,
  constraint elections_devices_by_hash primary key (election_id, device_hash)
);

-- Challenged ballots are opened and never counted. Unverified ones are RECEIVED.
create table rota.elections_ballots (
  election_id    bigint      not null constraint elections_ballots_have_an_election references rota.elections on delete cascade,
  ballot_id      text        not null, -- random, chosen where it was encrypted
  state          text        not null default 'RECEIVED'
                             constraint elections_ballots_state_is_known check (state in ('RECEIVED', 'SUBMITTED', 'CAST', 'CHALLENGED', 'REJECTED')),
  style_id       text        not null,
  code           text        not null, -- the confirmation code
  previous_code  text        not null, -- of the ballot before on its device, or the hash of the device
  device_hash    text        not null,
  content        bytea,      -- ciphertexts and proofs, packed; everything else follows from the manifest
  key_hash       bytea       not null constraint elections_ballots_key_is_hashed check (length(key_hash) = 32), -- of what casts or challenges it
  is_kiosk       boolean     not null default false, -- encrypted by the server
  objection      text,       -- why it was rejected
  received_on    date        not null default current_date,
  chunk_number   integer,    -- in which it is tallied
  constraint elections_ballots_by_id primary key (election_id, ballot_id),
  constraint elections_ballots_on_a_device foreign key (election_id, device_hash) references rota.elections_devices,
  constraint elections_ballots_rejected_for_a_reason check ((state = 'REJECTED') = (objection is not null)),
  constraint elections_ballots_kept_unless_rejected check (state = 'REJECTED' or content is not null),
  constraint elections_ballots_tallied_are_cast check (chunk_number is null or state = 'CAST')
);

alter table rota.elections_ballots alter column content set storage external; -- random bytes do not compress

create unique index elections_ballots_by_code on rota.elections_ballots (election_id, code) where state <> 'REJECTED';
create unique index elections_ballots_chain_without_forks on rota.elections_ballots (election_id, previous_code) where state <> 'REJECTED';
create index elections_ballots_unverified on rota.elections_ballots (election_id) where state = 'RECEIVED';
create index elections_ballots_of_chunk on rota.elections_ballots (election_id, chunk_number) where chunk_number is not null;
create index elections_ballots_in_state on rota.elections_ballots (election_id, state, ballot_id);

create trigger elections_keep_ballot before update on rota.elections_ballots
  for each row when (old.state is distinct from new.state) execute function rota.elections_keep_ballot();

create trigger elections_keep_vote before update on rota.elections_voters
  for each row when (old.has_voted and not new.has_voted) execute function rota.elections_keep_vote();

-- Two counters that are equal whenever a transaction commits: a ballot is cast only together with a voter who votes.
create table rota.elections_turnout (
  election_id    bigint      constraint elections_turnout_of_election primary key references rota.elections on delete cascade,
  voted          bigint      not null default 0,
  ballots        bigint      not null default 0
);

create trigger elections_count_voter after update on rota.elections_voters
  for each row when (new.has_voted and not old.has_voted) execute function rota.elections_count_one('voted');
create trigger elections_count_ballot after update on rota.elections_ballots
  for each row when (new.state = 'CAST' and old.state <> 'CAST') execute function rota.elections_count_one('ballots');
create trigger elections_count_voters after insert on rota.elections_voters
  referencing new table as added for each statement execute function rota.elections_count_voters();
create trigger elections_count_ballots after insert on rota.elections_ballots
  referencing new table as added for each statement execute function rota.elections_count_ballots();

create constraint trigger elections_check_turnout after insert or update on rota.elections_turnout
  deferrable initially deferred for each row execute function rota.elections_check_turnout();

-- Digests of the ciphertexts of all ballots that were not rejected: a copied one is refused.
create table rota.elections_seen_ciphertexts (
  election_id    bigint      not null constraint elections_seen_ciphertexts_have_an_election references rota.elections on delete cascade,
  digest         bytea       not null,
  constraint elections_ciphertexts_once primary key (election_id, digest)
);

-- What opened a challenged ballot, for everybody to repeat.
create table rota.elections_opened_ballots (
  election_id    bigint      not null,
  ballot_id      text        not null,
  nonce          text        not null, -- all nonces of the ballot follow from it
  verdict        text        constraint elections_opened_ballots_verdict_is_known check (verdict in ('REPEATED', 'DIFFERENT')),
  votes          jsonb,      -- { contestId: { selectionId: vote } }, where it could be repeated
  objection      text,
  constraint elections_opened_once primary key (election_id, ballot_id),
  constraint elections_opened_ballots_exist foreign key (election_id, ballot_id) references rota.elections_ballots on delete cascade
);

-- The plan, made at closing: chunks hold ballots of one reporting unit.
create table rota.elections_chunks (
  election_id    bigint      not null constraint elections_chunks_have_an_election references rota.elections on delete cascade,
  chunk_number   integer     not null constraint elections_chunks_are_numbered check (chunk_number >= 1),
  unit_id        text        not null, -- 'election', a precinct, or 'chunk-<number>'
  ballots        integer     not null constraint elections_chunks_hold_something check (ballots >= 1),
  constraint elections_chunks_by_number primary key (election_id, chunk_number),
  constraint elections_chunks_in_a_unit unique (election_id, unit_id, chunk_number)
);

alter table rota.elections_ballots add constraint elections_ballots_in_a_planned_chunk
  foreign key (election_id, chunk_number) references rota.elections_chunks;

create table rota.elections_chunk_tallies (
  election_id    bigint      not null,
  unit_id        text        not null,
  chunk_number   integer     not null,
  ballots        integer     not null,
  ballots_hash   bytea       not null constraint elections_chunk_tallies_name_their_ballots check (length(ballots_hash) = 32), -- of the ids, in order
  sums           bytea       not null, -- pads and data of all selections of the manifest, packed in their order
  constraint elections_chunks_are_tallied_once primary key (election_id, unit_id, chunk_number),
  constraint elections_chunk_tallies_are_planned foreign key (election_id, unit_id, chunk_number)
    references rota.elections_chunks (election_id, unit_id, chunk_number) on delete cascade
);

create table rota.elections_tallies (
  election_id    bigint      not null constraint elections_tallies_have_an_election references rota.elections on delete cascade,
  unit_id        text        not null,
  ballots        integer     not null,
  sums           bytea       not null,
  constraint elections_units_are_tallied_once primary key (election_id, unit_id)
);

-- A share is a guardian's own, or given for one that is missing; of a slice of a unit's tally, or of a challenged ballot.
create table rota.elections_shares (
  election_id      bigint    not null,
  guardian         smallint  not null,
  missing_guardian smallint, -- null: its own
  subject          text      not null constraint elections_shares_subject_is_known check (subject in ('unit', 'ballot')),
  subject_id       text      not null, -- of the reporting unit or of the challenged ballot
  slice            integer   not null constraint elections_shares_slices_are_numbered check (slice >= 1),
  shares           jsonb     not null, -- [{ selectionId, share, proof }], checked when they arrived
  constraint elections_shares_by_a_guardian foreign key (election_id, guardian) references rota.elections_guardians on delete cascade,
  constraint elections_shares_for_a_guardian foreign key (election_id, missing_guardian) references rota.elections_guardians on delete cascade,
  constraint elections_shares_for_another check (guardian <> missing_guardian)
);

create unique index elections_shares_once on rota.elections_shares
  (election_id, guardian, coalesce(missing_guardian, 0::smallint), subject, subject_id, slice);

-- Slices after combining, as the record shows them.
create table rota.elections_decryptions (
  election_id    bigint      not null constraint elections_decryptions_have_an_election references rota.elections on delete cascade,
  subject        text        not null constraint elections_decryptions_subject_is_known check (subject in ('unit', 'ballot')),
  subject_id     text        not null,
  slice          integer     not null constraint elections_decryptions_slices_are_numbered check (slice >= 1),
  content        jsonb       not null,
  constraint elections_decryptions_once primary key (election_id, subject, subject_id, slice)
);

create index elections_decryptions_of_election on rota.elections_decryptions (election_id);

create table rota.elections_results (
  election_id    bigint      not null constraint elections_results_have_an_election references rota.elections on delete cascade,
  unit_id        text        not null,
  contest_id     text        not null,
  selection_id   text        not null,
  votes          bigint      not null constraint elections_results_are_not_negative check (votes >= 0),
  constraint elections_results_once primary key (election_id, unit_id, contest_id, selection_id)
);

create table rota.elections_reconciliations (
  election_id    bigint      constraint elections_reconciled_once primary key references rota.elections on delete cascade,
  eligible       bigint      not null,
  voted          bigint      not null,
  cast_ballots   bigint      not null,
  tallied        bigint      not null,
  challenged     bigint      not null,
  unresolved     bigint      not null, -- submitted, and neither cast nor challenged when the election closed
  rejected       bigint      not null,
  constraint elections_reconciled_ballots_are_tallied check (cast_ballots = tallied and voted = cast_ballots),
  constraint elections_reconciled_voters_are_eligible check (voted <= eligible)
);

create table rota.elections_record_files (
  election_id    bigint      not null constraint elections_record_files_have_an_election references rota.elections on delete cascade,
  path           text        not null,
  digest         bytea       not null constraint elections_record_files_digest_is_sha256 check (length(digest) = 32),
  byte_count     bigint      not null,
  content        bytea,      -- null: made again from the rows on request
  constraint elections_record_files_by_path primary key (election_id, path)
);

create view rota.tally_worker_log as
  select election_id, task_instance_id, chunk_id, chunk_number, start_time, end_time, status, attempt, error_message
    from rota.elections_worker_log(array['elections.tally-creation']);

create view rota.decryption_worker_log as
  select election_id, task_instance_id, chunk_id, chunk_number, start_time, end_time, status, attempt, error_message,
         coalesce(substring(task_instance_id from '_tg(\d+)'), substring(task_instance_id from '_g(\d+)'))::integer as guardian_id,
         coalesce(substring(task_instance_id from '_sg(\d+)'), substring(task_instance_id from '_g(\d+)'))::integer as decrypting_guardian_id,
         case type when 'elections.partial-decryption' then 'PARTIAL' else 'COMPENSATED' end as decryption_type
    from rota.elections_worker_log(array['elections.partial-decryption', 'elections.compensated-decryption']);

create view rota.combine_worker_log as
  select election_id, task_instance_id, chunk_id, chunk_number, start_time, end_time, status, attempt, error_message
    from rota.elections_worker_log(array['elections.combine-decryption']);

-- How an election stood when it was closed: nothing of it changes any more, so voters and ballots are counted once.

create table rota.elections_standings (
  election_id    bigint      constraint elections_standings_of_election primary key references rota.elections on delete cascade,
  voters         bigint      not null,
  voted          bigint      not null,
  received       bigint      not null,
  submitted      bigint      not null,
  cast_ballots   bigint      not null,
  challenged     bigint      not null,
  rejected       bigint      not null
);
