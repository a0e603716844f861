/** Deletes the events of a tenant that every sink has passed, however young they are, in short transactions. */
import type { Database } from "../database/database.ts";
import { PRUNED_MAX } from "./limits.ts";
import { eraseTenantEvents } from "./outbox.sql.ts";

/** What a sink still needs stays, and without any sink everything does. @returns how many events were deleted. */
export async function eraseEvents(database: Database, { tenant }: { readonly tenant: string }): Promise<number> {
  let deleted = 0;
  for (let after: bigint | null = 0n; after !== null;) {
    const rows: readonly { erased: number; last_position: bigint | null }[] = await database.query(
      eraseTenantEvents({ tenant, after, limit: PRUNED_MAX }),
    );
    deleted += rows[0]?.erased ?? 0;
    after = rows[0]?.last_position ?? null;
  }
  return deleted;
}
