/** Copies every schema of Rota's from one server to another, empty one. Opens transactions on both. */
import type { Logger } from "../../../runtime/logger.ts";
import { copyDatabase } from "../../backup/copy-database.ts";
import type { RestoreOptions } from "../../backup/restore.ts";
import type { Database } from "../../database.ts";
import { openPostgres } from "../../postgres-database.ts";
import { listSchemas } from "./cluster.sql.ts";
import type { CopyCluster, UpgradeConnection } from "./upgrade-cluster.ts";

/** One table may be large: this bounds a statement, not the copy. */
const STATEMENT_MAX_MS = 60 * 60 * 1_000;
const CONNECT_MAX_MS = 10_000;

/** `migrations` names the sets that the data may hold; default: the engine's own. */
export function copySchemas(logger: Logger, { migrations }: Pick<RestoreOptions, "migrations"> = {}): CopyCluster {
  const options = migrations === undefined ? {} : { migrations };
  return async (from, to) => {
    const schemas = await withDatabase({ connection: from, schema: "rota", logger }, (db) => db.query(listSchemas()));
    for (const { schema } of schemas.filter((row) => row.is_ours)) {
      await withDatabase({ connection: from, schema, logger }, (source) =>
        withDatabase({ connection: to, schema, logger }, async (target) => {
          const { rows } = await copyDatabase(source, target, options);
          logger.info({ schema, rows }, `schema ${schema} was copied to the newer PostgreSQL`);
        }),
      );
    }
    const left = schemas.filter((row) => !row.is_ours).map((row) => row.schema);
    if (left.length > 0) logger.warn({ schemas: left }, `not of Rota, left in the old cluster: ${left.join(", ")}`);
  };
}

type Target = { readonly connection: UpgradeConnection; readonly schema: string; readonly logger: Logger };

async function withDatabase<Result>(target: Target, work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = await openPostgres({
    ...target,
    poolSize: 2,
    statementTimeoutMs: STATEMENT_MAX_MS,
    connectTimeoutMs: CONNECT_MAX_MS,
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
