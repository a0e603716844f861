-- Trigger: what was fixed of an election stays, that is the manifest and the hours from the beginning, keys, the present
-- set and the seed once they are set; and no state goes back. Only an extension, which is noted, moves the end of voting.
create or replace function rota.elections_keep() returns trigger
language plpgsql as $$
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
$$;
