-- Opens a rejected event again that was discarded, and frees its id. Returns false when it has another open record.
create or replace function rota.reopen_rejected(p_rejected_id bigint) returns boolean
language plpgsql as $$
begin
  update rota.rejected_events as given set state = 'OPEN'
   where rejected_id = p_rejected_id and state = 'DISCARDED'
     and not exists (
       select from rota.rejected_events as other
        where other.state = 'OPEN' and other.intake = given.intake and coalesce(other.tenant, '') = coalesce(given.tenant, '')
          and coalesce(other.event_id, '') = coalesce(given.event_id, '') and other.payload_hash = given.payload_hash);
  if not found then return false; end if;
  delete from rota.inbox using rota.rejected_events as given
   where given.rejected_id = p_rejected_id and inbox.tenant = given.tenant and inbox.event_id = given.event_id
     and inbox.batch_id is null and inbox.payload_hash = given.payload_hash;
  return true;
end $$;
