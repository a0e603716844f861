-- The schema that all files in tables/ and functions/ create. Generated: change those, then run
-- npm run schema

create table rota.elections (
  election_id bigint not null generated always as identity,
  tenant text not null,
  state text not null default 'CEREMONY'::text,
  title text not null,
  description text not null default ''::text,
  group_name text not null,
  guardian_count smallint not null,
  quorum smallint not null,
  reporting text not null default 'election'::text,
  chunk_size integer not null default 200,
  is_kiosk boolean not null default false,
  manifest bytea not null,
  manifest_hash text not null,
  public_key text,
  commitment_hash text,
  base_hash text,
  extended_hash text,
  present_guardians smallint[],
  permutation_seed bytea,
  created_by text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  opened_at timestamp with time zone,
  closed_at timestamp with time zone,
  decryption_deadline timestamp with time zone,
  record_digest bytea,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  extensions jsonb not null default '[]'::jsonb,
  voter_links text not null default 'handed-out'::text,
  constraint elections_chunk_size_is_bounded CHECK (((chunk_size >= 1) AND (chunk_size <= 10000))),
  constraint elections_close_with_a_seed CHECK (((state = ANY (ARRAY['CEREMONY'::text, 'READY'::text, 'OPEN'::text])) = (permutation_seed IS NULL))),
  constraint elections_combine_with_a_frozen_set CHECK (((state <> ALL (ARRAY['COMBINING'::text, 'DECRYPTED'::text])) OR (present_guardians IS NOT NULL))),
  constraint elections_decrypt_with_a_quorum CHECK (((cardinality(present_guardians) >= quorum) AND (cardinality(present_guardians) <= guardian_count))),
  constraint elections_group_is_known CHECK ((group_name = ANY (ARRAY['eg-v1-4096'::text, 'eg-v2-4096'::text, 'eg-v2-3072'::text, 'toy-256'::text, 'toy-64'::text, 'toy-16'::text]))),
  constraint elections_have_an_id PRIMARY KEY (election_id),
  constraint elections_have_both_hours CHECK (((starts_at IS NULL) = (ends_at IS NULL))),
  constraint elections_have_few_guardians CHECK (((guardian_count >= 1) AND (guardian_count <= 20))),
  constraint elections_keys_are_whole CHECK ((num_nulls(public_key, commitment_hash, base_hash, extended_hash) = ANY (ARRAY[0, 4]))),
  constraint elections_open_with_keys CHECK (((state = ANY (ARRAY['CEREMONY'::text, 'READY'::text])) OR (public_key IS NOT NULL))),
  constraint elections_quorum_is_positive CHECK ((quorum >= 1)),
  constraint elections_quorum_is_reachable CHECK ((quorum <= guardian_count)),
  constraint elections_record_digest_is_sha256 CHECK ((length(record_digest) = 32)),
  constraint elections_reporting_is_known CHECK ((reporting = ANY (ARRAY['election'::text, 'precinct'::text, 'chunk'::text]))),
  constraint elections_seed_is_long CHECK ((length(permutation_seed) = 32)),
  constraint elections_start_before_they_end CHECK ((starts_at < ends_at)),
  constraint elections_state_is_known CHECK ((state = ANY (ARRAY['CEREMONY'::text, 'READY'::text, 'OPEN'::text, 'CLOSED'::text, 'TALLYING'::text, 'TALLIED'::text, 'DECRYPTING'::text, 'COMBINING'::text, 'DECRYPTED'::text]))),
  constraint elections_voter_links_are_known CHECK ((voter_links = ANY (ARRAY['sent'::text, 'handed-out'::text])))
);

create table rota.elections_attempts (
  attempt_id bigint not null generated always as identity,
  task_id bigint not null,
  chunk_number integer not null,
  attempt integer not null,
  status text not null,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  error_message text,
  queue text,
  turn bigint,
  turn_at timestamp with time zone,
  log_entry bigint,
  log_hash bytea,
  pool text,
  constraint elections_attempts_end_once CHECK (((status = 'IN_PROGRESS'::text) = (ended_at IS NULL))),
  constraint elections_attempts_have_an_id PRIMARY KEY (attempt_id),
  constraint elections_attempts_status_is_known CHECK ((status = ANY (ARRAY['IN_PROGRESS'::text, 'COMPLETED'::text, 'FAILED'::text])))
);

