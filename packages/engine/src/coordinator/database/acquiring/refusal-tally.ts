/** Adds up refused locks and writes them down now and then, so that a refusal costs the database nothing of its own. */
import type { LockRequest } from "../../coordinator.ts";
import { addRefusals } from "../../coordinator.sql.ts";
import type { Store } from "../store.ts";

export type RefusalTally = {
  /** Writes down what was added, unless it did so a moment ago. Waits for nothing. */
  add(request: LockRequest): void;
  /** Writes down what is left. */
  flush(): Promise<void>;
};

const PAUSE_MS = 5_000;
/** Operations and tenants that are told apart between two writings; further ones are not counted. */
const KINDS_MAX = 1_000;

type Refused = { readonly operation: string; readonly tenant: string; refused: number };

export function createRefusalTally(store: Store): RefusalTally {
  const added = new Map<string, Refused>();
  let writtenAt = Number.NEGATIVE_INFINITY;

  const flush = async (): Promise<void> => {
    const refused = [...added.values()];
    if (refused.length === 0) return;
    added.clear();
    writtenAt = store.clock.monotonicMs();
    await store.query(addRefusals(refused));
  };
  return {
    add({ operation, context }) {
      const tenant = tenantIn(context);
      const key = JSON.stringify([operation, tenant]);
      const known = added.get(key);
      if (known !== undefined) known.refused++;
      else if (added.size < KINDS_MAX) added.set(key, { operation, tenant, refused: 1 });
      if (store.clock.monotonicMs() - writtenAt < PAUSE_MS) return;
      void flush().catch((error: unknown) => store.logger.debug({ error }, "refused locks could not be counted"));
    },
    flush,
  };
}

/** Empty when the context names none. */
function tenantIn(context: unknown): string {
  if (typeof context !== "object" || context === null || !("tenant" in context)) return "";
  return typeof context.tenant === "string" ? context.tenant : "";
}
