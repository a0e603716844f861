-- Returns the id of the lane with a path of names: a hash, so that any statement can compute it without a query.
-- Ids are multiples of 4; the two lowest bits name one of a lane's sets of children.
create or replace function rota.lane_id(variadic path text[]) returns bigint
language sql immutable strict parallel safe as $$
  select ('x' || left(encode(sha256(convert_to(to_json(path)::text, 'utf8')), 'hex'), 16))::bit(64)::bigint & ~3::bigint
$$;
