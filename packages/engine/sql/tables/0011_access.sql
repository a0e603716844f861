-- Who may come in: API keys, one-time sign-in links and browser sessions. Only hashes of what proves a caller are kept.

create table rota.credentials (
  credential_id text        constraint credentials_have_an_id primary key,
  kind          text        not null constraint credentials_kind_is_known check (kind in ('key', 'link', 'session')),
  secret_hash   bytea       not null constraint credentials_hash_is_sha256 check (length(secret_hash) = 32),
  name          text        not null, -- the caller's name in locks, audit and history
  tenant        text,                 -- the only one that it opens; null: all
  roles         text[]      not null,
  created_by    text,                 -- null: the program itself
  created_at    timestamptz not null default date_trunc('milliseconds', clock_timestamp()), -- as pages of lists name it
  expires_at    timestamptz,          -- null: never; links and sessions always do
  ended_at      timestamptz,          -- when a key was revoked, a link used, a session ended
  ended_by      text,
  last_used_at  timestamptz,          -- written at most once a minute
  constraint credentials_of_browsers_expire check (kind = 'key' or expires_at is not null)
);

create index credentials_by_age on rota.credentials (kind, created_at, credential_id);
create index credentials_over on rota.credentials (expires_at) where kind <> 'key';
