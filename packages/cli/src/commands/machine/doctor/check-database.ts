/** Looks at the database: its version, its answer, its settings, its clock, and whether the schema fits this version. */
import { redactUrls, ROTA_VERSION, type Database } from "@rota/engine";
import type { CommandContext } from "../../../command/with-config.ts";
import { duration } from "../../../output/one-line.ts";
import { migrateAll } from "../../../workloads.ts";
import { failed, ok, warning, type Finding } from "./finding.ts";
import { selectServer, type ServerRow } from "./doctor.sql.ts";

const OLDEST_VERSION = 140_000;
const SLOW_ANSWER_MS = 20;
const CLOCKS_APART_MS = 2_000;

export async function checkDatabase(context: CommandContext, database: Database): Promise<Finding[]> {
  await database.query(selectServer()); // the first one opens the connection
  const startedMs = performance.now();
  const [server] = await database.query(selectServer());
  const tookMs = performance.now() - startedMs;
  if (server === undefined) throw new Error("the database said nothing about itself");
  return [
    describeServer(context, server, tookMs),
    ...checkSettings(context, server),
    ...checkClock(server.now.getTime() - Date.now()),
  ];
}

function describeServer({ reading: { config } }: CommandContext, server: ServerRow, tookMs: number): Finding {
  const where = config.databaseUrl === undefined ? `in ${config.dataDir}` : redactUrls(config.databaseUrl);
  const found = `PostgreSQL ${server.version} (${where}) answers in ${duration(tookMs)}`;
  if (server.version_number < OLDEST_VERSION) return failed("database", found, "Rota needs PostgreSQL 14 or newer");
  if (tookMs > SLOW_ANSWER_MS) return warning("database", found, "each turn waits for it: run workers near to it");
  return ok("database", found);
}

function checkSettings({ reading: { config } }: CommandContext, server: ServerRow): Finding[] {
  const { databasePoolSize } = config;
  return [
    ...(server.fsync === "on"
      ? []
      : [warning("durability", "fsync is off", "a power cut may lose everything: set fsync = on")]),
    ...(server.synchronous_commit === "off"
      ? [warning("durability", "synchronous_commit is off", "a crash may lose the last commits: set it to on")]
      : []),
    ...(databasePoolSize * 2 > server.max_connections
      ? [
          warning(
            "connections",
            `each process may open ${String(databasePoolSize)}, the server takes ${String(server.max_connections)}`,
            "two processes may not fit: lower databasePoolSize or raise max_connections",
          ),
        ]
      : []),
  ];
}

/** Times that matter are the database's; lists say "ago" by this machine's. */
function checkClock(apartMs: number): Finding[] {
  if (Math.abs(apartMs) < CLOCKS_APART_MS) return [];
  const found = `the database's is ${duration(Math.abs(apartMs))} ${apartMs > 0 ? "ahead" : "behind"}`;
  return [warning("clock", found, "what lists call ago is off by as much: set the clocks, for example by NTP")];
}

export async function checkSchema(database: Database): Promise<Finding[]> {
  const { applied: missing } = await migrateAll(database, { isDryRun: true });
  const { schema } = database;
  if (missing.length === 0) return [ok("schema", `${schema} is that of version ${ROTA_VERSION}`)];
  return [failed("schema", `${schema} lacks ${String(missing.length)} migrations`, "run rota migrate")];
}
