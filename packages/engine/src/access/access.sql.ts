/** Statements of API keys, sign-in links and sessions. */
import { sql } from "../database/sql.ts";

export type CredentialKind = "key" | "link" | "session";

export type CredentialRow = {
  credential_id: string;
  name: string;
  tenant: string | null;
  roles: string[];
  created_by: string | null;
  created_at: Date;
  expires_at: Date | null;
  ended_at: Date | null;
  ended_by: string | null;
  last_used_at: Date | null;
};

export type NewCredentialRow = {
  readonly id: string;
  readonly kind: CredentialKind;
  readonly secretHash: Uint8Array;
  readonly name: string;
  readonly tenant: string | null;
  readonly roles: readonly string[];
  readonly actor: string | null;
  readonly expiresAt: Date | null;
  /** Lifetime, if `expiresAt` is null. */
  readonly lifeMs: number | null;
};

/** Inserts a credential. Returns its row. */
export const insertCredential = (row: NewCredentialRow) => sql<CredentialRow>`
  insert into rota.credentials (credential_id, kind, secret_hash, name, tenant, roles, created_by, expires_at)
  values (${row.id}, ${row.kind}, ${row.secretHash}, ${row.name}, ${row.tenant}, ${row.roles}, ${row.actor},
          coalesce(${row.expiresAt}::timestamptz, clock_timestamp() + ${row.lifeMs}::float8 * interval '1 millisecond'))
  returning credential_id, name, tenant, roles, created_by, created_at, expires_at, ended_at, ended_by, last_used_at`;

export type ValidRow = {
  secret_hash: Uint8Array;
  name: string;
  tenant: string | null;
  roles: string[];
  is_use_noted: boolean;
};

/** Returns a valid credential; no row: it was ended, has expired or does not exist. */
export const selectValid = ({ id, kind }: { id: string; kind: CredentialKind }) => sql<ValidRow>`
  select secret_hash, name, tenant, roles,
         coalesce(last_used_at > clock_timestamp() - interval '1 minute', false) as is_use_noted
    from rota.credentials
   where credential_id = ${id}
     and kind          = ${kind}
     and ended_at is null
     and (expires_at is null or expires_at > clock_timestamp())`;

/** Records a use, unless one was recorded within the last minute. Returns nothing. */
export const noteUse = (id: string) => sql`
  update rota.credentials
     set last_used_at = clock_timestamp()
   where credential_id = ${id}
     and (last_used_at is null or last_used_at <= clock_timestamp() - interval '1 minute')`;

/** Ends a valid credential. Returns its row; no row: it has ended or expired, belongs to another tenant or does not exist. */
export const endCredential = (request: {
  id: string;
  kind: CredentialKind;
  tenant: string | null;
  actor: string | null;
}) =>
  sql<CredentialRow>`
  update rota.credentials
     set ended_at = clock_timestamp(),
         ended_by = ${request.actor}
   where credential_id = ${request.id}
     and kind          = ${request.kind}
     and (${request.tenant}::text is null or tenant = ${request.tenant})
     and ended_at is null
     and (kind = 'key' or expires_at > clock_timestamp())
  returning credential_id, name, tenant, roles, created_by, created_at, expires_at, ended_at, ended_by, last_used_at`;

/** Returns the key; no row: there is none, or it is another tenant's. */
export const selectKey = ({ id, tenant }: { id: string; tenant: string | null }) => sql<CredentialRow>`
  select credential_id, name, tenant, roles, created_by, created_at, expires_at, ended_at, ended_by, last_used_at
    from rota.credentials
   where credential_id = ${id}
     and kind          = 'key'
     and (${tenant}::text is null or tenant = ${tenant})`;

export type KeysPlace = { readonly createdAt: Date; readonly id: string };

/** Returns keys, the newest first, after a place. */
export const selectKeys = (query: {
  tenant: string | null;
  after: KeysPlace | undefined;
  limit: number;
}) => sql<CredentialRow>`
  select credential_id, name, tenant, roles, created_by, created_at, expires_at, ended_at, ended_by, last_used_at
    from rota.credentials
   where kind = 'key'
     and (${query.tenant}::text is null or tenant = ${query.tenant})
     and (${query.after === undefined}
          or (created_at, credential_id)
             < (${query.after?.createdAt ?? null}::timestamptz, ${query.after?.id ?? null}::text))
   order by created_at desc, credential_id desc
   limit ${query.limit}`;

/** Returns one row: whether there is a valid key. */
export const findValidKey = () => sql<{ has_key: boolean }>`
  select exists (select
                   from rota.credentials
                  where kind = 'key'
                    and ended_at is null
                    and (expires_at is null or expires_at > clock_timestamp())) as has_key`;

/** Deletes links and sessions that expired more than a day ago, up to the limit. Returns nothing. */
export const deleteOver = (limit: number) => sql`
  delete from rota.credentials
   where credential_id in (select credential_id
                             from rota.credentials
                            where kind <> 'key'
                              and expires_at < clock_timestamp() - interval '1 day'
                            limit ${limit}
                              for update skip locked)`;

/** Returns the time of the database. */
export const selectTime = () => sql<{ now: Date }>`select clock_timestamp() as now`;
