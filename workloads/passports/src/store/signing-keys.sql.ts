/** Statements about the public part of signing keys. */
import { sql, type Sql } from "@rota/engine";
import type { KeyStatus } from "../core/passport/verification-key.ts";

export type KeyRow = {
  key_id: string;
  registration_id: string;
  tenant: string | null;
  public_key: Uint8Array;
  status: KeyStatus;
  not_before: Date;
  not_after: Date | null;
  reason: string | null;
  created_by: string;
  created_at: Date;
};

/** Returns the key, or no row if it was never added. */
export const selectKey = (keyId: string): Sql<KeyRow> => sql<KeyRow>`
  select * from rota.passports_signing_keys where key_id = ${keyId}`;

/** Returns the key and locks it until the transaction ends. */
export const lockKey = (keyId: string): Sql<KeyRow> => sql<KeyRow>`
  select * from rota.passports_signing_keys where key_id = ${keyId} for update`;

/** Returns the key that signs for a tenant: its own one, or else the shared one. Locks it until the transaction ends. */
export const selectActiveKey = (tenant: string): Sql<KeyRow> => sql<KeyRow>`
  select * from rota.passports_signing_keys
   where status = 'ACTIVE' and (tenant = ${tenant} or tenant is null)
   order by (tenant is null)
   limit 1
     for share`;

/** Returns keys in the order of their ids. */
export const selectKeys = ({ limit, after }: { limit: number; after: string | undefined }): Sql<KeyRow> => sql<KeyRow>`
  select * from rota.passports_signing_keys
   where ${after ?? null}::text is null or key_id > ${after ?? null}
   order by key_id
   limit ${limit}`;

/** Retires and returns the active key of this tenant, or the shared one if no tenant is given. Returns no row if there is none. */
export const retireActiveKey = (tenant: string | undefined): Sql<KeyRow> => sql<KeyRow>`
  update rota.passports_signing_keys
     set status = 'RETIRED', not_after = greatest(clock_timestamp(), not_before)
   where status = 'ACTIVE' and tenant is not distinct from ${tenant ?? null}
  returning *`;

/** Returns the changed key, or no row if it was retired before. */
export const setKeyRetired = (keyId: string): Sql<KeyRow> => sql<KeyRow>`
  update rota.passports_signing_keys
     set status = 'RETIRED', not_after = greatest(clock_timestamp(), not_before)
   where key_id = ${keyId} and status = 'ACTIVE'
  returning *`;

/** Returns the changed key, or no row if it was compromised before. */
export const setKeyCompromised = (keyId: string, reason: string): Sql<KeyRow> => sql<KeyRow>`
  update rota.passports_signing_keys
     set status = 'COMPROMISED', reason = ${reason}, not_after = coalesce(not_after, greatest(clock_timestamp(), not_before))
   where key_id = ${keyId} and status <> 'COMPROMISED'
  returning *`;

/** Lets only one transaction at a time add keys. Reading them stays possible. Returns nothing. */
export const lockKeys = (): Sql => sql`lock table rota.passports_signing_keys in share row exclusive mode`;

type NewKeyRow = {
  readonly keyId: string;
  readonly tenant: string | undefined;
  readonly publicKey: Uint8Array;
  readonly createdBy: string;
};

/** Returns the new key. */
export const insertKey = ({ keyId, tenant, publicKey, createdBy }: NewKeyRow): Sql<KeyRow> => sql<KeyRow>`
  insert into rota.passports_signing_keys (key_id, tenant, public_key, created_by)
  values (${keyId}, ${tenant ?? null}, ${publicKey}, ${createdBy})
  returning *`;
