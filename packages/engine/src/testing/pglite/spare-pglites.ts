/** Keeps each PGlite that a test has closed for the next one: starting PGlite costs more than most tests do. */
import { startPglite } from "../../database/pglite-database.ts";
import type { StartedPglite } from "../../database/pglite/started-pglite.ts";
import { silentLogger } from "../../runtime/logger.ts";
import { pgliteSnapshot } from "../kit/pglite-snapshot.ts";
import { BELIEVES_FUNCTIONS, DROP_SCHEMAS, ENDS_SESSION, FIND_LEFTOVERS } from "./spare-pglites.sql.ts";

const spares: StartedPglite[] = [];

/** In memory, as good as new, for one database. */
export async function takePglite(): Promise<StartedPglite> {
  const pglite = spares.pop() ?? (await startReusable());
  await pglite.exec(BELIEVES_FUNCTIONS);
  return pglite;
}

async function startReusable(): Promise<StartedPglite> {
  const pglite = await startPglite({ logger: silentLogger, startFrom: await pgliteSnapshot() });
  const endForGood = pglite.close.bind(pglite);
  pglite.close = async () => {
    if (await clear(pglite)) spares.push(pglite);
    else await endForGood();
  };
  return pglite;
}

/** False when something is left that a new one does not have. */
async function clear(pglite: StartedPglite): Promise<boolean> {
  try {
    await pglite.exec(ENDS_SESSION);
    await pglite.exec(DROP_SCHEMAS);
    return (await pglite.query(FIND_LEFTOVERS)).rows.length === 0;
  } catch {
    return false;
  }
}