create table rota.elections_backups (
  election_id bigint not null,
  sender smallint not null,
  receiver smallint not null,
  sealed jsonb not null,
  state text not null default 'SENT'::text,
  reason text,
  point text,
  constraint elections_backups_are_for_others CHECK ((sender <> receiver)),
  constraint elections_backups_challenged_for_a_reason CHECK (((state <> 'CHALLENGED'::text) OR (reason IS NOT NULL))),
  constraint elections_backups_dismissed_with_the_point CHECK (((state <> 'DISMISSED'::text) OR (point IS NOT NULL))),
  constraint elections_backups_once PRIMARY KEY (election_id, sender, receiver),
  constraint elections_backups_state_is_known CHECK ((state = ANY (ARRAY['SENT'::text, 'ACCEPTED'::text, 'CHALLENGED'::text, 'DISMISSED'::text])))
);

create table rota.elections_ballots (
  election_id bigint not null,
  ballot_id text not null,
  state text not null default 'RECEIVED'::text,
  style_id text not null,
  code text not null,
  previous_code text not null,
  device_hash text not null,
  content bytea storage external,
  key_hash bytea not null,
  is_kiosk boolean not null default false,
  objection text,
  received_on date not null default CURRENT_DATE,
  chunk_number integer,
  constraint elections_ballots_by_id PRIMARY KEY (election_id, ballot_id),
  constraint elections_ballots_kept_unless_rejected CHECK (((state = 'REJECTED'::text) OR (content IS NOT NULL))),
  constraint elections_ballots_key_is_hashed CHECK ((length(key_hash) = 32)),
  constraint elections_ballots_rejected_for_a_reason CHECK (((state = 'REJECTED'::text) = (objection IS NOT NULL))),
  constraint elections_ballots_state_is_known CHECK ((state = ANY (ARRAY['RECEIVED'::text, 'SUBMITTED'::text, 'CAST'::text, 'CHALLENGED'::text, 'REJECTED'::text]))),
  constraint elections_ballots_tallied_are_cast CHECK (((chunk_number IS NULL) OR (state = 'CAST'::text)))
);

create table rota.elections_chunk_tallies (
  election_id bigint not null,
  unit_id text not null,
  chunk_number integer not null,
  ballots integer not null,
  ballots_hash bytea not null,
  sums bytea not null,
  constraint elections_chunk_tallies_name_their_ballots CHECK ((length(ballots_hash) = 32)),
  constraint elections_chunks_are_tallied_once PRIMARY KEY (election_id, unit_id, chunk_number)
);

create table rota.elections_chunks (
  election_id bigint not null,
  chunk_number integer not null,
  unit_id text not null,
  ballots integer not null,
  constraint elections_chunks_are_numbered CHECK ((chunk_number >= 1)),
  constraint elections_chunks_by_number PRIMARY KEY (election_id, chunk_number),
  constraint elections_chunks_hold_something CHECK ((ballots >= 1)),
  constraint elections_chunks_in_a_unit UNIQUE (election_id, unit_id, chunk_number)
);

create table rota.elections_decryptions (
  election_id bigint not null,
  subject text not null,
  subject_id text not null,
  slice integer not null,
  content jsonb not null,
  constraint elections_decryptions_once PRIMARY KEY (election_id, subject, subject_id, slice),
  constraint elections_decryptions_slices_are_numbered CHECK ((slice >= 1)),
  constraint elections_decryptions_subject_is_known CHECK ((subject = ANY (ARRAY['unit'::text, 'ballot'::text])))
);

create table rota.elections_devices (
  election_id bigint not null,
  device_hash text not null,
  device_id bigint not null,
  session_id bigint not null,
  launch_code bigint not null,
  location text not null,
  constraint elections_devices_by_hash PRIMARY KEY (election_id, device_hash)
);

