/** Keeps each PGlite that a test closed for the next test, because starting one takes longer than most tests. */
import { migrate } from "../../src/database/migrate.ts";
import { openPglite, type StartedPglite, startPglite } from "../../src/database/pglite-database.ts";
import { silentLogger } from "../../src/runtime/logger.ts";
import { pgliteSnapshot } from "../../src/testing/held-database.ts";
import { cleanSchema, type MigratedSchema, noteMigrated, randomSchema, type RunStatement } from "./spare-schemas.ts";
import { BELIEVES_FUNCTIONS, dropSchemas, ENDS_SESSION, findLeftovers } from "./test-database.sql.ts";

type MigratedPglite = { readonly started: StartedPglite; readonly schema: string };

const spares: StartedPglite[] = [];
/** PGlites that keep a migrated schema. */
const migratedOnes = new Map<StartedPglite, MigratedSchema>();

/** Returns a PGlite in memory that is like new, for one database. */
export async function takePglite(): Promise<StartedPglite> {
  const pglite = takeSpare((spare) => !migratedOnes.has(spare)) ?? spares.pop() ?? (await startReusable());
  if (migratedOnes.delete(pglite)) await pglite.exec(dropSchemas());
  await pglite.exec(BELIEVES_FUNCTIONS);
  return pglite;
}

/** Returns a PGlite with a migrated schema. */
export async function takeMigratedPglite(): Promise<MigratedPglite> {
  const spare = takeSpare((candidate) => migratedOnes.has(candidate));
  const started = spare ?? (await takePglite());
  const migrated = migratedOnes.get(started) ?? (await migrateOne(started));
  migratedOnes.set(started, migrated);
  await started.exec(BELIEVES_FUNCTIONS);
  return { started, schema: migrated.schema };
}

function takeSpare(isWanted: (spare: StartedPglite) => boolean): StartedPglite | undefined {
  const index = spares.findIndex(isWanted);
  return index === -1 ? undefined : spares.splice(index, 1)[0];
}

async function migrateOne(pglite: StartedPglite): Promise<MigratedSchema> {
  const schema = randomSchema();
  await migrate(await openPglite({ schema, logger: silentLogger, started: pglite }));
  return noteMigrated(runOn(pglite), schema);
}

async function startReusable(): Promise<StartedPglite> {
  const pglite = await startPglite({ logger: silentLogger, startFrom: await pgliteSnapshot() });
  const endForGood = pglite.close.bind(pglite);
  pglite.close = async () => {
    if ((await cleanMigrated(pglite)) || (await clear(pglite))) spares.push(pglite);
    else await endForGood();
  };
  return pglite;
}

/** Cleans the migrated schema. Returns false when there is none, it was changed, or other objects are left. */
async function cleanMigrated(pglite: StartedPglite): Promise<boolean> {
  const migrated = migratedOnes.get(pglite);
  if (migrated === undefined) return false;
  if ((await clear(pglite, migrated.schema)) && (await cleanSchema(runOn(pglite), migrated))) return true;
  migratedOnes.delete(pglite);
  return false;
}

/** Clears a PGlite. Returns false when objects are left that a new one does not have. */
async function clear(pglite: StartedPglite, except?: string): Promise<boolean> {
  try {
    await pglite.exec(ENDS_SESSION);
    await pglite.exec(dropSchemas(except));
    return (await pglite.query(findLeftovers(except))).rows.length === 0;
  } catch {
    return false;
  }
}

function runOn(pglite: StartedPglite): RunStatement {
  return async <Row>({ isScript, text, values }: Parameters<RunStatement>[0]): Promise<readonly Row[]> => {
    if (!isScript) return (await pglite.query<Row>(text, [...values])).rows;
    await pglite.exec(text);
    return [];
  };
}
