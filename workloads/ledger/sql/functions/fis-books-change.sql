-- A new version for every change. The row of the tenant is taken by whoever changes the books, and by whoever posts.
create or replace function rota.fis_books_change() returns trigger
language plpgsql as $$
begin
  update rota.fis_business_entity set books_version = gen_random_uuid() where tenant_id in (select tenant_id from changed);
  return null;
end $$;
