/** Empties what was sent for a tenant and what was answered, of deliveries that have ended, in short transactions. */
import type { Database } from "../../database/database.ts";
import { eraseMessages } from "./delivery-log.sql.ts";

/** Events that one transaction looks at. */
const BATCH = 500;

/** Ids, states and times stay. An event that is still to be delivered is left alone. @returns how many bodies were emptied. */
export async function eraseDeliveries(database: Database, { tenant }: { readonly tenant: string }): Promise<number> {
  let erased = 0;
  for (let after: string | null = ""; after !== null;) {
    const rows: readonly { erased: number; last_event: string | null }[] = await database.query(
      eraseMessages({ tenant, after, limit: BATCH }),
    );
    erased += rows[0]?.erased ?? 0;
    after = rows[0]?.last_event ?? null;
  }
  return erased;
}
