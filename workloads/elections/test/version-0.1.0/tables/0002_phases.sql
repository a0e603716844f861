-- How a guardian decrypts, and until when guardians are waited for.

alter table rota.elections_guardians
  add column decrypting_since timestamptz,
  add column decrypting_by    text,    -- who started it
  add column is_at_home       boolean, -- it sends shares and keeps its key; else workers decrypt with what it sealed
  add constraint elections_guardians_decrypt_in_one_way
      check (num_nulls(decrypting_since, decrypting_by, is_at_home) in (0, 3));

alter table rota.elections
  add column decryption_deadline timestamptz, -- whoever has not given all shares by then counts as missing
  add column record_digest       bytea constraint elections_record_digest_is_sha256 check (length(record_digest) = 32);

create index elections_decryptions_of_election on rota.elections_decryptions (election_id);
