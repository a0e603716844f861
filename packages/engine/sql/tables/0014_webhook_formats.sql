-- The form of the requests to an endpoint. Endpoints that exist keep the headers that they were sent: those of all formats.
alter table rota.webhook_endpoints
  add column format text not null default 'all' constraint webhook_endpoints_format_is_named check (format ~ '^[a-z][a-z0-9-]{0,49}$');
