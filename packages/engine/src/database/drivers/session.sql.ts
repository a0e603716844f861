/** The commands that open, close and prepare a session; the only SQL that drivers send by themselves. */

export const BEGIN = "begin isolation level read committed read write";
export const BEGIN_SNAPSHOT = "begin isolation level repeatable read read only";
export const COMMIT = "commit";
export const ROLLBACK = "rollback";

/** Savepoints are named by depth: a transaction has at most one open at each. */
export const savepoint = (depth: number) => `savepoint rota_level_${String(depth)}`;
export const releaseSavepoint = (depth: number) => `release savepoint rota_level_${String(depth)}`;
export const rollbackToSavepoint = (depth: number) => `rollback to savepoint rota_level_${String(depth)}`;

/** Makes every server print values alike, whatever its own settings say, and returns the server's version number. */
export const PREPARE_SESSION = `
  set datestyle = 'ISO, YMD';
  set intervalstyle = 'postgres';
  set timezone = 'UTC';
  set bytea_output = 'hex';
  set extra_float_digits = 1;
  select current_setting('server_version_num') as version`;

/**
 * Lets the server end a statement within seconds when its client has gone, instead of finishing it with its locks held.
 * Servers on systems that cannot tell refuse the setting; they go without.
 */
export const WATCH_CLIENT = `
  do $$
  begin
    perform set_config('client_connection_check_interval', '2s', false);
  exception
    when others then null;
  end
  $$`;

/** Answers with nothing: tells whether the connection is alive. */
export const HEARTBEAT = "select";

export const listenTo = (wireChannel: string) => `listen ${quoteName(wireChannel)}`;
export const unlistenFrom = (wireChannel: string) => `unlisten ${quoteName(wireChannel)}`;

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
