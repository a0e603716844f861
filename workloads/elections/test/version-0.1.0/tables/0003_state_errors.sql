-- Why a phase failed is told by its tasks: a copy of it here would be one that nobody keeps up to date.

alter table rota.elections drop column state_error;
