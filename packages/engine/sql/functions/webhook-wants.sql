-- Returns whether an endpoint with these event types receives events of this type.
create or replace function rota.webhook_wants(p_types text[], p_type text) returns boolean language sql immutable parallel safe as $$
  select p_types && array['*', p_type]
      or exists (select from unnest(p_types) as wanted (type)
                  where wanted.type like '%.*' and starts_with(p_type, left(wanted.type, -1)))
$$;
