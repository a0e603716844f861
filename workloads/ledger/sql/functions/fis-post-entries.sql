-- Writes entries with their lines, keys, balances, numbers and the new head, if the chain is where the caller expects
-- it; false: it is not, and nothing was written. Of a column, an empty array stands for nulls and one of a single value
-- for that value in every row: most entries of a batch have much in common. Hashes are 32 bytes each.
create or replace function rota.fis_post_entries(
  p_tenant text, p_ledger_id bigint, p_next_seq bigint, p_previous_hash bytea, p_at timestamptz, p_base_currency text,
  p_ids uuid[], p_event_ids text[], p_statuses text[], p_posted date[], p_effective date[], p_transaction date[], p_years integer[], p_numbers bigint[],
  p_currencies text[], p_rates numeric[], p_descriptions text[], p_references text[], p_sources text[], p_payload_hashes bytea,
  p_rule_ids uuid[], p_rule_versions integer[], p_reversal_of uuid[], p_correction_of uuid[], p_auto_reverse boolean[], p_created_by text[], p_approved_by text[],
  p_hashes bytea,
  p_line_nths integer[], p_line_nos integer[], p_line_accounts bigint[], p_line_credits boolean[], p_line_currencies text[], p_line_amounts bigint[],
  p_line_base_amounts bigint[], p_line_dimensions text[],
  p_account_ids bigint[], p_debits numeric[], p_credits numeric[], p_base_debits numeric[], p_base_credits numeric[], p_account_seqs bigint[],
  p_numbered_years integer[], p_next_values bigint[])
returns boolean
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
declare
  v_count constant integer := cardinality(p_ids);
  v_status constant text := case when cardinality(p_statuses) = 1 then p_statuses[1] end;
  v_posted constant date := case when cardinality(p_posted) = 1 then p_posted[1] end;
  v_effective constant date := case when cardinality(p_effective) = 1 then p_effective[1] end;
  v_transacted constant date := case when cardinality(p_transaction) = 1 then p_transaction[1] end;
  v_year constant integer := case when cardinality(p_years) = 1 then p_years[1] end;
  v_number constant bigint := case when cardinality(p_numbers) = 1 then p_numbers[1] end;
  v_currency constant text := case when cardinality(p_currencies) = 1 then p_currencies[1] end;
  v_rate constant numeric := case when cardinality(p_rates) = 1 then p_rates[1] end;
  v_description constant text := case when cardinality(p_descriptions) = 1 then p_descriptions[1] end;
  v_reference constant text := case when cardinality(p_references) = 1 then p_references[1] end;
  v_source constant text := case when cardinality(p_sources) = 1 then p_sources[1] end;
  v_rule_id constant uuid := case when cardinality(p_rule_ids) = 1 then p_rule_ids[1] end;
  v_rule_version constant integer := case when cardinality(p_rule_versions) = 1 then p_rule_versions[1] end;
  v_reversal_of constant uuid := case when cardinality(p_reversal_of) = 1 then p_reversal_of[1] end;
  v_correction_of constant uuid := case when cardinality(p_correction_of) = 1 then p_correction_of[1] end;
  v_auto_reverse constant boolean := case when cardinality(p_auto_reverse) = 1 then p_auto_reverse[1] end;
  v_created_by constant text := case when cardinality(p_created_by) = 1 then p_created_by[1] end;
  v_approved_by constant text := case when cardinality(p_approved_by) = 1 then p_approved_by[1] end;
  v_line_currency constant text := case when cardinality(p_line_currencies) = 1 then p_line_currencies[1] end;
  v_dimensions constant text := case when cardinality(p_line_dimensions) = 1 then p_line_dimensions[1] end;
