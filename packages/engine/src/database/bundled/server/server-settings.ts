/** The settings that a private server runs with; given at each start, so that they need no file to be edited. */

export type ListenOn = { readonly socketDir: string } | { readonly loopbackPort: number };

/** The number in the name of the socket; nothing listens on a port of that number. */
export const SOCKET_NUMBER = 5432;

export const SERVER_USER = "rota";
export const SERVER_DATABASE = "postgres";

export const CONNECTIONS_MAX = 100;

/** What never changes: every commit reaches the disk, nothing is sent to other servers, no secret in the log. */
const FIXED = {
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
  max_connections: String(CONNECTIONS_MAX),
  wal_level: "minimal",
  max_wal_senders: "0",
  autovacuum: "on",
  ssl: "off",
  password_encryption: "scram-sha-256",
  logging_collector: "off",
  log_destination: "stderr",
  log_min_messages: "warning",
  log_min_error_statement: "panic",
  log_line_prefix: "%m [%p] ",
} as const;

export function serverArguments(clusterDir: string, listenOn: ListenOn): string[] {
  const settings = Object.entries({ ...FIXED, ...listenSettings(listenOn) });
  return ["-D", clusterDir, ...settings.flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}

function listenSettings(listenOn: ListenOn): Record<string, string> {
  if ("loopbackPort" in listenOn) {
    return { listen_addresses: "127.0.0.1", port: String(listenOn.loopbackPort), unix_socket_directories: "" };
  }
  return {
    listen_addresses: "",
    port: String(SOCKET_NUMBER),
    unix_socket_directories: quote(listenOn.socketDir),
    unix_socket_permissions: "0700",
  };
}

/** The setting is a list: a comma in a path would divide it. */
function quote(path: string): string {
  return `"${path.replaceAll('"', '""')}"`;
}