create table rota.elections_guardians (
  election_id bigint not null,
  sequence smallint not null,
  guardian_id text not null,
  name text not null,
  token_hash bytea,
  published jsonb,
  published_at timestamp with time zone,
  backed_up_at timestamp with time zone,
  verified_at timestamp with time zone,
  missing_at timestamp with time zone,
  missing_by text,
  decrypted_at timestamp with time zone,
  decrypting_since timestamp with time zone,
  decrypting_by text,
  is_at_home boolean,
  constraint elections_guardians_are_numbered CHECK (((sequence >= 1) AND (sequence <= 20))),
  constraint elections_guardians_back_up_after_keys CHECK (((backed_up_at IS NULL) OR (published IS NOT NULL))),
  constraint elections_guardians_by_id UNIQUE (election_id, guardian_id),
  constraint elections_guardians_by_number PRIMARY KEY (election_id, sequence),
  constraint elections_guardians_by_token UNIQUE (token_hash),
  constraint elections_guardians_decrypt_in_one_way CHECK ((num_nulls(decrypting_since, decrypting_by, is_at_home) = ANY (ARRAY[0, 3]))),
  constraint elections_guardians_missing_by_somebody CHECK (((missing_at IS NULL) = (missing_by IS NULL))),
  constraint elections_guardians_missing_gave_nothing CHECK (((missing_at IS NULL) OR (decrypted_at IS NULL))),
  constraint elections_guardians_publish_at_a_time CHECK (((published IS NULL) = (published_at IS NULL))),
  constraint elections_guardians_token_is_hashed CHECK ((length(token_hash) = 32)),
  constraint elections_guardians_verify_after_keys CHECK (((verified_at IS NULL) OR (published IS NOT NULL)))
);

create table rota.elections_opened_ballots (
  election_id bigint not null,
  ballot_id text not null,
  nonce text not null,
  verdict text,
  votes jsonb,
  objection text,
  constraint elections_opened_ballots_verdict_is_known CHECK ((verdict = ANY (ARRAY['REPEATED'::text, 'DIFFERENT'::text]))),
  constraint elections_opened_once PRIMARY KEY (election_id, ballot_id)
);

create table rota.elections_phase_tasks (
  task_id bigint not null,
  election_id bigint not null,
  task_instance_id text not null,
  type text not null,
  chunks integer not null,
  has_finish boolean not null,
  created_by text,
  created_at timestamp with time zone not null,
  stopped_at timestamp with time zone,
  constraint elections_phase_tasks_by_id PRIMARY KEY (task_id),
  constraint elections_phase_tasks_have_chunks CHECK ((chunks >= 1))
);

create table rota.elections_reconciliations (
  election_id bigint not null,
  eligible bigint not null,
  voted bigint not null,
  cast_ballots bigint not null,
  tallied bigint not null,
  challenged bigint not null,
  unresolved bigint not null,
  rejected bigint not null,
  constraint elections_reconciled_ballots_are_tallied CHECK (((cast_ballots = tallied) AND (voted = cast_ballots))),
  constraint elections_reconciled_once PRIMARY KEY (election_id),
  constraint elections_reconciled_voters_are_eligible CHECK ((voted <= eligible))
);

create table rota.elections_record_files (
  election_id bigint not null,
  path text not null,
  digest bytea not null,
  byte_count bigint not null,
  content bytea,
  constraint elections_record_files_by_path PRIMARY KEY (election_id, path),
  constraint elections_record_files_digest_is_sha256 CHECK ((length(digest) = 32))
);

create table rota.elections_results (
  election_id bigint not null,
  unit_id text not null,
  contest_id text not null,
  selection_id text not null,
  votes bigint not null,
  constraint elections_results_are_not_negative CHECK ((votes >= 0)),
  constraint elections_results_once PRIMARY KEY (election_id, unit_id, contest_id, selection_id)
);

create table rota.elections_seen_ciphertexts (
  election_id bigint not null,
  digest bytea not null,
  constraint elections_ciphertexts_once PRIMARY KEY (election_id, digest)
);

create table rota.elections_shares (
  election_id bigint not null,
  guardian smallint not null,
  missing_guardian smallint,
  subject text not null,
  subject_id text not null,
  slice integer not null,
  shares jsonb not null,
  constraint elections_shares_for_another CHECK ((guardian <> missing_guardian)),
  constraint elections_shares_slices_are_numbered CHECK ((slice >= 1)),
  constraint elections_shares_subject_is_known CHECK ((subject = ANY (ARRAY['unit'::text, 'ballot'::text])))
);

create table rota.elections_standings (
  election_id bigint not null,
  voters bigint not null,
  voted bigint not null,
  received bigint not null,
  submitted bigint not null,
  cast_ballots bigint not null,
  challenged bigint not null,
  rejected bigint not null,
  constraint elections_standings_of_election PRIMARY KEY (election_id)
);