begin
  update rota.fis_chain_head set next_chain_seq = p_next_seq + v_count, last_hash = substring(p_hashes from (v_count - 1) * 32 + 1), updated_at = p_at
   where ledger_id = p_ledger_id and next_chain_seq = p_next_seq and coalesce(last_hash, p_previous_hash) = p_previous_hash;
  if not found then return false; end if;

  -- A key that is there already is that of a draft which is posted now.
  insert into rota.fis_event_key (tenant_id, event_id, payload_hash, journal_entry_id, at)
  select p_tenant, event_id, substring(p_payload_hashes from (nth::integer - 1) * 32 + 1 for 32), id, p_at
    from unnest(p_event_ids, p_ids) with ordinality as given (event_id, id, nth)
  on conflict on constraint fis_event_key_is_used_once do update set outcome = 'POSTED', journal_entry_id = excluded.journal_entry_id;

  insert into rota.fis_journal_entry (
         ledger_id, chain_seq, journal_entry_id, tenant_id, event_id, status, posted_date, effective_date, transaction_date, fiscal_year, sequence_number,
         transaction_currency, base_currency, exchange_rate, description, reference_id, source, payload_hash, rule_id, rule_version, reversal_of_id,
         correction_of_id, auto_reverse, created_by, approved_by, created_at, previous_hash, hash)
  select p_ledger_id, p_next_seq + nth - 1, id, p_tenant, event_id, coalesce(status, v_status), coalesce(posted, v_posted), coalesce(effective, v_effective),
         coalesce(transacted, v_transacted, posted, v_posted), coalesce(year, v_year), coalesce(number, v_number + nth - 1), coalesce(currency, v_currency),
         p_base_currency, coalesce(rate, v_rate, 1), coalesce(description, v_description), coalesce(reference, v_reference), coalesce(source, v_source),
         substring(p_payload_hashes from (nth::integer - 1) * 32 + 1 for 32), coalesce(rule_id, v_rule_id), coalesce(rule_version, v_rule_version), coalesce(reversal_of, v_reversal_of),
         coalesce(correction_of, v_correction_of), coalesce(auto_reverse, v_auto_reverse, false), coalesce(created_by, v_created_by),
         coalesce(approved_by, v_approved_by), p_at,
         case when nth = 1 then p_previous_hash else substring(p_hashes from (nth::integer - 2) * 32 + 1 for 32) end,
         substring(p_hashes from (nth::integer - 1) * 32 + 1 for 32)
    from unnest(p_ids, p_event_ids, p_statuses, p_posted, p_effective, p_transaction, p_years, p_numbers, p_currencies, p_rates, p_descriptions, p_references,
                p_sources, p_rule_ids, p_rule_versions, p_reversal_of, p_correction_of, p_auto_reverse, p_created_by, p_approved_by)
         with ordinality as given (id, event_id, status, posted, effective, transacted, year, number, currency, rate, description, reference,
                source, rule_id, rule_version, reversal_of, correction_of, auto_reverse, created_by, approved_by, nth);

  insert into rota.fis_journal_line (ledger_id, chain_seq, line_no, account_id, is_credit, currency_code, amount, base_amount, effective_date, dimensions)
  select p_ledger_id, p_next_seq + nth - 1, line_no, account_id, is_credit, coalesce(currency, v_line_currency), amount, coalesce(base_amount, amount),
         coalesce(v_effective, p_effective[nth]), coalesce(dimensions, v_dimensions)::jsonb
    from unnest(p_line_nths, p_line_nos, p_line_accounts, p_line_credits, p_line_currencies, p_line_amounts, p_line_base_amounts, p_line_dimensions)
         as given (nth, line_no, account_id, is_credit, currency, amount, base_amount, dimensions);

  update rota.fis_account_balance as balance
     set debit_minor = debit_minor + debit, credit_minor = credit_minor + credit, base_debit_minor = base_debit_minor + base_debit,
         base_credit_minor = base_credit_minor + base_credit, updated_seq = seq
    from unnest(p_account_ids, p_debits, p_credits, p_base_debits, p_base_credits, p_account_seqs)
         as given (account_id, debit, credit, base_debit, base_credit, seq)
   where balance.account_id = given.account_id;

  insert into rota.fis_journal_sequence (ledger_id, fiscal_year, next_value)
  select p_ledger_id, year, next_value from unnest(p_numbered_years, p_next_values) as given (year, next_value)
  on conflict on constraint fis_journal_sequence_is_of_a_year do update set next_value = excluded.next_value;
  return true;
end $$;
