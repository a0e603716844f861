-- Trigger: the blocks of a proof exist. Blocks are never deleted, so nothing has to be locked.
create or replace function rota.passports_require_proof_blocks() returns trigger
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