create table rota.elections_tallies (
  election_id bigint not null,
  unit_id text not null,
  ballots integer not null,
  sums bytea not null,
  constraint elections_units_are_tallied_once PRIMARY KEY (election_id, unit_id)
);

create table rota.elections_turnout (
  election_id bigint not null,
  voted bigint not null default 0,
  ballots bigint not null default 0,
  constraint elections_turnout_of_election PRIMARY KEY (election_id)
);

create table rota.elections_voters (
  election_id bigint not null,
  voter_id text not null,
  style_id text not null,
  token_hash bytea,
  submissions smallint not null default 0,
  has_voted boolean not null default false,
  credential bytea,
  vote_signature bytea,
  link_issues smallint not null default 0,
  constraint elections_voters_by_id PRIMARY KEY (election_id, voter_id),
  constraint elections_voters_by_token UNIQUE (token_hash),
  constraint elections_voters_credential_is_a_key CHECK ((length(credential) = 32)),
  constraint elections_voters_sign_their_vote CHECK (((NOT has_voted) OR (credential IS NULL) OR (vote_signature IS NOT NULL))),
  constraint elections_voters_signature_is_one CHECK ((length(vote_signature) = 64)),
  constraint elections_voters_submit_little CHECK (((submissions >= 0) AND (submissions <= 100))),
  constraint elections_voters_token_is_hashed CHECK ((length(token_hash) = 32))
);

alter table rota.elections_attempts add constraint elections_attempts_have_a_task FOREIGN KEY (task_id) REFERENCES rota.elections_phase_tasks(task_id) ON DELETE CASCADE;

alter table rota.elections_backups add constraint elections_backups_have_a_receiver FOREIGN KEY (election_id, receiver) REFERENCES rota.elections_guardians(election_id, sequence) ON DELETE CASCADE;

alter table rota.elections_backups add constraint elections_backups_have_a_sender FOREIGN KEY (election_id, sender) REFERENCES rota.elections_guardians(election_id, sequence) ON DELETE CASCADE;

alter table rota.elections_ballots add constraint elections_ballots_have_an_election FOREIGN KEY (election_id) REFERENCES rota.elections(election_id) ON DELETE CASCADE;

alter table rota.elections_ballots add constraint elections_ballots_in_a_planned_chunk FOREIGN KEY (election_id, chunk_number) REFERENCES rota.elections_chunks(election_id, chunk_number);

alter table rota.elections_ballots add constraint elections_ballots_on_a_device FOREIGN KEY (election_id, device_hash) REFERENCES rota.elections_devices(election_id, device_hash);

alter table rota.elections_chunk_tallies add constraint elections_chunk_tallies_are_planned FOREIGN KEY (election_id, unit_id, chunk_number) REFERENCES rota.elections_chunks(election_id, unit_id, chunk_number) ON DELETE CASCADE;

alter table rota.elections_chunks add constraint elections_chunks_have_an_election FOREIGN KEY (election_id) REFERENCES rota.elections(election_id) ON DELETE CASCADE;

alter table rota.elections_decryptions add constraint elections_decryptions_have_an_election FOREIGN KEY (election_id) REFERENCES rota.elections(election_id) ON DELETE CASCADE;

alter table rota.elections_devices add constraint elections_devices_have_an_election FOREIGN KEY (election_id) REFERENCES rota.elections(election_id) ON DELETE CASCADE;

alter table rota.elections_guardians add constraint elections_guardians_have_an_election FOREIGN KEY (election_id) REFERENCES rota.elections(election_id) ON DELETE CASCADE;

alter table rota.elections_opened_ballots add constraint elections_opened_ballots_exist FOREIGN KEY (election_id, ballot_id) REFERENCES rota.elections_ballots(election_id, ballot_id) ON DELETE CASCADE;

alter table rota.elections_phase_tasks add constraint elections_phase_tasks_have_an_election FOREIGN KEY (election_id) REFERENCES rota.elections(election_id) ON DELETE CASCADE;

alter table rota.elections_reconciliations add constraint elections_reconciliations_election_id_fkey FOREIGN KEY (election_id) REFERENCES rota.elections(election_id) ON DELETE CASCADE;

alter table rota.elections_record_files add constraint elections_record_files_have_an_election FOREIGN KEY (election_id) REFERENCES rota.elections(election_id) ON DELETE CASCADE;

