-- Trigger: gives the books of a tenant a new version with every change. A change and a posting both lock the row of the
-- tenant, so one waits for the other.
create or replace function rota.fis_books_change() returns trigger
language plpgsql as $$
begin
  update rota.fis_business_entity set books_version = gen_random_uuid() where tenant_id in (select tenant_id from changed);
  return null;
end $$;
