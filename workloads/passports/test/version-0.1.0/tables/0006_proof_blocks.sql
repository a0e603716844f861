-- Proofs in compressed blocks, each stored once: the proofs of one product's passports differ in few of them.

create table rota.passports_proof_blocks (
  tenant             text        not null,
  block_hash         bytea       not null,
  content            bytea       not null,
  constraint passports_proof_blocks_once primary key (tenant, block_hash),
  constraint passports_proof_blocks_are_hashed check (block_hash = sha256(content))
) with (toast_tuple_target = 8160);

-- They are compressed already.
alter table rota.passports_proof_blocks alter column content set storage external;

create trigger passports_proof_blocks_stay before update or delete on rota.passports_proof_blocks
  for each row execute function rota.passports_refuse_change();

-- The hashes of a proof's blocks, 32 bytes each, in their order. Proofs that were stored whole stay as they are.
alter table rota.passports_versions
  add column proof_blocks bytea,
  drop constraint passports_versions_are_compiled_whole,
  add constraint passports_versions_are_compiled_whole
    check (num_nulls(payload_canonical, payload_hash, proof_root_hash, receipt_canonical, receipt_hash, compiled_at)
           = case num_nonnulls(proof_canonical, proof_blocks) when 0 then 6 when 1 then 0 end is true),
  add constraint passports_versions_proof_blocks_are_hashes check (length(proof_blocks) > 0 and length(proof_blocks) % 32 = 0);

alter table rota.passports_versions alter column proof_blocks set storage external;

drop trigger passports_versions_stay_compiled on rota.passports_versions;

create trigger passports_versions_stay_compiled
  before update of payload_canonical, payload_hash, proof_canonical, proof_blocks, proof_root_hash, receipt_canonical, receipt_hash, compiled_at
  on rota.passports_versions for each row when (old.compiled_at is not null) execute function rota.passports_refuse_change();

create function rota.passports_require_proof_blocks() returns trigger
language plpgsql as $$
begin
  if exists (select from generate_series(1, length(new.proof_blocks), 32) as start
              where not exists (select from rota.passports_proof_blocks
                                 where tenant = new.tenant and block_hash = substring(new.proof_blocks from start for 32))) then
    raise exception 'a proof points at blocks that are not there'
      using errcode = 'foreign_key_violation', constraint = tg_name;
  end if;
  return null;
end
$$;

-- Blocks are never taken away, so that nothing has to be locked.
create trigger passports_versions_have_their_proof after insert or update of proof_blocks on rota.passports_versions
  for each row when (new.proof_blocks is not null) execute function rota.passports_require_proof_blocks();
