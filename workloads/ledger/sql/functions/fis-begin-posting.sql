-- Begins a posting: locks the row of the tenant to the end of the transaction, so that postings of a tenant run one
-- after the other and no transaction changes its books meanwhile. Only later statements see what the lock protects, so
-- the rest is read after it. `taken` are those of the event ids that are used up; null: none. No row: the tenant has no
-- such ledger. p_ledger null: the default one.
create or replace function rota.fis_begin_posting(p_tenant text, p_ledger text, p_event_ids text[])
returns table (ledger_id bigint, ledger_code text, books_version uuid, next_chain_seq bigint, last_hash bytea, fiscal_years integer[], next_values bigint[],
               taken jsonb, at timestamptz)
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
#variable_conflict use_column
declare
  v_version uuid;
begin
  select books_version into v_version from rota.fis_business_entity where tenant_id = p_tenant for no key update;
  return query
  select ledger.ledger_id, ledger.code, v_version, head.next_chain_seq, head.last_hash, years.fiscal_years, years.next_values,
         (select jsonb_agg(jsonb_build_object('eventId', event_id, 'outcome', outcome, 'payloadHash', encode(payload_hash, 'hex'), 'journalEntryId', journal_entry_id))
            from rota.fis_event_key where tenant_id = p_tenant and event_id = any (p_event_ids)),
         date_trunc('milliseconds', greatest(clock_timestamp(), head.updated_at))
    from rota.fis_ledger as ledger
    join rota.fis_chain_head as head using (ledger_id)
   cross join lateral (
     select array_agg(fiscal_year) as fiscal_years, array_agg(next_value) as next_values from rota.fis_journal_sequence where ledger_id = ledger.ledger_id) as years
   where ledger.tenant_id = p_tenant and ledger.is_active and case when p_ledger is null then ledger.is_default else ledger.code = p_ledger end;
end $$;