alter table rota.elections_results add constraint elections_results_have_an_election FOREIGN KEY (election_id) REFERENCES rota.elections(election_id) ON DELETE CASCADE;

alter table rota.elections_seen_ciphertexts add constraint elections_seen_ciphertexts_have_an_election FOREIGN KEY (election_id) REFERENCES rota.elections(election_id) ON DELETE CASCADE;

alter table rota.elections_shares add constraint elections_shares_by_a_guardian FOREIGN KEY (election_id, guardian) REFERENCES rota.elections_guardians(election_id, sequence) ON DELETE CASCADE;

alter table rota.elections_shares add constraint elections_shares_for_a_guardian FOREIGN KEY (election_id, missing_guardian) REFERENCES rota.elections_guardians(election_id, sequence) ON DELETE CASCADE;

alter table rota.elections_standings add constraint elections_standings_election_id_fkey FOREIGN KEY (election_id) REFERENCES rota.elections(election_id) ON DELETE CASCADE;

alter table rota.elections_tallies add constraint elections_tallies_have_an_election FOREIGN KEY (election_id) REFERENCES rota.elections(election_id) ON DELETE CASCADE;

alter table rota.elections_turnout add constraint elections_turnout_election_id_fkey FOREIGN KEY (election_id) REFERENCES rota.elections(election_id) ON DELETE CASCADE;

alter table rota.elections_voters add constraint elections_voters_have_an_election FOREIGN KEY (election_id) REFERENCES rota.elections(election_id) ON DELETE CASCADE;

CREATE INDEX elections_attempts_of_chunk ON rota.elections_attempts USING btree (task_id, chunk_number, attempt_id);

CREATE UNIQUE INDEX elections_ballots_by_code ON rota.elections_ballots USING btree (election_id, code) WHERE (state <> 'REJECTED'::text);

CREATE UNIQUE INDEX elections_ballots_chain_without_forks ON rota.elections_ballots USING btree (election_id, previous_code) WHERE (state <> 'REJECTED'::text);

CREATE INDEX elections_ballots_in_state ON rota.elections_ballots USING btree (election_id, state, ballot_id);

CREATE INDEX elections_ballots_of_chunk ON rota.elections_ballots USING btree (election_id, chunk_number) WHERE (chunk_number IS NOT NULL);

CREATE INDEX elections_ballots_unverified ON rota.elections_ballots USING btree (election_id) WHERE (state = 'RECEIVED'::text);

CREATE INDEX elections_decryptions_of_election ON rota.elections_decryptions USING btree (election_id);

CREATE INDEX elections_of_tenant ON rota.elections USING btree (tenant, election_id);

CREATE INDEX elections_phase_tasks_of_election ON rota.elections_phase_tasks USING btree (election_id, type, task_id);

CREATE UNIQUE INDEX elections_shares_once ON rota.elections_shares USING btree (election_id, guardian, COALESCE(missing_guardian, (0)::smallint), subject, subject_id, slice);

CREATE UNIQUE INDEX elections_voters_by_credential ON rota.elections_voters USING btree (election_id, credential);

create view rota.combine_worker_log as
 SELECT elections_phase_tasks.election_id,
    elections_phase_tasks.task_instance_id,
    ((elections_phase_tasks.task_instance_id || '_chunk_'::text) || elections_attempts.chunk_number) AS chunk_id,
    elections_attempts.chunk_number,
    elections_attempts.started_at AS start_time,
    elections_attempts.ended_at AS end_time,
    elections_attempts.status,
    elections_attempts.attempt,
    elections_attempts.error_message,
    elections_attempts.task_id,
    elections_attempts.attempt_id
   FROM (rota.elections_attempts
     JOIN rota.elections_phase_tasks USING (task_id))
  WHERE (elections_phase_tasks.type = 'elections.combine-decryption'::text);

