-- Entries that close a year are few, and income statements leave them out.
create index fis_journal_entry_that_closes on rota.fis_journal_entry (ledger_id, fiscal_year, chain_seq) where status = 'CLOSING';
