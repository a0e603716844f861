/** Tells a database from one whose place it took: restored from a backup, copied, or recovered to a point in time. */
import type { Database } from "../../database/database.ts";
import { selectMigrated, selectTimeline } from "../coordinator.sql.ts";

/** The same for as long as nothing that was committed is taken back, but for a copy of the disk, which cannot be told. */
export async function readHistory(database: Database): Promise<string> {
  const [migrated] = await database.query(selectMigrated());
  const [cluster] = await database.query(selectTimeline()).catch(() => []);
  return `${migrated?.migrated_at.toISOString() ?? ""} ${cluster?.timeline ?? ""}`;
}