create view rota.decryption_worker_log as
 SELECT elections_phase_tasks.election_id,
    elections_phase_tasks.task_instance_id,
    ((elections_phase_tasks.task_instance_id || '_chunk_'::text) || elections_attempts.chunk_number) AS chunk_id,
    elections_attempts.chunk_number,
    elections_attempts.started_at AS start_time,
    elections_attempts.ended_at AS end_time,
    elections_attempts.status,
    elections_attempts.attempt,
    elections_attempts.error_message,
    elections_attempts.task_id,
    elections_attempts.attempt_id,
    (COALESCE("substring"(elections_phase_tasks.task_instance_id, '_tg(\d+)'::text), "substring"(elections_phase_tasks.task_instance_id, '_g(\d+)'::text)))::integer AS guardian_id,
    (COALESCE("substring"(elections_phase_tasks.task_instance_id, '_sg(\d+)'::text), "substring"(elections_phase_tasks.task_instance_id, '_g(\d+)'::text)))::integer AS decrypting_guardian_id,
        CASE elections_phase_tasks.type
            WHEN 'elections.partial-decryption'::text THEN 'PARTIAL'::text
            ELSE 'COMPENSATED'::text
        END AS decryption_type
   FROM (rota.elections_attempts
     JOIN rota.elections_phase_tasks USING (task_id))
  WHERE (elections_phase_tasks.type = ANY (ARRAY['elections.partial-decryption'::text, 'elections.compensated-decryption'::text]));

create view rota.tally_worker_log as
 SELECT elections_phase_tasks.election_id,
    elections_phase_tasks.task_instance_id,
    ((elections_phase_tasks.task_instance_id || '_chunk_'::text) || elections_attempts.chunk_number) AS chunk_id,
    elections_attempts.chunk_number,
    elections_attempts.started_at AS start_time,
    elections_attempts.ended_at AS end_time,
    elections_attempts.status,
    elections_attempts.attempt,
    elections_attempts.error_message,
    elections_attempts.task_id,
    elections_attempts.attempt_id
   FROM (rota.elections_attempts
     JOIN rota.elections_phase_tasks USING (task_id))
  WHERE (elections_phase_tasks.type = 'elections.tally-creation'::text);

CREATE OR REPLACE FUNCTION rota.elections_check_hours()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from rota.elections
              where election_id = new.election_id and rota.elections_voting(starts_at, ends_at, clock_timestamp()) <> 'DURING') then
    raise exception 'election % accepts no ballot outside of its hours', new.election_id
      using errcode = 'check_violation', constraint = 'elections_ballots_in_voting_hours';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION rota.elections_check_turnout()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from rota.elections_turnout where election_id = new.election_id and voted <> ballots) then
    raise exception 'in election % another number of ballots is cast than voters have voted', new.election_id
      using errcode = 'check_violation', constraint = 'elections_turnout_agrees';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION rota.elections_count_ballots()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into rota.elections_turnout as turnout (election_id, ballots)
  select election_id, count(*) from added where state = 'CAST' group by 1
  on conflict (election_id) do update set ballots = turnout.ballots + excluded.ballots;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION rota.elections_count_one()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into rota.elections_turnout as turnout (election_id, voted, ballots)
  values (new.election_id, (tg_argv[0] = 'voted')::integer, (tg_argv[0] = 'ballots')::integer)
  on conflict (election_id) do update set voted = turnout.voted + excluded.voted, ballots = turnout.ballots + excluded.ballots;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION rota.elections_count_voters()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into rota.elections_turnout as turnout (election_id, voted)
  select election_id, count(*) from added where has_voted group by 1
  on conflict (election_id) do update set voted = turnout.voted + excluded.voted;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION rota.elections_keep()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  c_states constant text[] := array['CEREMONY', 'READY', 'OPEN', 'CLOSED', 'TALLYING', 'TALLIED', 'DECRYPTING', 'COMBINING', 'DECRYPTED'];
begin
  if array_position(c_states, new.state) < array_position(c_states, old.state) then
    raise exception 'an election does not go back from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'elections_go_forward';
  end if;
  if (new.manifest, new.manifest_hash, new.group_name, new.guardian_count, new.quorum)
       is distinct from (old.manifest, old.manifest_hash, old.group_name, old.guardian_count, old.quorum)
     or new.public_key is distinct from coalesce(old.public_key, new.public_key)
     or new.extended_hash is distinct from coalesce(old.extended_hash, new.extended_hash)
     or new.present_guardians is distinct from coalesce(old.present_guardians, new.present_guardians)
     or new.permutation_seed is distinct from coalesce(old.permutation_seed, new.permutation_seed)
     or new.starts_at is distinct from old.starts_at
     or new.ends_at < old.ends_at
     or (new.ends_at is distinct from old.ends_at) <> (new.extensions is distinct from old.extensions) then
    raise exception 'what election % has fixed does not change', old.election_id
      using errcode = 'check_violation', constraint = 'elections_keep_what_is_fixed';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION rota.elections_keep_ballot()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not (old.state = 'RECEIVED' and new.state in ('SUBMITTED', 'REJECTED')
          or old.state = 'SUBMITTED' and new.state in ('CAST', 'CHALLENGED')) then
    raise exception 'a ballot does not go from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'elections_ballots_are_decided_once';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION rota.elections_keep_vote()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'voter % has voted, and that stays', old.voter_id
    using errcode = 'check_violation', constraint = 'elections_voters_vote_once';
