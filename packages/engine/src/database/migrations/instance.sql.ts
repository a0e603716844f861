/** The statement that says which installation a schema belongs to. */
import { sql } from "../sql.ts";

export type InstanceRow = { instance_id: string; created_at: Date; server_version: string };

/** Returns one row in every migrated schema. */
export const selectInstance = () => sql<InstanceRow>`
  select instance_id,
         created_at,
         split_part(current_setting('server_version'), ' ', 1) as server_version
    from rota.instance`;
