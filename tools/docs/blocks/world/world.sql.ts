/** The statements that prepare the databases of the pages. */
import { sql } from "@rota/engine";
import { sqlScript } from "@rota/engine/internal";

/** Creates a database whose name needs no quotes, empty or as a copy of a template that has no open connection. */
export const createDatabase = (name: string, template = "template0") =>
  sqlScript(`create database ${name} template ${template}`);

/** Creates tables of a reader's own, beside ours. */
export const createOwnTables = () =>
  sqlScript(`
    create table public.payments        (invoice text, cents integer);
    create table public.orders          (tenant text, event_id text, total numeric);
    create table public.journal_entries (entry_id text);
    create table public.counts          (events integer)`);

/** Sets the sequences so that the next ids are those on the pages. */
export const beginAtShownNumbers = () =>
  sqlScript(`
    alter table rota.rejected_events alter column rejected_id restart with 42;
    alter table rota.elections       alter column election_id restart with 42`);

/** Gives the only key with a name the id on the pages. */
export const showKey = (key: { name: string; keyId: string }) =>
  sql`update rota.credentials set credential_id = ${key.keyId} where name = ${key.name}`;

/** Gives an endpoint the id on the pages. */
export const showEndpoint = (endpoint: { endpointId: string; shownId: string }) =>
  sql`update rota.webhook_endpoints set endpoint_id = ${endpoint.shownId} where endpoint_id = ${endpoint.endpointId}`;
