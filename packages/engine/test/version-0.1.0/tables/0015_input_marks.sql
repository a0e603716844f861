-- Input that a codec encrypts differs each time it is submitted. What it was made of is compared by a mark instead, which
-- only who has the codec's key can make.
create or replace function rota.input_hash(p_task jsonb) returns bytea
language sql immutable as $$
  select coalesce(decode(p_task ->> 'input_mark', 'hex'),
                  sha256(convert_to(jsonb_build_array(p_task -> 'version', p_task -> 'inputs', p_task -> 'payloads')::text, 'utf8')))
$$;