end
$function$;

CREATE OR REPLACE FUNCTION rota.elections_voting(p_starts_at timestamp with time zone, p_ends_at timestamp with time zone, p_at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when p_at < p_starts_at then 'BEFORE' when p_at >= p_ends_at then 'AFTER' else 'DURING' end
$function$;

CREATE OR REPLACE FUNCTION rota.elections_worker_log(p_types text[])
 RETURNS TABLE(task_id bigint, task_instance_id text, type text, election_id bigint, chunk_id text, chunk_number integer, start_time timestamp with time zone, end_time timestamp with time zone, status text, attempt integer, error_message text)
 LANGUAGE sql
 STABLE
AS $function$
  select tasks.task_id, tasks.task_key, tasks.type, substring(tasks.task_key from '_e(\d+)')::bigint,
         tasks.task_key || '_chunk_' || chunks.number, chunks.number,
         rota.turn_at(chunks.queue, chunks.turn), chunks.finished_at,
         case chunks.state when 'COMPLETED' then 'COMPLETED' when 'FAILED' then 'FAILED' when 'DEAD_LETTER' then 'FAILED' else 'IN_PROGRESS' end,
         chunks.attempt, chunks.last_error ->> 'message'
    from rota.tasks
    join rota.chunks using (task_id)
   where tasks.type = any (p_types)
     and chunks.number <= tasks.chunk_count
     and chunks.attempt > 0
$function$;

CREATE TRIGGER elections_keep BEFORE UPDATE ON rota.elections FOR EACH ROW EXECUTE FUNCTION rota.elections_keep();

CREATE TRIGGER elections_check_hours BEFORE INSERT ON rota.elections_ballots FOR EACH ROW EXECUTE FUNCTION rota.elections_check_hours();

CREATE TRIGGER elections_check_hours_of_decisions BEFORE UPDATE ON rota.elections_ballots FOR EACH ROW WHEN (((old.state IS DISTINCT FROM new.state) AND (new.state = ANY (ARRAY['CAST'::text, 'CHALLENGED'::text])))) EXECUTE FUNCTION rota.elections_check_hours();

CREATE TRIGGER elections_count_ballot AFTER UPDATE ON rota.elections_ballots FOR EACH ROW WHEN (((new.state = 'CAST'::text) AND (old.state <> 'CAST'::text))) EXECUTE FUNCTION rota.elections_count_one('ballots');

CREATE TRIGGER elections_count_ballots AFTER INSERT ON rota.elections_ballots REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION rota.elections_count_ballots();

CREATE TRIGGER elections_keep_ballot BEFORE UPDATE ON rota.elections_ballots FOR EACH ROW WHEN ((old.state IS DISTINCT FROM new.state)) EXECUTE FUNCTION rota.elections_keep_ballot();

CREATE CONSTRAINT TRIGGER elections_check_turnout AFTER INSERT OR UPDATE ON rota.elections_turnout DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION rota.elections_check_turnout();

CREATE TRIGGER elections_count_voter AFTER UPDATE ON rota.elections_voters FOR EACH ROW WHEN ((new.has_voted AND (NOT old.has_voted))) EXECUTE FUNCTION rota.elections_count_one('voted');

CREATE TRIGGER elections_count_voters AFTER INSERT ON rota.elections_voters REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION rota.elections_count_voters();

CREATE TRIGGER elections_keep_vote BEFORE UPDATE ON rota.elections_voters FOR EACH ROW WHEN ((old.has_voted AND (NOT new.has_voted))) EXECUTE FUNCTION rota.elections_keep_vote();
