/** Statement with which `rota doctor` reads the settings of the database. */
import { sql } from "@rota/engine";

export type ServerRow = {
  version: string;
  version_number: number;
  max_connections: number;
  fsync: string;
  synchronous_commit: string;
  now: Date;
};

/** Returns one row with the settings of the database. */
export const selectServer = () => sql<ServerRow>`
  select current_setting('server_version')              as version,
         current_setting('server_version_num')::integer as version_number,
         current_setting('max_connections')::integer    as max_connections,
         current_setting('fsync')                       as fsync,
         current_setting('synchronous_commit')          as synchronous_commit,
         clock_timestamp()                              as now`;
