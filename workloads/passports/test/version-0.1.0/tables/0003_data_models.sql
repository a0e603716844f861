-- Documents of published data models, such as Catena-X battery_pass, are a kind of their own.

alter table rota.passports_documents
  drop constraint passports_documents_kind_is_known,
  add constraint passports_documents_kind_is_known
    check (kind in ('BOM', 'PCF', 'DUE_DILIGENCE', 'DATA_MODEL', 'OTHER'));
