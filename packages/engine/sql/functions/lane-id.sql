-- The lane of a path of names. Anybody can compute it, so that submitting needs to look nothing up.
create or replace function rota.lane_id(variadic path text[]) returns bigint
language sql immutable strict parallel safe as $$
  select ('x' || left(encode(sha256(convert_to(to_json(path)::text, 'utf8')), 'hex'), 16))::bit(64)::bigint & ~3::bigint
$$;
