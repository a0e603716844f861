-- The tasks that a worker runs, as name:version. Null for workers of earlier versions, which may know any.
alter table rota.workers add column types text[];
