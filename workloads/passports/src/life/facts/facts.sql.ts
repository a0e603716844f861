/** The statements about facts and the documents that say them. */
import { sql, type Sql } from "@rota/engine";
import type { PageAfter } from "../page-after.ts";
import type { StoredFact } from "./stored-fact.ts";

/** A fact, and the document that is to be named as the first to have said it. */
export type SaidFact = StoredFact & { readonly documentVersionId: string };

/** Returns for each fact that was not there before its document. Those that were are left as they are. */
export const insertFacts = (tenant: string, facts: readonly SaidFact[]): Sql<{ document_version_id: string }> => sql<{
  document_version_id: string;
}>`
  insert into rota.passports_facts
         (tenant, fact_type, fact_key, schema_version, document_version_id, payload_canonical, payload_hash)
  select ${tenant}, fact_type, fact_key, schema_version, version_id, convert_to(payload, 'UTF8'), decode(hash, 'hex')
    from unnest(${facts.map(({ factType }) => factType)}::text[], ${facts.map(({ factKey }) => factKey)}::text[],
                ${facts.map(({ schemaVersion }) => schemaVersion)}::integer[],
                ${facts.map(({ documentVersionId }) => documentVersionId)}::uuid[],
                ${facts.map(({ payloadCanonical }) => payloadCanonical)}::text[],
                ${facts.map(({ payloadHash }) => payloadHash)}::text[])
         as given (fact_type, fact_key, schema_version, version_id, payload, hash)
  on conflict on constraint passports_facts_once do nothing
  returning document_version_id`;

export type FactIdRow = { nth: number; fact_id: string };

/** Returns the ids of facts that are there, each with its place in the list, from 1. */
export const selectFactIds = (tenant: string, facts: readonly StoredFact[]): Sql<FactIdRow> => sql<FactIdRow>`
  select given.nth::integer as nth, stored.fact_id
    from unnest(${facts.map(({ factType }) => factType)}::text[], ${facts.map(({ factKey }) => factKey)}::text[],
                ${facts.map(({ schemaVersion }) => schemaVersion)}::integer[],
                ${facts.map(({ payloadHash }) => payloadHash)}::text[])
         with ordinality as given (fact_type, fact_key, schema_version, hash, nth)
    join rota.passports_facts as stored
      on stored.tenant = ${tenant} and stored.fact_type = given.fact_type and stored.fact_key = given.fact_key
     and stored.schema_version = given.schema_version and stored.payload_hash = decode(given.hash, 'hex')`;

export type Saying = { readonly documentVersionId: string; readonly factId: string };

/** Says of facts that these documents say them too. Returns nothing. */
export const insertSources = (tenant: string, said: readonly Saying[]): Sql => sql`
  insert into rota.passports_fact_sources (tenant, document_version_id, fact_id)
  select ${tenant}, version_id, fact_id
    from unnest(${said.map(({ documentVersionId }) => documentVersionId)}::uuid[],
                ${said.map(({ factId }) => factId)}::uuid[]) as given (version_id, fact_id)
  on conflict do nothing`;

export type FactRow = {
  fact_id: string;
  tenant: string;
  fact_type: string;
  fact_key: string;
  schema_version: number;
  document_version_id: string;
  payload_canonical: string;
  payload_hash: string;
  created_at: Date;
  cursor_time: string;
};

export type FactsPage = PageAfter & {
  readonly factType: string | undefined;
  readonly keyPrefix: string | undefined;
  /** Facts that this version of a document says. */
  readonly documentVersionId: string | undefined;
};

/** Returns facts, the newest first. */
export const selectFacts = ({ tenant, after, limit, ...filter }: FactsPage): Sql<FactRow> => sql<FactRow>`
  select fact_id, tenant, fact_type, fact_key, schema_version, document_version_id, created_at,
         convert_from(payload_canonical, 'UTF8') as payload_canonical,
         encode(payload_hash, 'hex') as payload_hash,
         to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as cursor_time
    from rota.passports_facts as fact
   where (${tenant ?? null}::text is null or tenant = ${tenant ?? null})
     and (${filter.factType ?? null}::text is null or fact_type = ${filter.factType ?? null})
     and (${filter.keyPrefix ?? null}::text is null or starts_with(fact_key, ${filter.keyPrefix ?? null}))
     and (${filter.documentVersionId ?? null}::uuid is null
          or exists (select from rota.passports_fact_sources as source
                      where source.tenant = fact.tenant and source.fact_id = fact.fact_id
                        and source.document_version_id = ${filter.documentVersionId ?? null}::uuid))
     and (${after?.id ?? null}::uuid is null
          or (created_at, fact_id) < (${after?.t ?? null}::timestamptz, ${after?.id ?? null}::uuid))
   order by created_at desc, fact_id desc
   limit ${limit}`;
