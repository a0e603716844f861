/** Says what database this is: for the lines at a start and for people who ask for help. */
import type { Queryable } from "./database.ts";
import { selectInstance } from "./migrations/instance.sql.ts";

export type DatabaseDescription = {
  /** Of PostgreSQL, such as 18.4. */
  readonly serverVersion: string;
  /** Tells installations apart that look alike. */
  readonly instanceId: string;
  readonly createdAt: Date;
};

/** The schema has been migrated. */
export async function describeDatabase(database: Queryable): Promise<DatabaseDescription> {
  const [instance] = await database.query(selectInstance());
  if (instance === undefined) throw new Error("the table instance has lost its row");
  const { server_version: serverVersion, instance_id: instanceId, created_at: createdAt } = instance;
  return { serverVersion, instanceId, createdAt };
}
